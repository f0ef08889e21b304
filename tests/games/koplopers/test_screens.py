"""View, text, picture and ledger: what screens are made of."""

from __future__ import annotations

import json
import re
from random import Random
from xml.etree import ElementTree

from rich.text import Text

from branchline.core.action import from_typed
from branchline.core.game import CHANCE, OVER
from branchline.games.koplopers.looks import Looks
from branchline.games.koplopers.rules.state import POINTS, UNITS

from .positions import begun, koplopers, midgame


def test_a_view_shows_trains_chips_and_what_is_owed() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL", "P46").put("B1", "HT-UT#1", "HT-UT.1").wait("DV", "P10")
    at.disrupt(B="GN")
    at.do("drive R1 ZL-DV")
    view = at.game.looks.view(at.game.mask(at.state, 0), 0)
    assert json.loads(json.dumps(view)) == view
    red, blue = view["trains"]
    assert (red["section"], red["front"], red["station"], red["load"]) == ("ZL-DV", "DV", "DV", 100)
    assert blue["station"] is None and blue["nearest"] == "UT" and blue["chips"] == []
    assert view["waiting"] == {"DV": ["P10"]}
    assert view["obligations"] == [{"what": "stop", "train": "R1", "cost": 0}]
    for other in (1, None):  # it concerns nobody else
        assert at.game.looks.view(at.state, other)["obligations"] == []
    assert view["letters"]["B"] == "GN" and view["points"] == 4
    at.do("stop R1")
    assert at.game.looks.view(at.state, 0)["obligations"] == [{"what": "board", "train": "R1", "cost": 0}]


def test_a_view_shows_an_offer_to_both_and_the_first_build() -> None:
    at = midgame().put("R1", "ZL-DV", "ZL", "P45").put("B1", "MP-ZL", "ZL", "P05")
    at.do("negotiate R1 B1", "give P45", "ask P05", "offer")
    exchange = at.game.looks.view(at.game.mask(at.state, 1), 1)["exchange"]
    assert exchange == {"train": "R1", "other": "B1", "gives": ["P45"], "asks": ["P05"], "offers": 1}
    assert "goes over:  P45 (125 to Almelo)" in at.game.looks.text(at.game.looks.view(at.state, 1))
    assert begun().game.looks.view(begun().state, 0)["obligations"] == [
        {"what": "build", "train": None, "cost": 3}
    ]


def test_what_happened_names_tickets_and_track_as_they_are_printed() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL", "P46").wait("DV", "P10")
    told = [
        at.game.words.event(event)
        for event in (
            ("drove", "R1", ("ZL-AMF#1",), "ZL-AMF.1"),
            ("uncoupled", "R1", "R2", "ZL-AMF#2"),
            ("boarded", "R1", "P10", "DV"),
            ("built", 0, "R2", "Y-ZL"),
        )
    ]
    assert told == [
        "Red 1 drives 1 section to open track between Zwolle and Amersfoort.",
        "Red 1 is uncoupled; Red 2 stands on Zwolle – Amersfoort, next to Amersfoort.",
        "125 to Groningen board Red 1 in Deventer.",
        "Seat 1 builds Red 2 in the yard of Zwolle.",
    ]
    at.do("drive R1 ZL-DV", "stop R1")
    events: list[tuple[object, ...]] = []
    at.game.apply(at.state, ("board", "R1", "P10"), lambda *event: events.append(event))
    assert at.game.looks.ledger(at.state, events, 0) == [(0, "125 board for Groningen")]
    ids = re.compile(r"\b(P\d\d|[A-Z]{2,4}-[A-Z]{2,4}\S*|D\d\d)\b")
    for _, lines in at.game.looks.position(at.game.looks.view(at.state, 0)):
        assert not [line for line in lines if ids.search(line)]


def test_a_view_tells_the_numbers_of_the_rules_so_that_no_screen_has_to_know_them() -> None:
    at = midgame().put("R1", "Y-HRL", "Y-HRL")
    view = at.game.looks.view(at.state, 0)
    assert (view["points_a_turn"], view["seats"][0]["units"]) == (POINTS, UNITS)
    assert view["trains"][0]["nearest"] == "HRL"
    for verb, line in (("turn", "turn R1"), ("build", "build Y-ZL")):
        before = at.state.points
        at.do(line)
        assert before - at.state.points == view["costs"][verb]


def test_the_ledger_counts_passengers_that_arrive() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL", "P44 P01").wait("ZL", "P10")
    events = at.do("stop R1", "board R1 P10")
    rows = at.game.looks.ledger(at.state, events, 0)
    assert [points for points, _ in rows] == [75, 125, 0]
    assert rows[0][1] == "75 arrive in Zwolle"
    assert at.game.looks.ledger(at.state, events, 1) == []


