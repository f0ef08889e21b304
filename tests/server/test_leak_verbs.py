"""Every verb of the protocol, from every kind of token, at two tables that differ only in secrets.

Whoever asks may not know the difference, so the bytes are the same: those of the host, of a seat and its
second device, of an invitation that nobody has used and of one that somebody has, of a spectator and of a
stranger, before and after somebody else's seat is left, opened, taken over and seen by another person.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from branchline import load
from branchline.server.hall import Settings
from branchline.server.questions import VERBS
from branchline.server.seats import Seat, Visitor, among
from tests.server.house import GENEROUS, Ear, House, fixed_world, house
from tests.server.test_leak import SECRETIVE
from tests.server.worlds import pairs

PLAYERS = 3
PUSH_KEY = re.compile(rb'"push_key":"[^"]*"')


class Eyes:
    """Everything that is told, by HTTP and by WebSocket, to tokens that may not know the difference."""

    def __init__(self, served: House, id: str) -> None:
        self.served, self.id = served, id
        self.said: list[tuple[str, bytes]] = []
        self.asked: dict[str, set[str]] = {}  # which verbs each kind of token has asked

    async def ask(self, who: str, token: str | None, /, **question: Any) -> Any:
        found = await self.served.ask(self.id, token, **question)
        verb = next(verb for verb in VERBS if verb in question)
        self.asked.setdefault(who, set()).add(verb)
        content = PUSH_KEY.sub(b"", found.content)  # each server has one of its own
        self.said.append((f"{who} asks {question}", content))
        return found.json()

    async def look(self, who: str, token: str | None) -> None:
        path = f"/api/tables/{self.id}"
        last = (await self.served.table(self.id))["step"]
        steps: list[dict[str, Any]] = [{"at": step, "text": 1} for step in (0, last // 2, last - 1, last)]
        for query in ({}, {"text": 1}, *steps):
            self.said.append((f"{who} looks {query}", (await self.served.get(path, token, **query)).content))
        views = ("log", "picture", "position", "moves", "ending", "review", "record")
        parts = [f"{path}/{part}" for part in views]
        for other in (*parts, "/api/tables", "/api/mine"):
            self.said.append((f"{who} gets {other}", (await self.served.get(other, token)).content))

    async def hear(self, who: str, ear: Ear, key: str) -> None:
        """All that a WebSocket brings, up to the answer to a question with that key."""
        await ear.send(**{"try": [["nosuch"]], "key": key})
        while True:
            message = str(await ear.socket.recv())
            self.said.append((f"{who} hears", message.encode()))
            if f'"key":"{key}"' in message:
                return

    async def try_everything(self, who: str, token: str | None, own: int | None, links: list[str]) -> None:
        """Every verb, with everything in it that moves nobody's piece."""
        now = await self.served.table(self.id, token) if who != "used" else {"version": 1}
        version = now["version"]
        for action in (["nosuch"], ["done"]):
            await self.ask(who, token, do=action, after=0)
            await self.ask(who, token, **{"try": [action]})
            await self.ask(who, token, propose=action)
            await self.ask(who, token, typed=" ".join(action))
        await self.ask(who, token, propose=[])
        await self.ask(who, token, takeback=0, after=0)
        await self.ask(who, token, takeback=version, after=version)
        await self.ask(who, token, chat="what do you hold?", key=f"chat {who}")
        await self.ask(who, token, chat="what do you hold?", key=f"chat {who}")
        await self.ask(who, token, chat="another body", key=f"chat {who}")
        await self.ask(who, token, note="my note")
        await self.ask(who, token, rematch=True)
        for seat in range(PLAYERS):
            await self.ask(who, token, name="Eve", seat=seat)
            await self.ask(who, token, join=seat)
            for link in links:
                await self.ask(who, token, join=seat, token=link, name="Eve")
            await self.ask(who, token, hand=seat)
            await self.ask(who, token, hand=seat, device=True, key=f"device {who} {seat}")
            await self.ask(who, token, hand=seat, device=True, key=f"device {who} {seat}")
            await self.ask(who, token, mute=seat)
            await self.ask(who, token, mute=seat, yes=False)
            for what in ("time", "bot", "person"):
                await self.ask(who, token, agree=what, seat=seat)
            if seat != own:
                await self.ask(who, token, leave=seat)
                await self.ask(who, token, drive=seat, bot="random")
                await self.ask(who, token, concede=seat)
            await self.ask(who, token, fill=seat, bot="random")
            await self.ask(who, token, forget=seat)
        await self.ask(who, token, cancel=True)
        await self.ask(who, token, hint=True)
        await self.ask(who, token, why=1)
        await self.ask(who, token, why=version)
        for what in ("turns", "minutes", "eyes"):
            await self.ask(who, token, window=what, by=1)
        await self.ask(who, token, lead=True)
        await self.ask(who, token, look={"page": "board", "step": 1})
        await self.ask(who, token, show=True)
        await self.ask(who, token, review=True)
        await self.ask(who, token, review=False)
        for step in (now.get("step", 1), 1):
            await self.ask(who, token, plan=1, at=step)
            await self.ask(who, token, plan=1, then=[["done"]])
        await self.ask(who, token, plans=True)
        await self.ask(who, token, calls=True)
        await self.ask(who, token, call="hook", to="https://127.0.0.1/")  # which no server calls
        await self.ask(who, token, uncall="nosuch")
        await self.ask(who, token, ring="nosuch")
        await self.ask(who, token, queue=1, after=version)
        await self.ask(who, token, queue=0, after=version)
        await self.ask(who, token, **{"try": [["done"]], "at": now.get("step", 1)})
        await self.ask(who, token, agree="end")
        await self.ask(who, token, agree="end", yes=False)


