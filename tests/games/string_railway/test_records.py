"""One kept game for each number of players and each way in which a game is set up or goes wrong.

There is one ending only: all strings are laid or given up. Moves cannot be listed, so there is no perft.
`python -m tests.games.string_railway.test_records` plays them anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from branchline import game_of, load
from branchline.arena.selfplay import Match, play_match
from branchline.core.game import OVER, winners
from branchline.core.record import Record, last_state, new_record, play_row, read, write

FOLDER = Path(__file__).parent / "records"


def has_forfeit(record: Record) -> bool:
    return any(action[0] == "forfeit" for _, action, _ in record.rows)


def is_shared(record: Record) -> bool:
    return len(winners([tuple(map(int, score.split(","))) for score in record.result.split()])) > 1


def by_second_colour(record: Record) -> bool:
    """A game of two that the lower colours leave open."""
    first, second = (tuple(map(int, score.split(","))) for score in record.result.split())
    return first[0] == second[0] and first[1] != second[1]


def has_discard(record: Record) -> bool:
    return any(action[0] == "discard" for _, action, _ in record.rows)


def any_game(record: Record) -> bool:
    return True


WAYS: dict[str, tuple[int, dict[str, str], str, Callable[[Record], bool]]] = {
    "two-greedy": (2, {}, "greedy", any_game),
    "two-second-colour": (2, {}, "random", by_second_colour),
    "three-full-triangle": (3, {"triangle": "full"}, "greedy", any_game),
    "four-greedy": (4, {}, "greedy", any_game),
    "four-shared": (4, {}, "random", is_shared),
    "five-greedy": (5, {}, "greedy", any_game),
    "forfeit": (3, {}, "random", has_forfeit),
    "players-set-up": (4, {"terrain": "players", "field": "chosen"}, "random", any_game),
    "french-drawn-field": (5, {"reading": "french", "field": "drawn", "double": "on"}, "random", any_game),
    "discard": (3, {"unplaceable": "redraw"}, "random", has_discard),
}


@pytest.mark.parametrize("name", WAYS)
def test_a_game_of_each_way_is_kept(name: str) -> None:
    players, options, _, fits = WAYS[name]
    record = read((FOLDER / f"{name}.txt").read_text("utf-8"))
    assert (record.game, record.players, record.options | options) == (
        "string-railway",
        players,
        record.options,
    )
    assert fits(record)
    state = last_state(game_of(record), record)
    assert state.to_move == OVER


def small_board() -> str:
    """A table so small that tiles find no place."""
    data = json.loads(json.dumps(load("string-railway").board.data))
    data["id"] = "small"
    data["measures"] |= {"loop": 240_000, "tile": 7_000, "mountain": 60_000, "river": 40_000}
    return json.dumps(data)


def given_up() -> Record:
    """A random game in which every fourth string is given up."""
    game, rng = load("string-railway"), Random("given up")
    record, state = new_record(game, 3, {}, ["bot:random"] * 3), game.start(3)
    while state.to_move != OVER:
        action = game.random_action(state, rng)
        if action[0] == "lay" and state.turns % 4 == 3:
            action = ("forfeit", action[1])
        play_row(game, record, state, action)
    return record


def find(name: str) -> None:
    players, options, bot, fits = WAYS[name]
    if name == "forfeit":
        (FOLDER / f"{name}.txt").write_text(write(given_up()), "utf-8")
        return
    board = small_board() if name == "discard" else None
    match = Match("string-railway", (bot,) * players, f"records-{name}", options, board)
    for number in range(400):
        record = play_match(match, number)
        if fits(record):
            (FOLDER / f"{name}.txt").write_text(write(record), "utf-8")
            return
    raise LookupError(f"no game for {name}")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in WAYS:
        find(each)
