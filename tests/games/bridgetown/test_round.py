"""Chapters "Round", "End" and "The lighter game"."""

from __future__ import annotations

from typing import Any

import pytest

from branchline.core.errors import Refused
from branchline.core.game import CHANCE, OVER, winners

from .pieces import audit
from .positions import FLAGS, Position, begun, game, racing


def last_ride(*cards: dict[str, str], first: int = 0, round: int = 1, **options: str) -> Position:
    """The last rider of a round is about to move, from far away, with these flags on the cards."""
    at = racing(*["walk bus car"] * len(cards), first=first, round=round, **options)
    at.put(**{f"s{seat}": "irvington" for seat in range(len(cards))})
    for seat, card in enumerate(cards):
        at.card(seat, **card)
    for _ in range(3 * len(cards) - 1):
        at.any_ride()
    return at


@pytest.mark.rule("round.boat")
def test_the_boat_moves_to_the_next_barge() -> None:
    at = last_ride({}, {}, round=2)
    assert at.game.looks.view(at.state, None)["round"] == 2
    at.any_ride()
    assert at.state.round == 3


@pytest.mark.rule("round.first")
def test_fewest_flags_begins() -> None:
    at = last_ride({"fremont": "red"}, {"burnside": "red", "marquam": "red"}, {"fremont": "green"} | {})
    at.card(2, marquam="green", burnside="green")
    at.any_ride()
    assert at.state.first == 0


@pytest.mark.rule("round.first")
def test_a_and_b_tie_with_the_fewest_flags_after_b_began_so_a_begins() -> None:
    at = last_ride({}, {}, {"burnside": "red"}, {"fremont": "green"}, first=1)
    at.any_ride()
    assert at.state.first == 0


@pytest.mark.rule("round.first")
def test_the_previous_first_player_comes_last_among_equals() -> None:
    at = last_ride({}, {}, {}, first=2)
    at.any_ride()
    assert at.state.first == 0


@pytest.mark.rule("round.first")
def test_flags_count_and_not_colours() -> None:
    at = last_ride({"fremont": "red", "burnside": "red"}, {"fremont": "green"}, first=1)
    at.any_ride()
    assert at.state.first == 1


@pytest.mark.rule("round.blue")
def test_steel_gets_a_new_blue_flag_if_it_is_empty() -> None:
    at = last_ride({}, {}).flag("steel", None)
    assert ("flag", "steel", "blue") in at.any_ride()
    assert at.lying()["steel"] == "blue"
    audit(at.game, at.state)


@pytest.mark.rule("round.blue")
def test_steel_keeps_the_flag_that_it_has() -> None:
    at = last_ride({}, {})
    aside = at.state.bag[at.game.tables.streetcar]
    at.any_ride()
    assert at.state.bag[at.game.tables.streetcar] == aside


@pytest.mark.rule("round.refill")
@pytest.mark.rule("setup.two")
def test_empty_bridges_are_refilled_from_the_top_down_with_any_colour() -> None:
    at = last_ride({}, {}, {}).flag("ross_island", None).flag("broadway", "red").flag("burnside", None)
    at.any_ride()
    assert at.state.to_move == CHANCE
    draws = {action[1:] for action, _ in at.game.chance(at.state)}
    assert ("burnside", "red") in draws  # a third one: the limit was for set-up
    assert {bridge for bridge, _ in draws} == {"burnside"}
    assert "blue" not in {colour for _, colour in draws}
    at.do("flag burnside red", "flag ross_island red")
    assert at.state.to_move == at.state.first
    assert at.verbs() == {"place"}


@pytest.mark.rule("round.refill")
def test_with_no_empty_bridge_the_next_round_begins_at_once() -> None:
    at = last_ride({}, {})
    at.any_ride()
    assert (at.state.round, at.state.to_move) == (2, 1)


@pytest.mark.rule("end.last")
@pytest.mark.rule("end.colours")
def test_after_round_five_nothing_is_drawn_and_most_colours_win() -> None:
    cards: tuple[dict[str, str], ...] = (
        {"fremont": "red", "burnside": "red", "marquam": "red"},
        {"fremont": "green", "burnside": "white"},
    )
    at = last_ride(*cards, round=5).flag("morrison", None)
    assert ("last-round", 5) in at.any_ride()
    assert at.state.to_move == OVER
    assert at.lying()["morrison"] is None
    assert at.game.scores(at.state) == [(0, 1), (0, 2)]


@pytest.mark.rule("end.colours")
def test_equal_colours_share_the_win_whatever_the_number_of_flags() -> None:
    cards: tuple[dict[str, str], ...] = ({"fremont": "red", "burnside": "red"}, {"fremont": "green"}, {})
    at = last_ride(*cards, round=5)
    at.any_ride()
    assert winners(at.game.scores(at.state)) == [0, 1]