def test_text_never_shows_a_colour_without_its_letter() -> None:
    at = midgame(4).put("G1", "MP-ZL", "ZL").disrupt(A="GN")
    text = at.game.looks.text(at.game.looks.view(at.state, 0))
    assert "[bold black on green]G1[/]" in text and "[bold white on red]A[/]" in text
    assert "Groningen" in koplopers().looks.text(None)


def test_text_shows_the_lines_around_ones_trains() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL").put("B1", "ZL-DV", "DV").put("R2", "Y-HRL", "Y-HRL")
    at.wait("DV", "P10").disrupt(A="AMF")
    blocks = Text.from_markup(at.game.looks.text(at.game.looks.view(at.state, 0))).plain.split("\n\n")
    [ahead] = [block for block in blocks if block.startswith("  R1 ▶ ZL Zwolle: the lines ahead")]
    assert "─1─ DV Deventer  past B1  waiting 125→GN  then AML ZP APD" in ahead
    assert "─2─ AMF Amersfoort  ✕A" in ahead and "─2─ EMN Emmen" in ahead
    [behind] = [block for block in blocks if "R2 ▶" in block and "no line ahead; turned round" in block]
    assert "STD Sittard" in behind and "MT Maastricht" in behind
    assert not [block for block in blocks if "B1 ▶ DV" in block]


def test_the_prompt_says_what_is_left_or_which_exchange_is_open() -> None:
    at = midgame().put("R1", "ZL-DV", "ZL", "P45").put("B1", "MP-ZL", "ZL", "P05")
    for points, words in ((5, "5 points left"), (1, "1 point left"), (0, "0 points left")):
        at.points(points)
        assert at.game.looks.prompt(at.game.looks.view(at.state, 0)) == words
    at.do("negotiate R1 B1")
    assert at.game.looks.prompt(at.game.looks.view(at.state, 0)) == "exchange Red 1 – Blue 1"


def test_drives_are_listed_by_station_with_their_price_and_who_waits_there() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL", "P46").wait("DV", "P10 P11")
    lines = dict(Looks(at.game).listing(at.state, ("drive", "R1")))
    assert lines["drive R1 Deventer"] == "1 point, 100 passengers alight, waiting: 125 to GN, 125 to HLG"
    assert lines["drive R1 ZL-EMN.1"] == "1 point, open track"
    ways = Looks(at.game).listing(at.state, ("drive", "R1", "ZP"))
    assert ("drive R1 ZL-DV DV-ZP", "2 points") in ways


def test_one_of_a_thing_is_singular() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL").wait("ZL", "P10")
    at.state.box[0], at.state.held[1], at.state.hands[1] = 1, 1, 0
    text = at.game.looks.text(at.game.looks.view(at.state, 0))
    for words in ("1 ticket on the board", "(1 ticket)", "1 card"):
        assert f"{words}\n" in text or f"{words} " in text
    assert "1 chips" not in text and "1 cards" not in text and "1 points" not in text


def test_text_fits_a_terminal_of_80_columns() -> None:
    game, rng = koplopers(), Random("columns")
    state = game.start(4)
    while state.to_move != OVER:
        if state.to_move >= 0 and rng.random() < 0.1:
            text = game.looks.text(game.looks.view(game.mask(state, state.to_move), state.to_move))
            assert max(len(Text.from_markup(line).plain) for line in text.splitlines()) <= 80
        game.apply(state, game.random_action(state, rng))
    bare = game.looks.text(None)
    assert max(len(Text.from_markup(line).plain) for line in bare.splitlines()) <= 80


def test_pictures_are_well_formed_and_hold_no_pixels() -> None:
    at = midgame(4).put("G1", "MP-ZL", "ZL", "P05", units=2).disrupt(A="GN").wait("UT", "P39 P40 P41")
    for view in (None, at.game.looks.view(at.state, 0)):
        picture = at.game.looks.picture(view)
        root = ElementTree.fromstring(picture)
        assert root.tag.endswith("svg")
        assert "<image" not in picture
    assert "Groningen" in picture


def test_typed_names_of_stations_find_their_cards() -> None:
    assert from_typed("disrupt den haag centraal", koplopers().called) == ("disrupt", "D30")


def test_events_of_a_whole_turn_are_sentences() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL", "P46")
    events = at.do("drive R1 ZL-DV", "stop R1", "done")
    said = [at.game.words.event(event, ("Ann", "Bob")) for event in events]
    assert "Red 1 stops: Deventer!" in said
    assert "100 passengers alight from Red 1 in Deventer: +100 for Ann." in said
    assert at.state.to_move not in (CHANCE, OVER)
