"""One kept game for each way in which a game can end.

`python -m tests.games.sncf.test_records` finds them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline import load
from branchline.arena.selfplay import Match, play_match
from branchline.core.bits import bits
from branchline.core.record import Record, last_state, read, write
from branchline.games.sncf.rules.game import ALL, Sncf
from branchline.games.sncf.rules.state import ENDINGS

FOLDER = Path(__file__).parent / "records"
WAYS = {
    "france-goal": ("sncf-france", "goal", {}, "random"),
    "france-goal-at-once": ("sncf-france", "goal", {"end": "at-once"}, "random"),
    "france-boxes": ("sncf-france", "boxes", {}, "random"),
    "france-stall": ("sncf-france", "stall", {"stall": "1"}, "random"),
    "france-joint": ("sncf-france", "boxes", {}, "random"),
    "france-greedy-open": ("sncf-france", "goal", {"hidden": "open"}, "greedy"),
    "germany-purple": ("sncf-germany", "purple", {}, "random"),
    "germany-impossible": ("sncf-germany", "impossible", {}, "random"),
    "germany-impossible-boxes": ("sncf-germany", "impossible", {"possible": "boxes"}, "random"),
    "germany-dead-end": ("sncf-germany", "dead-end", {}, "random"),
    "germany-stall": ("sncf-germany", "stall", {"stall": "1"}, "random"),
    "germany-greedy-tally": ("sncf-germany", "purple", {"hidden": "tally"}, "greedy"),
}


@pytest.mark.parametrize("name", WAYS)
def test_a_game_of_each_ending_is_kept(name: str) -> None:
    game_id, ending, options, _ = WAYS[name]
    record = read((FOLDER / f"{name}.txt").read_text("utf-8"))
    assert (record.game, record.options | options) == (game_id, record.options)
    state = last_state(load(game_id), record)
    assert ENDINGS[state.ended] == ending


def test_every_ending_has_its_game() -> None:
    assert {ending for _, ending, _, _ in WAYS.values()} == set(ENDINGS[1:])


def in_each_others_way(record: Record) -> list[str]:
    """What was refused in this game because two railroads or more would have been in each other's way."""
    game = load(record.game)
    assert isinstance(game, Sncf)
    state, found = game.start(record.players, **record.options), []
    for seat, action, _ in record.rows:
        for railroad in ALL if seat >= 0 else ():
            for index in bits(state.plan.joint & state.open[railroad] & ~state.plan.spare[railroad]):
                if state.box[railroad] and state.building in (-1, railroad):
                    found.append(str(game.explain(state, game.tables.build[railroad][index])))
        game.apply(state, action)
    return found


@pytest.mark.rule("build.cut-off")
def test_a_game_in_which_railroads_are_in_each_others_way_is_kept() -> None:
    refusals = in_each_others_way(read((FOLDER / "france-joint.txt").read_text("utf-8")))
    assert any("in each other's way" in refusal for refusal in refusals)


def find(name: str) -> None:
    game_id, ending, options, bot = WAYS[name]
    for number in range(30_000):
        record = play_match(Match(game_id, (bot,) * (3 + number % 4), "records", options), number)
        if name == "france-joint" and len(in_each_others_way(record)) < 3:
            continue
        if ENDINGS[last_state(load(game_id), record).ended] == ending:
            (FOLDER / f"{name}.txt").write_text(write(record), "utf-8")
            return
    raise LookupError(f"no game ended by {ending}")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in WAYS:
        find(each)
