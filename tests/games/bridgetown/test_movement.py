"""Chapters "Movement" and "Streetcar"."""

from __future__ import annotations

import pytest

from .positions import Position, racing


def driving(space: str, mode: str = "bus") -> Position:
    return racing(f"{mode} moto bike", "taxi skates car").put(s0=space)


@pytest.mark.rule("move.connected")
def test_driving_3_from_the_start() -> None:
    assert driving("start").ends("bus") == {
        "alder_10", "burn_bway", "ev_10", "i405_lovejoy", "jeff_405", "pearl",
    }  # fmt: skip


def test_a_ride_says_its_way_so_that_screens_can_show_it() -> None:
    at = driving("start")
    ride = next(ride for ride in at.rides("bus") if ride[-1] == "pearl")
    (rode, *_) = at.do(" ".join(ride))
    assert rode == ("rode", 0, "bus", 3, "pearl", "start", *ride[2:])


@pytest.mark.rule("move.connected")
def test_a_step_follows_a_connection() -> None:
    refusal = driving("pearl").refused("ride bus i405_glisan union hoyt")
    assert refusal.rule == "move.connected"
    assert "NW Lovejoy" in str(refusal)


@pytest.mark.rule("move.still")
def test_to_stand_still_is_no_step_and_has_nothing_to_do_with_decks() -> None:
    for way in ("pearl pearl ev_10", "ev_10 ev_10 burn_10"):
        refusal = driving("pearl").refused(f"ride bus {way}")
        assert refusal.rule == "move.still"
        assert "is where you are already" in str(refusal)
        assert "deck" not in str(refusal)


@pytest.mark.rule("move.still")
def test_at_the_start_nobody_is_told_that_he_returns_to_it() -> None:
    for way in ("start", "start burn_405 burn_10"):
        assert driving("start").refused(f"ride bus {way}").rule == "move.still"


@pytest.mark.rule("move.end")
def test_to_end_where_one_stands_takes_a_loop_of_that_length() -> None:
    assert driving("first_oak").accepts("ride moto first_oak").endswith(" first_oak")
    refusal = driving("pearl").refused("ride bus pearl")
    assert refusal.rule == "move.end"
    assert str(refusal).startswith("No ride of 3 spaces by Bus ends on Pearl District; near it")


@pytest.mark.rule("move.start")
def test_nobody_returns_to_the_start() -> None:
    at = driving("i405_glisan")
    assert at.refused("ride bus burn_405 start burn_405").rule == "move.start"
    assert at.refused("ride bus start").rule == "move.start"
    assert "start" not in {id for ride in at.rides("bus") for id in ride}


@pytest.mark.rule("move.u-turn")
def test_no_u_turn_within_a_move() -> None:
    refusal = driving("pearl").refused("ride bus ev_10 pearl ev_10")
    assert refusal.rule == "move.u-turn"
    assert "but go to" in str(refusal)


@pytest.mark.rule("move.u-turn")
def test_between_two_moves_one_may_turn_back() -> None:
    at = racing("walk bike bus", "taxi skates car").put(s0="pearl")
    at.ride_to("walk", "ev_10")
    at.any_ride()
    assert at.allows("ride bike pearl bway_glisan")


@pytest.mark.rule("move.u-turn")
def test_going_round_a_loop_is_no_u_turn() -> None:
    at = driving("first_oak", "car")
    assert "first_oak" in at.ends("moto")  # the block between Naito and 1st has four corners
    assert "first_oak" not in at.ends("bike")


@pytest.mark.rule("move.overpass")
@pytest.mark.rule("move.walker")
def test_figure_3_one_step_from_the_overpass_nobody_turns_there_except_walkers() -> None:
    at = racing("walk moto double", "taxi skates car").put(s0="ov_burn_1st")
    assert at.ends("walk") == {"br_burnside", "burn_bway", "first_davis", "first_oak"}
    assert {ride[2] for ride in at.rides("moto")} == {"br_burnside", "burn_bway"}


