"""Chapter "Flags"."""

from __future__ import annotations

import pytest

from .pieces import audit
from .positions import racing


@pytest.mark.rule("flag.colour")
def test_figure_4_a_flag_is_taken_only_by_the_mode_of_its_colour() -> None:
    at = racing("taxi moto bus", "walk skates car").put(s0="naito_morr")
    assert at.ride_to("moto", "mlk_burn")[1:] == [("took", 0, "morrison", "moto", 1)]
    assert at.on_card(0) == {"morrison": "purple"}
    at = racing("taxi moto bus", "walk skates car").put(s0="naito_morr")
    at.ride_to("taxi", "mlk_burn")
    assert at.on_card(0) == {}
    assert at.lying()["morrison"] == "purple"


@pytest.mark.rule("flag.colour")
def test_ending_on_a_bridge_takes_its_flag_too() -> None:
    at = racing("bus moto taxi", "walk skates car").put(s0="i405_lovejoy").flag("broadway", "red")
    at.do("ride bus lovejoy union br_broadway")
    assert at.on_card(0) == {"broadway": "red"}


@pytest.mark.rule("flag.colour")
def test_two_flags_in_one_move() -> None:
    at = racing("taxi moto bus", "taxi skates car", "taxi walk bike").put(s0="old_town")
    at.flag("broadway", "yellow").flag("burnside", "yellow").flag("morrison", "yellow")
    both = [ride for ride in at.rides("taxi") if {"br_burnside", "br_morrison"} <= set(ride)]
    assert both == []  # they are more than six steps apart from here
    at.put(s0="ov_burn_1st")
    both = [ride for ride in at.rides("taxi") if {"br_burnside", "br_morrison"} <= set(ride)]
    assert both
    events = at.do(" ".join(both[0]))
    assert at.on_card(0) == {"burnside": "yellow", "morrison": "yellow"}
    assert sorted(event[4] for event in events if event[0] == "took") == [0, 1]  # one colour more


@pytest.mark.rule("flag.blue")
def test_only_the_streetcar_takes_blue() -> None:
    at = racing("streetcar bus walk", "taxi skates car").put(s0="naito_ankeny")
    at.ride_to("streetcar", "br_steel")
    assert at.on_card(0) == {"steel": "blue"}
    at = racing("bus streetcar walk", "taxi skates car").put(s0="glisan_4")
    at.do("ride bus old_town br_steel rose_q")
    assert at.on_card(0) == {}


@pytest.mark.rule("flag.began")
def test_beginning_on_a_bridge_and_coming_back_by_a_loop_of_6_gives_no_flag() -> None:
    at = racing("moto bus walk", "moto skates car", "moto bike taxi").put(s0="br_morrison")
    loops = [ride for ride in at.rides("moto") if "br_morrison" in ride]
    assert all("exchange" not in ride for ride in loops)
    for ride in at.rides("moto"):
        other = racing("moto bus walk", "moto skates car", "moto bike taxi").put(s0="br_morrison")
        assert other.steps("moto") == {6}
        other.do(" ".join(ride))
        assert "morrison" not in other.on_card(0)


@pytest.mark.rule("flag.began")
def test_leaving_a_bridge_gives_nothing_even_as_an_exchange() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="br_morrison").card(0, morrison="red")
    assert at.refused("ride moto i5_morr mlk_morr mlk_burn burn_12 exchange morrison").rule == "flag.began"
    longer = racing("moto bus double", "taxi skates car").put(s0="br_morrison").card(0, morrison="red")
    longer.do("double")
    way = "naito_morr morr_1st first_oak naito_ankeny naito_morr br_morrison i5_morr mlk_morr"
    assert longer.refused(f"ride moto {way} exchange morrison").rule == "flag.began"


@pytest.mark.rule("flag.card")
def test_a_flag_goes_by_itself_to_an_empty_place() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr")
    way = "ride moto br_morrison i5_morr mlk_morr belmont_12"
    refusal = at.refused(f"{way} exchange morrison")
    assert refusal.rule == "flag.card"
    at.do(way)
    assert at.on_card(0) == {"morrison": "purple"}
    audit(at.game, at.state)


