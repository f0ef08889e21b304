"""The contract, on every game, every number of players and every option."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from branchline import GAMES, game_of, load
from branchline.core.game import CHANCE, OVER
from branchline.core.record import digest, last_state, read
from branchline.games import has_boards
from branchline.testing import conform
from branchline.testing.kept import trace

GAMES_HERE = Path(__file__).parent / "games"
TABLES = [(game_id, players) for game_id in GAMES for players in load(game_id).seats]


def pieces(game_id: str) -> ModuleType:
    """What only this game's tests know: `audit` (pieces are conserved)."""
    path = GAMES_HERE / GAMES[game_id] / "pieces.py"
    spec = importlib.util.spec_from_file_location(f"pieces_{GAMES[game_id]}", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def scaled(game_id: str, games: int) -> int:
    """How many games an option gets; `SHARE` in a game's pieces asks for fewer where each takes long."""
    return max(1, round(games * getattr(pieces(game_id), "SHARE", 1)))


def settings(game_id: str) -> Iterator[dict[str, str]]:
    """The defaults, then each option at each other value."""
    yield {}
    for option in load(game_id).options:
        for value in option.values[1:]:
            yield {option.name: value}


def conforms(game_id: str, players: int, seed: Any, options: dict[str, str]) -> None:
    game, known = load(game_id), pieces(game_id)
    conform(game, players, seed, options, audit=lambda state: known.audit(game, state))


@pytest.mark.prove("contract")
@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_the_contract_holds_in_random_games(game_id: str, players: int, count: Any) -> None:
    for seed in range(count(6, 2000)):
        conforms(game_id, players, seed, {})


@pytest.mark.prove("contract")
@pytest.mark.parametrize(
    ("game_id", "options"), [(g, o) for g in GAMES for o in settings(g) if o], ids=lambda each: str(each)
)
def test_the_contract_holds_with_every_option(game_id: str, options: dict[str, str], count: Any) -> None:
    for players in load(game_id).seats:
        for seed in range(scaled(game_id, count(2, 100))):
            conforms(game_id, players, f"option-{seed}", options)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_seed_plays_the_same_game(game_id: str) -> None:
    digests = set()
    for _ in range(2):
        game, rng = load(game_id), Random("again")
        state = game.start(game.seats[0])
        while state.to_move != OVER:
            game.apply(state, game.random_action(state, rng))
        digests.add(digest(state))
    assert len(digests) == 1


@pytest.mark.parametrize("game_id", GAMES)
def test_advice_is_legal_and_knows_only_the_masked_state(game_id: str) -> None:
    """Two worlds that look alike to the mover get the same advice."""
    game, rng = load(game_id), Random("advice")
    for players in game.seats:
        state = game.start(players)
        for _ in range(60):
            if state.to_move == OVER:
                break
            if state.to_move == CHANCE:
                game.apply(state, game.draw(state, rng))
                continue
            seat = state.to_move
            world = game.guess(game.mask(state, seat), seat, rng)
            advice = [game.mind.advise(game.mask(each, seat), Random(1)) for each in (state, world)]
            assert advice[0] == advice[1]
            game.check(state, advice[0])
            game.apply(state, advice[0])


@pytest.mark.parametrize("game_id", GAMES)
def test_a_state_that_is_masked_for_somebody_else_lists_what_the_seat_to_move_may_do(game_id: str) -> None:
    """For a bot that looks ahead: it masks, takes its own action and asks what the next seat may do."""
    game, rng = load(game_id), Random("masked")
    state = game.start(game.seats[-1])
    for number in range(200):
        if state.to_move == OVER:
            break
        if state.to_move >= 0 and number % 10 == 0:
            for seat in (None, *range(game.seats[-1])):
                assert game.legal_actions(game.mask(state, seat))
        game.apply(state, game.random_action(state, rng))


@pytest.mark.parametrize("game_id", GAMES)
def test_positions_are_drawn_as_text_and_as_a_picture(game_id: str) -> None:
    game, rng = load(game_id), Random("draw")
    assert game.looks.text(None)
    assert game.looks.picture(None).lstrip().startswith("<svg")
    state = game.start(game.seats[-1])
    steps = 0
    while state.to_move != OVER:
        if steps % 40 == 0:
            view = game.looks.view(game.mask(state, 0), 0)
            assert game.looks.text(view)
            assert game.looks.picture(json.loads(json.dumps(view))).rstrip().endswith("</svg>")
        game.apply(state, game.random_action(state, rng))
        steps += 1
    view = game.looks.view(state, None)
    assert game.looks.text(view)
    assert game.looks.picture(view).rstrip().endswith("</svg>")


def trace_path(game_id: str) -> Path:
    return GAMES_HERE / GAMES[game_id] / f"trace-{game_id}.txt"


@pytest.mark.parametrize("game_id", GAMES)
def test_the_kept_trace_is_what_the_rules_say_today(game_id: str) -> None:
    assert trace(load(game_id)) == trace_path(game_id).read_text("utf-8")


RECORDS = sorted(GAMES_HERE.glob("*/records/*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_kept_records_replay_to_their_digests(path: Path) -> None:
    record = read(path.read_text("utf-8"))
    last_state(game_of(record), record)


@pytest.mark.parametrize("folder", sorted(set(GAMES.values())))
def test_every_game_keeps_records(folder: str) -> None:
    assert any(path.parent.parent.name == folder for path in RECORDS)


@pytest.mark.parametrize("game_id", [each for each in GAMES if has_boards(each)])
def test_our_boards_pass_their_own_check(game_id: str) -> None:
    game = load(game_id)
    again = load(game_id, json.dumps(game.board.data), "ours")
    assert again.board.digest == game.board.digest


if __name__ == "__main__":
    import sys

    for each in sys.argv[1:] or GAMES:
        trace_path(each).write_text(trace(load(each)), "utf-8")