@pytest.mark.rule("move.overpass")
def test_a_driver_is_told_that_only_walkers_turn_at_an_overpass() -> None:
    at = driving("burn_bway")
    for there in ("first_oak", "skidmore"):
        refusal = at.refused(f"ride bus ov_burn_1st {there} morr_1st")
        assert refusal.rule == "move.overpass"
        assert str(refusal).startswith("Burnside over 1st is a deck of an overpass")


@pytest.mark.rule("move.walker")
def test_a_walk_that_ends_on_an_overpass_chooses_its_deck() -> None:
    at = racing("walk moto bike", "taxi skates car").put(s0="burn_bway")
    assert {"ov_burn_1st", "skidmore"} <= at.ends("walk")
    at.do("ride walk skidmore")
    assert at.at(0) == "skidmore"


@pytest.mark.rule("move.walker")
def test_a_walker_cannot_turn_back_by_the_other_deck() -> None:
    at = racing("walk moto bike", "walk skates car").put(s0="ov_burn_1st")
    assert at.steps("walk") == {2}
    assert at.refused("ride walk burn_bway skidmore").rule == "move.u-turn"
    assert "skidmore" not in at.ends("walk")


@pytest.mark.rule("move.walker")
def test_changing_deck_is_no_step_of_its_own() -> None:
    at = racing("walk moto bike", "taxi skates car").put(s0="ov_burn_1st")
    assert "skidmore" not in at.ends("walk")
    assert at.refused("ride walk skidmore").rule == "move.walker"
    at = racing("walk moto bike", "walk skates car").put(s0="burn_bway")
    assert {"first_davis", "first_oak", "br_burnside"} <= at.ends("walk")  # two steps, over either deck


@pytest.mark.rule("move.share")
def test_racers_share_spaces_and_never_block() -> None:
    at = racing("walk taxi bike", "skates moto car").put(s0="burn_405", s1="burn_10")
    at.do("ride walk burn_10")
    assert at.at(0) == at.at(1) == "burn_10"
    assert "burn_bway" in {ride[2] for ride in at.rides("car")}


@pytest.mark.rule("move.bridge")
def test_a_move_may_end_on_a_bridge_and_the_next_leaves_it_either_way() -> None:
    at = racing("walk bike bus", "taxi skates car").put(s0="naito_morr")
    at.do("ride walk br_morrison")
    at.any_ride()
    assert {ride[2] for ride in at.rides("bus")} == {"naito_morr", "i5_morr"}


@pytest.mark.rule("move.outcome")
def test_one_way_is_listed_for_each_end_and_flags() -> None:
    at = driving("i405_taylor")
    outcomes = [ride[-1] for ride in at.rides("bus")]
    assert len(outcomes) == len(set(outcomes))
    at = racing("moto taxi bike", "walk skates car").put(s0="morr_1st").flag("morrison", None)
    blocks = (
        ("first_oak", "naito_ankeny", "naito_morr"),
        ("naito_morr", "naito_salmon", "yamhill_1st"),
        ("yamhill_1st", "pioneer", "bway_morr"),
    )
    ways = [" ".join((*way, "morr_1st")) for block in blocks for way in (block, block[::-1])]
    listed = [way for way in ways if at.allows(f"ride moto {way}")]
    assert len(listed) == 1
    for way in ways:
        assert at.accepts(f"ride moto {way}") == f"ride moto {listed[0]}"


def streetcar(space: str, *more: str) -> Position:
    return racing("streetcar bus walk", "taxi skates car", *more).put(s0=space)


@pytest.mark.rule("streetcar.rails")
@pytest.mark.rule("streetcar.board")
@pytest.mark.parametrize(
    ("space", "ends"),
    [
        ("ov_burn_1st", {"bway_glisan", "pioneer", "rose_q"}),  # the stairs cost a step
        ("skidmore", {"holladay", "library", "pearl"}),  # the deck below
        ("naito_ankeny", {"br_steel", "glisan_4", "library"}),  # next to the rails
    ],
)
def test_streetcar_5(space: str, ends: set[str]) -> None:
    assert streetcar(space).ends("streetcar") == ends


