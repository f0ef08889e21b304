"""View, text, picture and ledger."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from random import Random
from typing import Any

import pytest
from rich.text import Text

from branchline.core.action import from_typed
from branchline.core.errors import Refused
from branchline.core.game import OVER
from branchline.games.bridgetown.rules import movement, why

from .positions import Position, begun, game, racing


def test_the_view_shows_speed_now_and_if_one_waits() -> None:
    at = racing("taxi bus walk", "taxi skates car", "taxi walk bike")
    wheel = {mode["id"]: mode for mode in at.game.looks.view(at.state, 0)["wheel"]}
    assert (wheel["taxi"]["base"], wheel["taxi"]["now"], wheel["taxi"]["wait"]) == (4, 6, 4)
    assert wheel["taxi"]["coordinators"] == [0, 1, 2]
    assert wheel["bus"]["now"] == 3
    at = racing("taxi bus double", "taxi skates car")
    at.do("double")
    wheel = {mode["id"]: mode for mode in at.game.looks.view(at.state, 0)["wheel"]}
    assert (wheel["taxi"]["now"], wheel["taxi"]["wait"]) == (8, 8)


def test_the_view_counts_what_wins() -> None:
    at = racing("moto bus walk", "taxi skates car").card(0, fremont="red", broadway="red")
    seats = at.game.looks.view(at.state, None)["seats"]
    assert [(seat["flags"], seat["colours"], seat["points"]) for seat in seats] == [(2, 1, 1), (0, 0, 0)]
    at.state.held[0] = 255
    assert (
        at.game.looks.view(at.state, None)["seats"][0]["points"] == 8
    )  # a flag of every bridge beats colours


def test_the_view_lists_the_movers_rides_with_the_flags_they_take() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr")
    rides = at.game.looks.view(at.state, 0)["rides"]
    assert {tuple(ride["action"]) for ride in rides} == {
        action for action in at.game.legal_actions(at.state) if action[0] == "ride"
    }
    assert rides[0]["takes"], "most flags come first"
    assert any(ride["takes"] == ["morrison"] and ride["end"] == "belmont_12" for ride in rides)
    assert at.game.looks.view(at.state, 1)["rides"] == []
    at.card(0, morrison="red")
    assert any(ride["exchanges"] == ["morrison"] for ride in at.game.looks.view(at.state, 0)["rides"])


def test_the_view_holds_cards_bag_round_and_first_player() -> None:
    at = racing("moto bus first", "taxi skates car").card(1, fremont="green")
    view = at.game.looks.view(at.state, None)
    assert view["seats"][1]["card"]["fremont"] == "green"
    assert (view["seats"][1]["flags"], view["seats"][1]["colours"]) == (1, 1)
    assert (view["round"], view["turn"], view["first"], view["phase"]) == (1, 1, 0, "race")
    assert view["bag"]["green"] == 1
    assert (view["turns"], view["aside"]) == (3, "blue")
    assert begun(streetcar="free").game.looks.view(begun(streetcar="free").state, 0)["aside"] is None
    assert view["specials"][0] == {"id": "first", "seat": 0}
    assert json.loads(json.dumps(view)) == view


def test_text_and_picture_show_every_phase() -> None:
    rng = Random(8)
    for players in (2, 3, 4):
        state = game().start(players)
        steps = 0
        while state.to_move != OVER:
            if steps % 9 == 0:
                view = game().looks.view(state, 0)
                Text.from_markup(game().looks.text(view))
                ET.fromstring(game().looks.picture(view))
            game().apply(state, game().random_action(state, rng))
            steps += 1
        view = game().looks.view(state, None)
        assert "colours" in Text.from_markup(game().looks.text(view)).plain
        assert "The game is over".upper() in game().looks.picture(view)


def test_the_text_tells_colours_by_letters() -> None:
    at = racing("moto bus first", "taxi skates car").put(s0="pearl")
    plain = Text.from_markup(at.game.looks.text(at.game.looks.view(at.state, 0))).plain
    assert re.search(r"Fremont Bridge +R ", plain)
    assert re.search(r"Steel Bridge +B ", plain)
    assert "Seat 1 (you): at Pearl District [pearl]" in plain
    assert "First: K" in plain


def test_counts_of_one_have_no_plural() -> None:
    at = racing("moto bus first", "taxi skates car").card(1, fremont="green")
    view = at.game.looks.view(at.state, 0)
    for shown in (Text.from_markup(at.game.looks.text(view)).plain, at.game.looks.picture(view)):
        assert "1 flag, 1 colour" in shown
        assert "0 flags, 0 colours" in shown
        assert not re.search(r"\b1 (flags|colours)", shown)


def test_a_special_is_free_only_while_coordinators_are_placed() -> None:
    at = racing("bus double walk", "taxi skates car")
    at.do("double")
    at.any_ride()
    plain = Text.from_markup(at.game.looks.text(at.game.looks.view(at.state, 0))).plain
    assert "Specials: First: nobody · Double: nobody · Swap: nobody" in plain
    at = begun()
    assert "Double: free" in Text.from_markup(at.game.looks.text(at.game.looks.view(at.state, 0))).plain


def test_the_map_names_the_spaces_near_ones_own_racer() -> None:
    at = racing("moto bus first", "taxi skates car").put(s0="pearl", s1="ladds")
    plain = Text.from_markup(at.game.looks.text(at.game.looks.view(at.state, 0))).plain
    shown = plain.split("\n\n")[1]
    assert re.search(r"●ev_10\b", shown)
    assert {"pearl", "bway_glisan", "burn_10"} <= set(re.findall(r"[a-z][a-z0-9_]{3,}", shown))
    assert "mlk_hawt" not in shown
    for sign in "▶▣●○":
        bare = Text.from_markup(at.game.looks.text(at.game.looks.view(at.state, None))).plain.split("\n\n")[1]
        assert shown.count(sign) == bare.count(sign), "no space is hidden by a name"
    assert max(map(len, shown.splitlines())) < 80


def test_the_prompt_says_what_is_left() -> None:
    at = begun()
    assert at.game.looks.prompt(at.game.looks.view(at.state, 0)) == "3 coordinators left"
    at.do("place double")
    assert at.game.looks.prompt(at.game.looks.view(at.state, 0)) == "a mode now, 2 coordinators left"
    at = racing("taxi bus double", "taxi skates first")
    assert at.game.looks.prompt(at.game.looks.view(at.state, 1)) == "turn 1: first or decline"
    at.do("decline")
    assert at.game.looks.prompt(at.game.looks.view(at.state, 0)) == "turn 1: Bus 3, Taxi 5"
    at.do("double")
    assert at.game.looks.prompt(at.game.looks.view(at.state, 0)) == "turn 1: Bus 6, Taxi 8"


def test_the_prompt_says_that_a_mode_without_a_way_is_for_a_walk() -> None:
    at = racing("streetcar car bike", "taxi skates bus")
    assert (
        at.game.looks.prompt(at.game.looks.view(at.state, 0))
        == "turn 1: Bicycle 2, Car 3, Streetcar: walk or stay"
    )
    at = racing("streetcar car swap", "taxi skates bus")
    at.do("swap fremont broadway")
    assert at.game.looks.prompt(at.game.looks.view(at.state, 0)) == "turn 1: Car 3, Streetcar: walk"
    at = racing("streetcar car double", "taxi skates bus")
    at.do("double")
    assert at.game.looks.prompt(at.game.looks.view(at.state, 0)) == "turn 1: Car 6"


def test_after_the_end_there_is_no_prompt_no_advice_and_no_draw() -> None:
    at = begun()
    rng = Random(3)
    while at.state.to_move != OVER:
        at.game.apply(at.state, at.game.random_action(at.state, rng))
    assert at.game.looks.prompt(at.game.looks.view(at.state, 0)) == ""
    for asked in (lambda: at.game.mind.advise(at.state, rng), lambda: at.game.chance(at.state)):
        with pytest.raises(Refused, match="the game is over"):
            asked()


def test_rides_are_listed_by_end_and_flags_taken() -> None:
    at = racing("moto walk swap", "taxi skates car").put(s0="naito_morr")
    lines = dict(at.game.looks.listing(at.state, ()) or ())
    assert lines["ride moto belmont_12"] == "Belmont & 12th, takes the flag of Morrison Bridge"
    assert "naito_ankeny" in lines["ride walk END"]
    assert lines["swap marquam BRIDGE"] == "its orange flag for that of ross_island (white)"
    at.card(0, morrison="red")
    lines = dict(at.game.looks.listing(at.state, ("ride", "moto")) or ())
    brings = "Belmont & 12th, exchanges the flag of Morrison Bridge"
    assert lines["ride moto belmont_12 exchange morrison"] == brings
    assert lines["ride moto belmont_12"] == "Belmont & 12th"
    assert begun().game.looks.listing(begun().state, ()) is None


def test_every_line_of_the_list_is_understood_and_brings_what_it_says() -> None:
    rng = Random(4)
    for players in (2, 3, 4):
        state = game().start(players)
        while state.to_move != OVER:
            lines = game().looks.listing(state, ("ride",)) if state.to_move >= 0 else None
            for typed, brings in rng.sample(lines, min(3, len(lines))) if lines else ():
                if not typed.endswith("END"):
                    action = game().accept(state, from_typed(typed, game().called))
                    free, exchanged = movement.outcome(game(), state, action)[1:]
                    assert ("takes" in brings, "exchanges" in brings) == (bool(free), bool(exchanged))
            game().apply(state, game().random_action(state, rng))


def test_examples_of_the_help_are_well_formed() -> None:
    for line in game().words.groups["examples"]:
        assert why.malformed(game(), movement.plain(game(), from_typed(line, game().called))) is None, line


def test_the_bare_board_is_drawn_without_pieces() -> None:
    bare, played = game().looks.picture(None), game().looks.picture(begun().game.looks.view(begun().state, 0))
    assert len(bare) < len(played)
    for picture in (bare, played):
        root = ET.fromstring(picture)
        assert root.tag.endswith("svg")
        assert not [each for each in root.iter() if each.tag.endswith("image")]
    assert "Pearl District" in game().looks.text(None)


def test_the_ledger_counts_colours_and_names_flags() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr").card(0, fremont="purple")
    events = at.ride_to("moto", "belmont_12")
    assert at.game.looks.ledger(at.state, events, 0) == [(0, "the flag of Morrison Bridge: 2 of 8 bridges")]
    assert at.game.looks.ledger(at.state, events, 1) == []
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr").card(0, morrison="red")
    events = at.ride_to("moto", "belmont_12", "morrison")
    assert at.game.looks.ledger(at.state, events, 0) == [
        (0, "the flag of Morrison Bridge, for the one on the card"),
        (-1, "no red flag any more"),
        (1, "purple is a new colour"),
    ]


@pytest.mark.parametrize("seed", range(3))
def test_the_ledger_is_in_the_units_of_the_score(seed: int) -> None:
    """What the rows bring is what the score on the strip changes by, move for move."""
    rng, bridgetown = Random(seed), game()
    state, brought = bridgetown.start(2), 0
    while state.to_move != OVER:
        if state.to_move < 0:
            bridgetown.apply(state, bridgetown.draw(state, rng))
            continue
        seat, events = state.to_move, list[tuple[Any, ...]]()
        view = bridgetown.looks.view(state, seat)
        before = view["seats"][seat]["points"]
        rides = [tuple(ride["action"]) for ride in view["rides"][:1]]  # the most flags come first
        action = rng.choice(rides or bridgetown.legal_actions(state))
        bridgetown.apply(state, action, lambda *event, told=events: told.append(event))
        gained = sum(points for points, _ in bridgetown.looks.ledger(state, events, seat))
        assert gained == bridgetown.looks.view(state, seat)["seats"][seat]["points"] - before, action
        brought += gained
    assert brought


def test_the_eighth_bridge_brings_what_is_missing_to_eight() -> None:
    flags = dict.fromkeys(("fremont", "broadway", "steel", "burnside", "hawthorne", "marquam"), "red")
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr").card(0, **flags, ross_island="red")
    events = at.ride_to("moto", "belmont_12")
    rows = at.game.looks.ledger(at.state, events, 0)
    assert [points for points, _ in rows] == [0, 1, 6]
    assert rows[-1][1] == "a flag of every bridge: that wins"


def test_a_coordinator_says_what_it_is_there_for() -> None:
    """Not that it brings no points: what will be ridden, how far as the wheel stands, and which flags."""

    def said(at: Position, place: str) -> list[tuple[int, str]]:
        seen = at.game.mask(at.state, at.state.to_move)
        return at.game.looks.foresee(seen, [("place", place)]).ledger

    at = begun()
    seat = at.state.to_move
    assert said(at, "bike") == [(0, "a ride by Bicycle in this round, 2 spaces, for green flags")]
    assert said(at, "walk") == [(0, "a walk in this round, 1 space, for white flags")]
    held = "Double in this round: one ride at twice the base speed"
    assert said(at, "double") == [(0, held)]
    at.do("place bike")
    assert at.state.to_move != seat
    assert said(at, "bike") == [(0, "a ride by Bicycle in this round, 3 spaces, for green flags")]


def test_a_proposal_completes_a_ride_by_its_end() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr")
    found = at.game.propose(at.state, ("ride", "moto", "belmont_12"))
    assert found
    assert all(ride[-1] == "belmont_12" for ride in found)
    assert at.game.propose(at.state, ("ride", "moto", "br_morrison")) == [
        ride for ride in at.rides("moto") if ride[2] == "br_morrison"
    ]