async def transcript(
    folder: Path, game_id: str, record: str, viewer: int | None
) -> tuple[list[tuple[str, bytes]], dict[str, set[str]]]:
    """What they are told at one table, while the others change seats around them."""
    folder.mkdir(parents=True)
    async with house(folder / "t.db", Settings(GENEROUS, bot_seconds=300, world=fixed_world())) as served:
        made = await served.create(*["me"] * PLAYERS, game=game_id, record=record, listed=True)
        id, tokens = made["id"], [seat["token"] for seat in made["seats"]]
        mover = (await served.table(id))["to_move"]
        other = next(seat for seat in range(PLAYERS) if seat not in (viewer, mover))
        eyes = Eyes(served, id)
        unused = (await served.ask(id, tokens[other], hand=other, key="unused")).json()["token"]
        spent = (await served.ask(id, tokens[other], hand=other, device=True)).json()["token"]
        tokens[other] = (await served.ask(id, None, join=None, token=spent)).json()["token"]
        kinds: dict[str, str | None] = {
            "host": made["host"], "spectator": None, "stranger": "x" * 22, "unused": unused, "used": spent,
        }  # fmt: skip
        if viewer is not None:
            link = (await served.ask(id, tokens[viewer], hand=viewer, device=True)).json()["token"]
            second = (await served.ask(id, None, join=None, token=link)).json()["token"]
            kinds = {"seat": tokens[viewer], "device": second, **kinds}
        async with served.listen(id, kinds.get("seat")) as ear:
            await eyes.hear("ear", ear, "start")
            for who, token in kinds.items():
                own = viewer if who in ("seat", "device") else None
                await eyes.look(who, token)
                # a link to another's hand is tried by who plays against it, and after it was used by all
                links = [spent, unused] if own is not None else [spent]
                await eyes.try_everything(who, token, own, links)
            await change_hands(eyes, made["host"], tokens, other)
            if viewer is not None and viewer != mover:
                await eyes.ask("device", kinds["device"], drive=viewer, bot="random")
                await eyes.ask("device", kinds["device"], drive=viewer)
            for who, token in kinds.items():
                await eyes.look(who, token)
            for seat in range(PLAYERS):
                await served.ask(id, tokens[seat], agree="end")
            assert (await served.table(id))["status"] == "ended"
            for who, token in kinds.items():
                await eyes.look(who, token)
                if who in ("seat", "spectator"):
                    await eyes.ask(who, token, rematch=True)
            if viewer is not None:
                await eyes.ask("seat", kinds["seat"], concede=viewer)
                await eyes.ask("seat", kinds["seat"], leave=viewer)
            await eyes.hear("ear", ear, "last")
    return eyes.said, eyes.asked