@pytest.mark.rule("streetcar.rails")
def test_the_streetcar_leaves_the_rails_nowhere() -> None:
    at = streetcar("pearl")
    refusal = at.refused("ride streetcar ev_10 burn_10 burn_bway ov_burn_1st br_burnside")
    assert refusal.rule == "streetcar.rails"
    assert "SW Alder & 10th" in str(refusal)
    assert at.refused("ride streetcar bway_glisan hoyt union naito_n old_town").rule == "streetcar.rails"


@pytest.mark.rule("streetcar.rails")
def test_all_other_modes_may_use_the_rails_and_cross_steel() -> None:
    at = driving("glisan_4")
    assert at.allows("ride bus old_town br_steel rose_q")


@pytest.mark.rule("streetcar.board")
@pytest.mark.rule("stuck.walk")
def test_figure_3_the_streetcar_is_boarded_by_the_stairs() -> None:
    at = streetcar("ov_i5_rail")
    assert {ride[2] for ride in at.rides("streetcar")} == {"holladay"}
    assert "walk" not in at.verbs()


@pytest.mark.rule("streetcar.board")
@pytest.mark.rule("stuck.walk")
@pytest.mark.rule("stuck.stay")
def test_streetcar_from_the_start_cannot_move_but_walk_or_stay() -> None:
    at = streetcar("start")
    actions = {action for action in at.game.legal_actions(at.state) if action[1] == "streetcar"}
    assert actions == {("walk", "streetcar", "burn_405"), ("stay", "streetcar")}
    refusal = at.refused("ride streetcar burn_405 burn_10 ev_10 pearl bway_glisan")
    assert refusal.rule == "streetcar.board"
    at.do("walk streetcar burn_405")
    assert at.at(0) == "burn_405"
    assert at.game.looks.view(at.state, 0)["seats"][0]["modes"] == ["walk", "bus"]


@pytest.mark.rule("stuck.stay")
def test_who_cannot_move_may_stay_and_gets_the_coordinator_back() -> None:
    at = streetcar("ladds")
    assert at.do("stay streetcar") == [("stayed", 0, "streetcar")]
    assert at.at(0) == "ladds"
    assert "streetcar" not in at.game.looks.view(at.state, 0)["seats"][0]["modes"]


@pytest.mark.rule("stuck.walk")
def test_the_walk_is_one_step_by_a_walkers_rules_and_has_no_bonus() -> None:
    at = racing("streetcar bus walk", "streetcar skates car").put(s0="ov_hawt_i5")
    walks = {action[2] for action in at.game.legal_actions(at.state) if action[0] == "walk"}
    assert walks == {"br_hawthorne", "mlk_hawt", "water_salmon", "omsi"}
    refusal = at.refused("walk streetcar pearl")
    assert refusal.rule == "stuck.walk"
    assert "OMSI" in str(refusal)
    assert at.refused("walk streetcar i5_hawt").rule == "move.walker"
    assert at.refused("walk streetcar ov_hawt_i5").rule == "move.still"


@pytest.mark.rule("stuck.walk")
def test_first_and_swap_may_go_with_the_walk() -> None:
    at = racing("bus walk car", "streetcar first swap").put(s1="ladds")
    at.do("first", "swap fremont broadway", "walk streetcar mlk_hawt")
    assert at.state.specials[1] == 0


@pytest.mark.rule("stuck.only")
def test_a_mode_that_can_move_must_move() -> None:
    at = streetcar("pearl")
    for text in ("walk streetcar ev_10", "stay streetcar", "stay bus"):
        assert at.refused(text).rule == "stuck.only"


@pytest.mark.rule("stuck.flag")
def test_the_walk_takes_no_flag_not_even_a_white_one() -> None:
    at = streetcar("powell_e")
    assert at.lying()["ross_island"] == "white"
    at.do("walk streetcar br_ross")
    assert at.at(0) == "br_ross"
    assert at.on_card(0) == {}
    assert at.lying()["ross_island"] == "white"
