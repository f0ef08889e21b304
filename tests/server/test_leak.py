"""Two tables that differ only in secrets send the same bytes to whoever may not know them.

Views, events, choices, refusals, the log, every earlier step, lists, try and propose, what a WebSocket
brings while others move, and what the server writes into its own log.
"""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from branchline import GAMES, load
from branchline.core.action import Action, from_json, to_text
from branchline.core.game import CHANCE, OVER
from branchline.core.record import read
from branchline.server.hall import Settings
from tests.server.house import GENEROUS, Ear, House, Tokens, fixed_world, house
from tests.server.worlds import pairs

QUERIES: tuple[dict[str, int], ...] = ({}, {"text": 1}, {"after": 1, "wait": 1})


class Told:
    """Everything that one viewer has been told at one table."""

    def __init__(self, served: House, id: str, tokens: list[str], viewer: int | None) -> None:
        self.served, self.id, self.tokens, self.viewer = served, id, tokens, viewer
        self.mine = None if viewer is None else tokens[viewer]
        self.said: list[tuple[str, bytes]] = []

    async def get(self, path: str, **query: Any) -> None:
        found = await self.served.get(path, self.mine, **query)
        self.said.append((f"GET {path} {query}", found.content))

    async def ask(self, **question: Any) -> None:
        found = await self.served.ask(self.id, self.mine, **question)
        self.said.append((f"POST {question}", found.content))

    async def hear_until(self, ear: Ear, key: str) -> None:
        """All that a WebSocket brings, up to the answer to a question with that key."""
        await ear.send(**{"try": [["nosuch"]], "key": key})
        while True:
            message = str(await ear.socket.recv())
            self.said.append(("WebSocket", message.encode()))
            if f'"key":"{key}"' in message:
                return

    async def look(self) -> None:
        """Ask for everything that can be asked for without moving."""
        path = f"/api/tables/{self.id}"
        for query in QUERIES:
            await self.get(path, **query)
        for since in ("", "turn", "3"):
            await self.get(f"{path}/log", since=since)
        for other in (
            "/api/tables",
            "/api/mine",
            f"{path}/picture",
            f"{path}/position",
            f"{path}/ending",
            f"{path}/record",
        ):
            await self.get(other)

    async def steps(self) -> None:
        """The past: all of the last steps, and some of those before."""
        last = (await self.served.table(self.id))["step"]
        for step in (*range(0, last, 6), *range(max(0, last - 6), last + 2)):
            await self.get(f"/api/tables/{self.id}", at=step, text=1)
            await self.get(f"/api/tables/{self.id}/position", at=step)
        await self.get(f"/api/tables/{self.id}/picture", at=max(0, last - 3))

    async def probe(self, actions: list[Action]) -> None:
        """Everything that a curious player might try."""
        now = await self.served.table(self.id, self.mine)
        choices = now["choices"][:: max(1, len(now["choices"]) // 6)]
        for action in [*actions, *choices]:
            await self.ask(**{"try": [action, action]})
        for action in [(), *choices]:
            await self.ask(propose=list(action)[:2])
        for action in [*actions, *choices]:
            await self.ask(typed=to_text(from_json(list(action)))[:200])
        for action in actions:  # out of turn or against the rules: refused alike
            if list(action) not in now["choices"]:
                await self.ask(do=list(action), after=now["version"], key="curious")
        await self.ask(takeback=0, after=now["version"])
        await self.ask(do=["done"], after=0)


@contextlib.asynccontextmanager
async def table(folder: Path, game_id: str, record: str, viewer: int | None) -> AsyncIterator[Told]:
    """A server of its own with fixed time, tokens and chance, and the record as its table."""
    world = fixed_world()
    assert isinstance(world.token, Tokens)
    async with house(folder / "t.db", Settings(GENEROUS, bot_seconds=300, world=world)) as served:
        players = read(record).players
        made = await served.create(*["me"] * players, game=game_id, record=record, listed=True)
        yield Told(served, made["id"], [seat["token"] for seat in made["seats"]], viewer)


async def transcript(
    folder: Path, game_id: str, record: str, viewer: int | None, actions: list[Action], moves: list[Action]
) -> list[tuple[str, bytes]]:
    """Everything that the viewer hears about one table while the others move."""
    folder.mkdir(parents=True)
    async with table(folder, game_id, record, viewer) as told:
        served = told.served
        await told.steps()
        await told.look()
        await told.probe(actions)
        async with served.listen(told.id, told.mine) as ear:
            await told.hear_until(ear, "start")  # from here on the connection is told of everything
            for move in moves:
                now = await served.table(told.id)
                token = told.tokens[now["to_move"]]
                done = await served.ask(told.id, token, do=list(move), after=now["version"])
                assert done.status_code == 200, done.text
            await told.hear_until(ear, "last")
        await told.look()
        rows = await served.hall.store.read("rows", told.id)
    for what, data in told.said:  # digests are made from the whole state: none leaves before the end
        for row in rows:
            assert not row[4] or row[4].encode() not in data, f"{what} holds the digest of row {row[0]}"
    return told.said


def common_moves(game_id: str, records: tuple[str, str], viewer: int | None, rng: Random) -> list[Action]:
    """A few actions that are legal in both worlds and keep the viewer's knowledge the same."""
    game = load(game_id)
    states = []
    for text in records:
        record = read(text)
        state = game.start(record.players, **record.options)
        for _, action, _ in record.rows:
            game.apply(state, action)
        states.append(state)
    moves: list[Action] = []
    while len(moves) < 4 and states[0].to_move >= 0:
        allowed = set(game.legal_actions(states[1]))
        found = [action for action in game.legal_actions(states[0]) if action in allowed]
        rng.shuffle(found)
        for action in found:
            copies = [state.copy() for state in states]
            for copy in copies:
                game.apply(copy, action)
            same = game.mask(copies[0], viewer) == game.mask(copies[1], viewer)
            if same and copies[0].to_move not in (CHANCE, OVER):
                moves.append(action)
                states = copies
                break
        else:
            break
    return moves


def curious(game_id: str, records: tuple[str, str]) -> list[Action]:
    """Actions of everybody's in both games: a good stock of things to try."""
    found: dict[str, Action] = {}
    for text in records:
        for _, action, _ in read(text).rows[-30:]:
            found[to_text(action)] = action
    return [*list(found.values())[:10], ("nosuch",), ("done",)]


async def two_transcripts(folder: Path, game_id: str, viewer: int | None, seed: str) -> list[Any]:
    game = load(game_id)
    records = pairs(game, game.seats[0], viewer, f"leak-{seed}", steps=25)
    assert records[0] != records[1]
    moves = common_moves(game_id, records, viewer, Random(seed))
    tries = curious(game_id, records)
    return [
        await transcript(folder / name, game_id, record, viewer, tries, moves)
        for name, record in zip("ab", records, strict=True)
    ]


def has_secrets(game_id: str) -> bool:
    """Some draw of the game is not shown to everyone."""
    game, rng = load(game_id), Random("secrets")
    state = game.start(game.seats[0])
    while state.to_move != OVER:
        action = game.random_action(state, rng)
        if game.shown(state, action, None) != action:
            return True
        game.apply(state, action)
    return False


VIEWERS: list[int | None] = [None, 0, 1]
SECRETIVE = [game_id for game_id in GAMES if has_secrets(game_id)]


@pytest.mark.prove("leak")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("game_id", SECRETIVE)
async def test_who_may_not_know_is_told_the_same_bytes(
    tmp_path: Path, game_id: str, viewer: int | None, count: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "branchline")
    for seed in range(count(1, 20)):
        caplog.clear()
        one, other = await two_transcripts(tmp_path / str(seed), game_id, viewer, str(seed))
        assert len(one) > 30
        for (what, data), (_, again) in zip(one, other, strict=True):
            assert data == again, f"{what} tells a secret of {game_id} to {viewer}"
        lines = [(each.getMessage(), getattr(each, "path", "")) for each in caplog.records]
        half = len(lines) // 2
        assert lines[:half] == lines[half:]


@pytest.mark.parametrize("game_id", [game_id for game_id in GAMES if game_id not in SECRETIVE])
def test_all_other_games_lie_open(game_id: str) -> None:
    game, rng = load(game_id), Random("open")
    state = game.start(game.seats[0])
    while state.to_move != OVER:
        assert game.mask(state, None) == state
        game.apply(state, game.random_action(state, rng))


@pytest.mark.parametrize("broken", ["shown", "mask"])
async def test_this_test_can_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    """With `shown` or `mask` taken away the transcripts differ."""
    game = load("sncf-france")
    records = pairs(game, 3, 0, "broken", steps=10)
    if broken == "shown":
        monkeypatch.setattr(type(game), "shown", lambda self, state, action, seat: action)
    else:
        monkeypatch.setattr(type(game), "mask", lambda self, state, seat: state.copy())
    found = [
        await transcript(tmp_path / name, "sncf-france", record, 0, [], [])
        for name, record in zip("ab", records, strict=True)
    ]
    assert found[0] != found[1]


async def test_the_true_secrets_do_differ(tmp_path: Path) -> None:
    """The owner of a hand sees another one at each of the two tables."""
    records = pairs(load("sncf-france"), 3, 0, "owner", steps=10)
    hands = []
    for name, record in zip("ab", records, strict=True):
        (tmp_path / name).mkdir()
        async with table(tmp_path / name, "sncf-france", record, 1) as told:
            view = (await told.served.table(told.id, told.tokens[1]))["view"]
            hands.append(json.dumps(view["seats"][1]["hand"]))
    assert hands[0] != hands[1]
