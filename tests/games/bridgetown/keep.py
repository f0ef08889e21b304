"""The kept records of these tests.

    python -m tests.games.bridgetown.keep

writes them anew after a change of the rules that is meant; the difference then belongs into the commit.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random

from branchline.core.game import CHANCE, OVER, winners
from branchline.core.record import Record, new_record, play_row, read, write
from branchline.games import load
from branchline.games.bridgetown.rules.state import BridgetownState

HERE = Path(__file__).parent
GAME = load("bridgetown")

Wanted = Callable[[BridgetownState], bool]


def eight(state: BridgetownState) -> bool:
    return any(score[0] for score in GAME.scores(state))


def alone(state: BridgetownState) -> bool:
    return not eight(state) and len(winners(GAME.scores(state))) == 1


def shared(state: BridgetownState) -> bool:
    return len(winners(GAME.scores(state))) > 1


def broken(state: BridgetownState) -> bool:
    """Equal in colours and in flags, so that the place in the turn order decides."""
    scores = sorted(score[:3] for score in GAME.scores(state))
    return not eight(state) and scores[-1] == scores[-2]


def anything(state: BridgetownState) -> bool:
    return True


# name, players, options, what the end must be
RECORDS: tuple[tuple[str, int, dict[str, str], Wanted], ...] = (
    ("eight-flags", 4, {}, eight),
    ("five-rounds", 2, {}, alone),
    ("shared-win", 3, {}, shared),
    ("light-no-specials", 3, {"specials": "off"}, anything),
    ("light-free-streetcar", 4, {"streetcar": "free"}, anything),
    ("ties-broken", 2, {"ties": "break"}, broken),
)


def played(players: int, options: dict[str, str], seed: int) -> tuple[Record, BridgetownState]:
    """A game of players with a plan who now and then do anything at all, so that every rule is met."""
    rng = Random(seed)
    record, state = new_record(GAME, players, options), GAME.start(players, **options)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            action = GAME.draw(state, rng)
        elif rng.random() < 0.2:
            action = rng.choice(GAME.legal_actions(state))
        else:
            action = GAME.mind.advise(state, rng)
        play_row(GAME, record, state, action)
    return record, state


def kept(name: str) -> Record:
    return read((HERE / "records" / f"{name}.txt").read_text("utf-8"))


def main() -> None:
    for name, players, options, wanted in RECORDS:
        for seed in count():
            record, state = played(players, options, seed)
            if wanted(state):
                (HERE / "records" / f"{name}.txt").write_text(write(record), "utf-8")
                break


if __name__ == "__main__":
    main()
