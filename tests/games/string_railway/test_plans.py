"""What the search is given: whole turns that are legal, and a look ahead that agrees with the chains."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from branchline.core.game import CHANCE, OVER
from branchline.core.mind import Plan
from branchline.games.string_railway.laying.chains import COUNT, KEY, TILES
from branchline.games.string_railway.laying.finder import Finder
from branchline.games.string_railway.mind.kernels.playout import SURE, next_gains
from branchline.games.string_railway.mind.likely import COARSE
from branchline.games.string_railway.mind.plans import varied
from branchline.games.string_railway.mind.ratings import HELD_BACK
from branchline.games.string_railway.rules.state import StringState
from branchline.games.string_railway.rules.tables import LIMITS

from .positions import GAME


def reached(seed: str, turns: int, players: int = 4, **options: str) -> StringState:
    """A position at the beginning of a turn, reached by quick play."""
    rng, state = Random(seed), GAME.start(players, **options)
    while not (state.to_move >= 0 and state.drawn and state.turns == turns):
        GAME.apply(state, GAME.random_action(state, rng))
    return state


@pytest.mark.parametrize(
    ("players", "turns", "options"),
    [(4, 0, {}), (3, 7, {}), (2, 5, {}), (5, 12, {}), (4, 6, {"extra": "optional"})],
)
def test_plans_are_whole_turns_in_variety(players: int, turns: int, options: dict[str, str]) -> None:
    state = reached("plans", turns, players, **options)
    before = state.copy()
    found = GAME.mind.plans(state, Random(1), 8)
    assert state == before
    assert 1 <= len(found) <= 8
    assert found == GAME.mind.plans(state, Random(1), 8)
    assert len(set(found)) == len(found)
    for plan in found:
        after = state.copy()
        for action in plan:
            assert after.to_move == state.to_move
            GAME.check(after, action)
            GAME.apply(after, action)
        assert after.turns == turns + 1 or after.to_move == CHANCE


def test_corners_are_plans_too() -> None:
    state = GAME.start(4, corners="chosen")
    rng = Random(2)
    while state.to_move == CHANCE:
        GAME.apply(state, GAME.draw(state, rng))
    found = GAME.mind.plans(state, rng, 3)
    assert len(found) == 3
    assert found[0] == (GAME.mind.advise(state, rng),)


def test_the_best_of_each_kind_comes_first() -> None:
    place, there = ("place", "town", (1, 1), 0), ("place", "town", (9, 9), 0)
    turns: list[tuple[float, Plan]] = [
        (5.0, (place, ("lay", "short", (1,)))),
        (4.0, (place, ("lay", "short", (2,)))),
        (3.0, (place, ("lay", "long", (3,)))),
        (2.0, (there, ("lay", "short", (4,)))),
    ]
    assert [plan[-1][2][0] for plan in varied(turns)] == [1, 3, 4, 2]


def test_a_lead_is_worth_more_the_fewer_strings_are_left() -> None:
    state = reached("lead", 4)
    state.score[1] += 5
    early = GAME.mind.outlook(state)
    assert sum(early) == pytest.approx(1)
    assert max(early) == early[1]
    state.short, state.long = [1] * 4, [0] * 4
    assert GAME.mind.outlook(state)[1] > early[1]
    state.to_move, state.score = OVER, [9, 9, 3, 1]
    assert GAME.mind.outlook(state) == [0.5, 0.5, 0, 0]


def test_a_playout_ends_in_shares_and_does_not_touch_the_state() -> None:
    state = reached("playout", 9)
    before = state.copy()
    near, far = GAME.mind.playout(state, Random(1), 1), GAME.mind.playout(state, Random(1), 99)
    assert sum(near) == pytest.approx(1) == pytest.approx(sum(far))
    assert state == before
    GAME.positions.kept.clear()
    assert GAME.mind.playout(state, Random(1), 99) == far, "what was kept of other positions changes nothing"


def test_looking_ahead_takes_the_best_chains_one_after_the_other() -> None:
    """The kernel beside the plain search with the same legs."""
    for turns in (3, 11):
        state = reached("ahead", turns)
        company = state.company
        finder = Finder(GAME.positions.of(state).layout, -1, COARSE)
        kinds, present = np.array(state.kinds), np.array(state.present)
        left, gains = np.array([state.short[company], 0]), np.zeros(2)
        measures = GAME.positions.measures(state.choices)
        count = next_gains(
            finder.leg_length, *finder.starts, *finder.ends, kinds, np.array(state.high),
            np.array(state.owners), present, company, left, np.array([measures.short, measures.long]),
            np.array(HELD_BACK, dtype=float), 0, gains,
        )  # fmt: skip
        assert count == min(2, state.short[company])
        assert left[0] == state.short[company] - count

        marked = state.copy()
        for gain in gains[:count]:
            plain = Finder(GAME.positions.of(marked).layout, company, COARSE)
            finder.usable, finder.mine = plain.usable, plain.mine
            finder.terminal, finder.worth = plain.terminal, plain.worth
            chain = finder.chains(measures.short, most=1)[0]
            assert gain == pytest.approx(SURE * chain[KEY] / 1000)
            for tile in chain[TILES : TILES + chain[COUNT]]:
                marked.present[tile] |= 1 << company
                assert marked.present[tile].bit_count() <= LIMITS[kinds[tile]]
        assert present.tolist() == marked.present
