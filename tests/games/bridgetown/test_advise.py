"""The greedy player: legal, quick, and far better than chance."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

import pytest

from branchline.core.game import CHANCE, OVER, winners
from branchline.games.bridgetown.rules.state import BridgetownState

from .positions import begun, game, racing


def played(players: int, rng: Random, plan: bool = True) -> BridgetownState:
    state = game().start(players)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            action = game().draw(state, rng)
        elif plan:
            action = game().mind.advise(state, rng)
        else:
            action = rng.choice(game().legal_actions(state))
        game().apply(state, action)
    return state


@pytest.mark.prove("greedy")
def test_greedy_players_collect_five_flags_each(count: Callable[[int, int], int]) -> None:
    rng, games = Random(9), count(4, 100)
    flags = [held.bit_count() for _ in range(games) for held in played(4, rng).held]
    assert sum(flags) / len(flags) >= 5


def test_it_takes_a_flag_that_lies_before_it() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr")
    assert "br_morrison" in game().mind.advise(at.state, Random(1))


def test_it_chooses_modes_for_flags_within_reach() -> None:
    at = begun(2)
    at.put(s0="naito_morr")
    taken = set()
    for _ in range(3):
        action = game().mind.advise(at.state, Random(1))
        assert action[0] == "place"
        taken.add(action[1])
        at.do(" ".join(action), "place " + ("taxi", "bus", "car")[len(taken) - 1])
    assert "moto" in taken


def test_it_uses_the_specials_that_it_holds() -> None:
    at = racing("bike double walk", "taxi skates car").put(s0="i405_lovejoy")
    at.flag("broadway", "green")
    assert game().mind.advise(at.state, Random(1)) == ("double",)  # four steps reach over Broadway
    at.do("double")
    assert "br_broadway" in game().mind.advise(at.state, Random(1))
    at = racing("moto swap walk", "taxi skates car").put(s0="vaughn", s1="ladds")
    action = game().mind.advise(at.state, Random(1))
    assert action == ("swap", "fremont", "morrison")  # the purple flag comes to Fremont
    at = racing("moto bus walk", "moto first car").put(s0="naito_morr", s1="naito_morr")
    assert game().mind.advise(at.state, Random(1)) == ("first",)
    at = racing("taxi bus walk", "moto first car").put(s0="naito_morr", s1="ladds")
    assert game().mind.advise(at.state, Random(1)) == ("decline",)


def test_a_decision_takes_well_under_half_a_second() -> None:
    at = begun(4)
    game().mind.advise(at.state, Random(1))  # the tables are filled once
    took = []
    for _ in range(3):  # on a busy machine one of them may take twice as long
        began = process_time()
        game().mind.advise(at.state, Random(1))
        took.append(process_time() - began)
    assert min(took) < 0.5


def test_a_position_looks_better_with_flags_and_best_when_won() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr")
    before = game().mind.value(at.state, 0)
    at.ride_to("moto", "belmont_12")
    assert game().mind.value(at.state, 0) > before > game().mind.value(at.state, 1) - 1
    assert game().mind.value(at.state, 1) < before
    state = played(2, Random(3), plan=False)
    won = winners(game().scores(state))
    values = [game().mind.value(state, seat) for seat in range(2)]
    assert values.index(max(values)) in won