async def change_hands(eyes: Eyes, host: str, tokens: list[str], seat: int) -> None:
    """Somebody leaves their hand to a bot, all agree that a person takes it over, and one does."""
    served, id = eyes.served, eyes.id
    assert (await served.ask(id, tokens[seat], leave=seat, bot="random")).is_success
    early = await served.ask(id, host, hand=seat)
    eyes.said.append(("host hands a bot's seat on", early.content))
    assert early.json()["error"] == "consent"
    for each, token in enumerate(tokens):
        if each != seat:
            assert (await served.ask(id, token, agree="person", seat=seat)).is_success
    link = (await served.ask(id, host, hand=seat)).json()["token"]
    for each, token in enumerate(tokens):
        if each != seat:  # who plays against it gets it neither by a link nor by asking
            await eyes.ask("rival", token, join=None, token=link)
            await eyes.ask("rival", token, hand=seat, device=True)
    sat = (await served.ask(id, None, join=None, token=link, name="Cleo")).json()
    tokens[seat] = sat["token"]
    await eyes.ask("stranger", None, join=None, token=link, name="Eve")
    # the newcomer's own past is a spectator's
    path, last = f"/api/tables/{id}", (await served.table(id))["step"]
    for step in range(0, last, max(1, last // 5)):
        past = await served.get(path, tokens[seat], at=step, text=1)
        assert past.content == (await served.get(path, at=step, text=1)).content
        drawn = await served.get(f"{path}/picture", tokens[seat], at=step)
        assert drawn.content == (await served.get(f"{path}/picture", at=step)).content
        words = await served.get(f"{path}/position", tokens[seat], at=step)
        assert words.content == (await served.get(f"{path}/position", at=step)).content
        eyes.said.append((f"who took over looks at {step}", past.content))


@pytest.mark.prove("leak")
@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("game_id", SECRETIVE)
async def test_every_verb_tells_every_token_the_same_bytes(
    tmp_path: Path, game_id: str, viewer: int | None, count: Any
) -> None:
    game = load(game_id)
    for seed in range(count(1, 10)):
        records = pairs(game, PLAYERS, viewer, f"verbs-{seed}", steps=12)
        (one, asked), (other, _) = [
            await transcript(tmp_path / str(seed) / name, game_id, record, viewer)
            for name, record in zip("ab", records, strict=True)
        ]
        for (what, data), (again, second) in zip(one, other, strict=True):
            assert (what, data) == (again, second), f"{what} tells a secret of {game_id} to {viewer}"
        kinds = {"host", "spectator", "stranger", "unused", "used"} | (
            set() if viewer is None else {"seat", "device"}
        )
        for kind in kinds:
            assert asked[kind] == set(VERBS), f"{kind} has not tried {set(VERBS) - asked[kind]}"


async def test_this_test_can_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a link holds the seat, as it once did, the transcripts differ."""
    holds = Visitor.holds

    def holds_by_link(self: Visitor, seat: Seat) -> bool:
        return holds(self, seat) or among([seat.link], self.token)

    monkeypatch.setattr(Visitor, "holds", holds_by_link)
    records = pairs(load("sncf-france"), PLAYERS, None, "broken", steps=12)
    told = []
    for name, record in zip("ab", records, strict=True):
        folder = tmp_path / name
        folder.mkdir()
        async with house(folder / "t.db", Settings(GENEROUS, bot_seconds=300, world=fixed_world())) as served:
            made = await served.create(*["me"] * PLAYERS, record=record)
            seats = made["seats"]
            links = [
                (await served.ask(made["id"], each["token"], hand=each["seat"])).json()["token"]
                for each in seats
            ]
            eyes = Eyes(served, made["id"])
            for link in links:
                await eyes.look("unused", link)
            told.append(eyes.said)
    assert told[0] != told[1]