@pytest.mark.rule("flag.exchange")
@pytest.mark.rule("flag.return")
def test_with_a_flag_already_there_one_may_exchange_or_not() -> None:
    for extra, card, lies in (((), "red", "purple"), (("morrison",), "purple", None)):
        at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr").card(0, morrison="red")
        bag = list(at.state.bag)
        events = at.ride_to("moto", "belmont_12", *extra)
        assert at.on_card(0) == {"morrison": card}
        assert at.lying()["morrison"] == lies
        assert (("gave-back", 0, "morrison", "red", -1) in events) == bool(extra)
        red = at.game.tables.colour["red"]
        assert at.state.bag[red] - bag[red] == len(extra)
        audit(at.game, at.state)


@pytest.mark.rule("flag.exchange")
def test_an_exchange_for_the_same_colour_changes_no_colour() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr").card(0, morrison="purple")
    assert at.ride_to("moto", "belmont_12", "morrison")[1:] == [
        ("gave-back", 0, "morrison", "purple", 0),
        ("took", 0, "morrison", "moto", 0),
    ]


@pytest.mark.rule("flag.exchange")
def test_flags_are_exchanged_on_the_way_only() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr").card(0, morrison="red")
    for way in ("naito_ankeny first_oak skidmore first_davis", "first_davis"):
        refusal = at.refused(f"ride moto {way} exchange morrison")
        assert refusal.rule == "flag.exchange"
        assert "does not enter Morrison Bridge" in str(refusal)


@pytest.mark.rule("flag.exchange")
def test_a_flag_may_be_exchanged_for_one_of_the_same_colour() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr").card(0, morrison="purple")
    at.ride_to("moto", "belmont_12", "morrison")
    assert at.on_card(0) == {"morrison": "purple"}
    assert at.lying()["morrison"] is None


@pytest.mark.rule("flag.exchange")
def test_one_is_asked_for_each_full_place_on_the_way() -> None:
    at = racing("taxi moto bus", "taxi skates car", "taxi walk bike").put(s0="ov_burn_1st")
    at.flag("burnside", "yellow").flag("morrison", "yellow").card(0, burnside="red", morrison="green")
    words = {ride[ride.index("exchange") :] for ride in at.rides("taxi") if "exchange" in ride}
    assert words >= {
        ("exchange", "burnside"),
        ("exchange", "morrison"),
        ("exchange", "burnside", "morrison"),
    }


@pytest.mark.rule("flag.exchange")
@pytest.mark.rule("flag.colour")
def test_an_exchange_names_bridges_on_the_way_with_the_right_flag() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr")
    at.card(0, morrison="red", fremont="green").flag("morrison", "black")
    way = "ride moto br_morrison i5_morr mlk_morr belmont_12"
    assert at.refused(f"{way} exchange fremont").rule == "flag.colour"
    refusal = at.refused(f"{way} exchange morrison")
    assert refusal.rule == "flag.colour"
    assert "purple flags" in str(refusal)
    assert "lies black" in str(refusal)
    at.flag("morrison", None)
    assert "lies nothing" in str(at.refused(f"{way} exchange morrison"))


@pytest.mark.rule("flag.return")
def test_an_old_blue_flag_returns_to_those_laid_aside() -> None:
    at = racing("streetcar bus walk", "taxi skates car").put(s0="naito_ankeny").card(0, steel="blue")
    aside = at.state.bag[at.game.tables.streetcar]
    at.ride_to("streetcar", "br_steel", "steel")
    assert at.on_card(0) == {"steel": "blue"}
    assert at.state.bag[at.game.tables.streetcar] == aside + 1
    audit(at.game, at.state)


@pytest.mark.rule("flag.empty")
def test_an_emptied_bridge_stays_empty_until_the_end_of_the_round() -> None:
    at = racing("moto bus walk", "moto skates car").put(s0="naito_morr", s1="naito_morr")
    at.ride_to("moto", "belmont_12") if "belmont_12" in at.ends("moto") else at.ride_to("moto", "ladds")
    while at.state.round == 1:
        assert at.lying()["morrison"] is None
        at.any_ride()
    assert at.state.to_move == -1