@pytest.mark.rule("end.tie-break")
def test_the_tie_break_counts_flags_and_then_the_later_place() -> None:
    cards: tuple[dict[str, str], ...] = ({"fremont": "red", "burnside": "red"}, {"fremont": "green"}, {})
    at = last_ride(*cards, round=5, ties="break")
    at.any_ride()
    assert winners(at.game.scores(at.state)) == [0]
    at = last_ride(
        {"fremont": "red"}, {"fremont": "green"}, {"fremont": "white"}, first=1, round=5, ties="break"
    )
    at.any_ride()
    assert winners(at.game.scores(at.state)) == [0]  # the last in the order 1, 2, 0


SEVEN = {bridge: colour for bridge, colour in FLAGS.items() if bridge != "morrison"} | {"steel": "blue"}


@pytest.mark.rule("end.eight")
def test_eight_flags_win_at_once_in_mid_round_whatever_the_colours() -> None:
    card = {**dict.fromkeys(SEVEN, "red"), "steel": "blue"}
    at = racing("moto bus walk", "taxi skates car", "walk skates bike")
    at.state.bag[3] = 10  # enough red flags for such a card
    at.put(s0="naito_morr").card(0, **card).card(1, fremont="green", burnside="white", marquam="black")
    events = at.ride_to("moto", "belmont_12")
    assert events[-1] == ("crossed-all", 0)
    assert at.state.to_move == OVER
    scores = at.game.scores(at.state)
    assert scores[0] == (1, 3)
    assert winners(scores) == [0]
    with pytest.raises(Refused, match="the game is over"):
        at.game.legal_actions(at.state)


@pytest.mark.rule("end.eight")
def test_figure_4_the_winners_card_has_eight_flags_of_eight_colours() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr").card(0, **SEVEN)
    at.ride_to("moto", "belmont_12")
    assert at.game.scores(at.state)[0] == (1, 8)


@pytest.mark.rule("end.eight")
def test_fewer_colours_with_all_bridges_beat_more_colours_without() -> None:
    at = racing("moto bus walk", "taxi skates car", ties="break").put(s0="naito_morr")
    at.state.bag[3] = 10
    at.card(0, **{**dict.fromkeys(SEVEN, "red"), "steel": "blue"}).card(1, **SEVEN)
    at.ride_to("moto", "belmont_12")
    assert winners(at.game.scores(at.state)) == [0]


@pytest.mark.rule("light.specials")
def test_without_special_actions_nobody_places_on_them() -> None:
    at = begun(2, specials="off")
    assert len(at.game.legal_actions(at.state)) == 8
    assert at.refused("place double").rule == "light.specials"
    assert at.game.looks.view(at.state, None)["specials"] == []


@pytest.mark.rule("light.streetcar")
def test_without_streetcar_rules_it_goes_anywhere_and_takes_blue_on_any_bridge() -> None:
    at = racing("streetcar bus walk", "taxi skates car", streetcar="free").put(s0="naito_morr")
    at.flag("steel", "purple").flag("morrison", "blue")
    at.ride_to("streetcar", "burn_12")
    assert at.on_card(0) == {"morrison": "blue"}
    audit(at.game, at.state)


@pytest.mark.rule("light.streetcar")
@pytest.mark.parametrize(("players", "each"), [(2, 3), (3, 4), (4, 5)])
def test_without_streetcar_rules_blue_is_drawn_like_any_colour(players: int, each: int) -> None:
    at = Position(game(), game().start(players, streetcar="free"))
    assert at.state.bag == [each] * 8
    order: list[Any] = []
    for colour in ("blue", "blue", "red", "red", "green", "green", "black", "black"):
        draws = [action for action, _ in at.game.chance(at.state)]
        order.append(draws[0][1])
        if len(order) > 2:
            assert ("flag", order[-1], "blue") not in draws  # setup.two holds for blue as well
        at.do(f"flag {order[-1]} {colour}")
    assert order == at.game.tables.bridge_ids
    audit(at.game, at.state)


@pytest.mark.rule("light.streetcar")
def test_without_streetcar_rules_swap_moves_blue_and_an_old_blue_goes_into_the_bag() -> None:
    at = racing("streetcar swap walk", "taxi skates car", streetcar="free").put(s0="naito_morr")
    assert at.lying()["steel"] == "blue"
    at.card(0, morrison="blue")
    at.do("swap steel morrison")
    assert at.lying()["steel"] == "purple"
    bag = at.state.bag[at.game.tables.streetcar]
    at.ride_to("streetcar", "burn_12", "morrison")
    assert at.state.bag[at.game.tables.streetcar] == bag + 1
    audit(at.game, at.state)


@pytest.mark.rule("light.streetcar")
def test_without_streetcar_rules_steel_is_refilled_from_the_bag() -> None:
    at = last_ride({}, {}, streetcar="free").flag("steel", None)
    at.any_ride()
    draws = {action[1:] for action, _ in at.game.chance(at.state)}
    assert {bridge for bridge, _ in draws} == {"steel"}
    assert {"red", "blue"} <= {colour for _, colour in draws}
