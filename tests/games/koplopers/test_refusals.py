"""Every refusal once: a position, an action, the rule that forbids it, and a sentence that helps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from branchline.core.action import from_typed
from branchline.core.errors import RuleViolation
from branchline.games.koplopers.rules.state import RECOUPLED

from .positions import Position, begun, midgame

Builder = Callable[[], Position]


def one(section: str = "MP-ZL", front: str = "ZL", chips: str = "", **more: Any) -> Position:
    """Red's only train, in the middle of the game."""
    return midgame().put("R1", section, front, chips, **more)


def two(chips: str = "", other: str = "") -> Position:
    """Two trains of Red in Utrecht."""
    return midgame().put("R1", "GD-UT", "UT", chips).put("R2", "ASD-UT", "UT", other)


def meeting(chips: str = "P44", other: str = "P05") -> Position:
    """Red and Blue in Zwolle."""
    return midgame().put("R1", "ZL-DV", "ZL", chips).put("B1", "MP-ZL", "ZL", other)


def after(at: Position, *texts: str) -> Position:
    at.do(*texts)
    return at


def rested() -> Position:
    """A train that made a free action in Utrecht in the turn before."""
    at = one("GD-UT", "UT").wait("UT", "P45 P46")
    at.do("stop R1", "board R1 P45", "board R1 P46", "done")
    return at.refill().turn_of(0).wait("UT", "P39")


def recoupled() -> Position:
    at = two()
    at.state.flags[0] |= RECOUPLED
    return at


REFUSALS = [
    pytest.param(lambda: one().points(1), "drive R1 GN-MP#2", marks=pytest.mark.rule("drive.onward")),
    pytest.param(
        lambda: one().points(1),
        "drive R1 ZL-DV DV-ZP",
        marks=pytest.mark.rule("points.left"),
        id="drive-points",
    ),
    pytest.param(lambda: one().points(0), "turn R1", marks=pytest.mark.rule("points.left"), id="turn-points"),
    pytest.param(meeting, "drive B1 GN-MP#2", marks=pytest.mark.rule("train.own")),
    pytest.param(meeting, "couple R1 B1", marks=pytest.mark.rule("train.own"), id="couple-own"),
    pytest.param(one, "stop R2", marks=pytest.mark.rule("train.board")),
    pytest.param(begun, "done", marks=pytest.mark.rule("build.first")),
    pytest.param(begun, "build Y-LW", marks=pytest.mark.rule("build.number")),
    pytest.param(lambda: one("Y-ASD", "ASD"), "build Y-ASD", marks=pytest.mark.rule("build.empty")),
    pytest.param(
        lambda: two().put("R3", "MP-ZL", "ZL"), "build Y-ASD", marks=pytest.mark.rule("build.reserve")
    ),
    pytest.param(lambda: after(one(), "turn R1"), "turn R1", marks=pytest.mark.rule("turn.once")),
    pytest.param(
        lambda: after(one(), "drive R1 ZL-DV"), "turn R1", marks=pytest.mark.rule("turn.before-driving")
    ),
    pytest.param(lambda: one(ready=False), "turn R1", marks=pytest.mark.rule("turn.driven")),
    pytest.param(lambda: one("GN-MP#2", "GN-MP.1"), "turn R1", marks=pytest.mark.rule("turn.open-track")),
    pytest.param(one, "drive R1 Y-ZL", marks=pytest.mark.rule("drive.yard")),
    pytest.param(lambda: one().disrupt(B="DV"), "drive R1 ZL-DV", marks=pytest.mark.rule("drive.disrupted")),
    pytest.param(
        lambda: one().put("B1", "ZL-DV", "DV"), "drive R1 ZL-DV", marks=pytest.mark.rule("drive.free")
    ),
    pytest.param(
        lambda: midgame(coupled="one-point").put("R1", "MP-ZL", "ZL", units=2),
        "drive R1 ZL-DV DV-ZP",
        marks=pytest.mark.rule("coupled.one-point"),
    ),
    pytest.param(lambda: one(chips="P05"), "dismantle R1", marks=pytest.mark.rule("dismantle.empty")),
    pytest.param(lambda: one("GD-UT", "UT"), "dismantle R1", marks=pytest.mark.rule("dismantle.yard")),
    pytest.param(
        lambda: one().put("B1", "Y-ZL", "ZL"),
        "dismantle R1",
        marks=pytest.mark.rule("dismantle.yard"),
        id="full",
    ),
    pytest.param(lambda: one().hold(0, "GN"), "disrupt D02", marks=pytest.mark.rule("disrupt.hand")),
    pytest.param(
        lambda: one().hold(0, "GN").disrupt(C="GN"), "disrupt D01", marks=pytest.mark.rule("disrupt.station")
    ),
    pytest.param(
        lambda: after(one().hold(0, "GN", "UT"), "disrupt D01"),
        "disrupt D27",
        marks=pytest.mark.rule("disrupt.once"),
    ),
    pytest.param(lambda: one().disrupt(A="MP"), "turn R1", marks=pytest.mark.rule("disrupt.blocked")),
    pytest.param(
        lambda: after(one().disrupt(A="GN", B="LW"), "repair A"),
        "repair B",
        marks=pytest.mark.rule("repair.card"),
    ),
    pytest.param(lambda: one().disrupt(A="GN"), "repair B", marks=pytest.mark.rule("repair.letter")),
    pytest.param(lambda: one("GN-MP#2", "GN-MP.1"), "stop R1", marks=pytest.mark.rule("free.station")),
    pytest.param(
        lambda: one().disrupt(A="ZL").wait("ZL", "P10"), "stop R1", marks=pytest.mark.rule("free.disrupted")
    ),
    pytest.param(rested, "stop R1", marks=pytest.mark.rule("free.again")),
    pytest.param(lambda: after(one(chips="P44"), "stop R1"), "turn R1", marks=pytest.mark.rule("free.last")),
    pytest.param(
        lambda: one().put("R2", "GD-UT", "UT"), "couple R1 R2", marks=pytest.mark.rule("free.together")
    ),
    pytest.param(lambda: after(one(chips="P44"), "stop R1"), "stop R1", marks=pytest.mark.rule("stop.once")),
    pytest.param(one, "stop R1", marks=pytest.mark.rule("stop.nothing")),
    pytest.param(
        lambda: after(one(chips="P46"), "drive R1 ZL-DV"), "done", marks=pytest.mark.rule("stop.owed")
    ),
    pytest.param(
        lambda: after(one().wait("ZL", "P10"), "stop R1"), "done", marks=pytest.mark.rule("stop.board")
    ),
    pytest.param(lambda: one().wait("ZL", "P10"), "board R1 P10", marks=pytest.mark.rule("board.stop")),
    pytest.param(
        lambda: after(one().wait("ZL", "P10"), "stop R1"),
        "board R1 P11",
        marks=pytest.mark.rule("board.here"),
    ),
    pytest.param(
        lambda: after(one(chips="P42 P39 P44").wait("ZL", "P10"), "stop R1"),
        "board R1 P10",
        marks=pytest.mark.rule("board.room"),
    ),
    pytest.param(one, "pick R1 P10", marks=pytest.mark.rule("pass.advanced")),
    pytest.param(
        lambda: midgame(variant="advanced").put("R1", "MP-ZL", "ZL").wait("ZL", "P10"),
        "pick R1 P10",
        marks=pytest.mark.rule("pass.window"),
    ),
    pytest.param(
        lambda: after(
            midgame(variant="advanced", passing="must").put("R1", "MP-ZL", "ZL").wait("DV", "P10"),
            "drive R1 ZL-DV",
        ),
        "done",
        marks=pytest.mark.rule("pass.must"),
    ),
    pytest.param(two, "shift P05", marks=pytest.mark.rule("transfer.none")),
    pytest.param(
        lambda: after(two("P44"), "transfer R1 R2", "shift P44", "settle"),
        "transfer R1 R2",
        marks=pytest.mark.rule("transfer.once"),
    ),
    pytest.param(two, "transfer R1 R2", marks=pytest.mark.rule("transfer.nobody")),
    pytest.param(
        lambda: after(two("P44"), "transfer R1 R2"), "done", marks=pytest.mark.rule("transfer.open")
    ),
    pytest.param(
        lambda: after(meeting(), "negotiate R1 B1"),
        "settle",
        marks=pytest.mark.rule("transfer.open"),
        id="bargain",
    ),
    pytest.param(
        lambda: after(two("P44"), "transfer R1 R2"), "shift P45", marks=pytest.mark.rule("transfer.aboard")
    ),
    pytest.param(
        lambda: after(two("P44 P45"), "transfer R1 R2", "shift P44"),
        "shift P44",
        marks=pytest.mark.rule("transfer.moved"),
    ),
    pytest.param(
        lambda: after(two("P44"), "transfer R1 R2"), "settle", marks=pytest.mark.rule("transfer.nothing")
    ),
    pytest.param(
        lambda: after(two("P42 P39", "P08 P04"), "transfer R1 R2", "shift P39"),
        "settle",
        marks=pytest.mark.rule("transfer.room"),
    ),
    pytest.param(
        lambda: midgame().put("R1", "GD-UT", "UT", units=2).put("R2", "ASD-UT", "UT"),
        "couple R2 R1",
        marks=pytest.mark.rule("couple.units"),
    ),
    pytest.param(recoupled, "couple R2 R1", marks=pytest.mark.rule("couple.once")),
    pytest.param(one, "uncouple R1 ZL-DV", marks=pytest.mark.rule("uncouple.units")),
    pytest.param(
        lambda: one(units=2).put("B1", "ZL-DV", "DV"),
        "uncouple R1 ZL-DV",
        marks=pytest.mark.rule("uncouple.section"),
    ),
    pytest.param(
        lambda: one(chips="P09 P36 P37 P54 P08", units=2),  # 175, 175, 175, 175, 250
        "uncouple R1 ZL-DV",
        marks=pytest.mark.rule("uncouple.divide"),
    ),
    pytest.param(two, "negotiate R1 R2", marks=pytest.mark.rule("offer.other")),
    pytest.param(
        lambda: after(meeting(chips="P45"), *["negotiate R1 B1", "give P45", "offer", "decline"] * 3),
        "negotiate R1 B1",
        marks=pytest.mark.rule("offer.count"),
    ),
    pytest.param(
        lambda: after(meeting(), "negotiate R1 B1", "ask P05", "offer"),
        "done",
        marks=pytest.mark.rule("offer.answer"),
    ),
    pytest.param(one, "accept", marks=pytest.mark.rule("offer.none")),
    pytest.param(lambda: one().points(1).hold(0, "VS"), "disrupt D35", marks=pytest.mark.rule("duty.points")),
    pytest.param(one, "done", marks=pytest.mark.rule("duty.act")),
]


@pytest.mark.parametrize(("builder", "action"), REFUSALS)
def test_a_refusal_names_its_rule_and_says_what_would_be_right(
    builder: Builder, action: str, request: pytest.FixtureRequest
) -> None:
    at = builder()
    violation = at.refused(action)
    marker = request.node.get_closest_marker("rule")
    assert marker is not None
    assert violation.rule == marker.args[0]
    assert len(str(violation)) > 30
    assert "{" not in str(violation)
    seen = at.game.mask(at.state, at.state.to_move)
    assert Position(at.game, seen).rule(action) == violation.rule


@pytest.mark.parametrize(
    "action",
    [
        ("fly", "R1"),
        ("drive",),
        ("drive", "R1"),
        ("drive", "R1", "nowhere"),
        ("drive", "G1", "ZL-DV"),  # two players have no green trains
        ("drive", "R1", *["ZL-DV"] * 30),
        ("couple", "R1", "R1"),
        ("board", "R1", 5),
        ("disrupt", ("D", 1)),
        ("repair", "D"),
        ("done", "now"),
        (),
    ],
)
def test_what_is_no_action_of_the_game_is_answered_with_a_sentence(action: tuple[Any, ...]) -> None:
    assert len(one().malformed(action)) > 20


SENTENCES: list[tuple[Builder, str, str]] = [
    (  # only Red 2 needs points: Red 3 can stop, which is free
        lambda: one().put("R2", "GD-UT", "UT").put("R3", "NM-HT#2", "HT").wait("HT", "P10").points(2),
        "drive R1 ZL-DV DV-ZP",
        "That costs 2 of your 2 points, and Red 2 still needs 1 point to act this turn.",
    ),
    (
        lambda: one().put("R2", "GD-UT", "UT").put("R3", "NM-HT#2", "HT").points(3).hold(0, "VS"),
        "disrupt D35",
        "That costs 1 of your 3 points, and Red 1, Red 2, Red 3 still need 3 points to act this turn.",
    ),
    (
        lambda: one(units=2).put("R2", "GD-UT", "UT"),
        "stop R3",
        "Red 3 is no train on the board: that unit is coupled to Red 1, which acts for both.",
    ),
    (
        one,
        "stop R3",
        "Red 3 is no train on the board: a unit of your reserve has to be built in a yard first.",
    ),
    (
        rested,
        "stop R1",
        "Red 1 made a free action in Utrecht Centraal in your previous turn; "
        "it has to go elsewhere, or wait a turn.",
    ),
    (
        lambda: traded(),
        "stop B1",
        "Blue 1 made a free action in Zwolle when you accepted the exchange there; "
        "it has to go elsewhere, or wait a turn.",
    ),
    (
        begun,
        "done",
        "Your first turn builds a train, and 3 points are kept for it; "
        "build in yard Heerlen, yard Groningen.",
    ),
    (
        lambda: one().points(0),
        "turn R1",
        "That costs 1 action point; you have none left.",
    ),
    (one, "done", "Red 1 has not acted this turn and could, for 1 point of the 5 that you have left; each"),
    (
        lambda: after(one().wait("ZL", "P10"), "stop R1"),
        "done",
        "so somebody must board before you are done: P10 (125 to Groningen).",
    ),
    (
        lambda: one().wait("ZL", "P10"),
        "board R1 P10",
        "Red 1 has not stopped yet; first 'stop R1', then passengers board.",
    ),
    (
        lambda: after(
            midgame(variant="advanced", passing="must").put("R1", "MP-ZL", "ZL").wait("DV", "P10"),
            "drive R1 ZL-DV",
        ),
        "done",
        "'pick R1 P10'.",
    ),
    (lambda: one("Y-ASD", "Y-ASD"), "stop R1", "it is in its yard with its back to the station, so turn it"),
    (meeting, "transfer R1 B1", "by an offer: 'negotiate R1 B1'."),
    (meeting, "negotiate R1 B2", "Blue 2 is no train on the board: its owner has it in the reserve"),
    (
        lambda: after(meeting(), "negotiate R1 B1"),
        "give P05",
        "P05 (125 to Utrecht Centraal) is not aboard Red 1; aboard and free to change: none.",
    ),
    (lambda: one().hold(0, "GN", "VL"), "disrupt Arnhem", "you hold Groningen, Venlo."),
    (
        lambda: one(units=2).put("B1", "ZL-DV", "DV"),
        "uncouple R1 Deventer",
        "not Deventer; free: ZL-EMN#1, ",
    ),
    (
        lambda: one().put("R2", "GD-UT", "UT"),
        "drive R1 Nijmegen Venlo",
        "That costs 6 action points; you have 5 left, enough for 'drive R1 Nijmegen'.",
    ),
    (
        lambda: one("DV-ZP", "ZP").disrupt(A="AH"),
        "drive R1 Arnhem",
        "Arnhem is disrupted; Red 1 can neither arrive there nor pass.",
    ),
    (
        lambda: one("ZL-DV", "ZL").put("B1", "ZL-EMN#2", "EMN"),
        "drive R1 Emmen",
        "Blue 1 stands on ZL-EMN#2, and one train stands on a section",
    ),
    (
        lambda: one("GN-DZ", "DZ"),
        "drive R1 Groningen",
        "No track leads Red 1 on to Groningen; Red 1 has to turn round first.",
    ),
    (  # a train that has driven to a terminus does not turn any more in this turn
        lambda: after(one("GN-MP#1", "GN"), "drive R1 GN-DZ"),
        "drive R1 Groningen",
        "No track leads Red 1 on to Groningen; "
        "Red 1 has to turn round first, which it cannot do any more this turn.",
    ),
    (
        lambda: one("GN-MP#1", "GN"),
        "drive R1 Delfzijl Meppel",
        "No track leads Red 1 on to Meppel; the line ends in Delfzijl.",
    ),
    (  # where a train can go on, not where a round trip would end
        lambda: one("DDR-RTD", "RTD"),
        "drive R1 Rotterdam Centraal",
        "Red 1 has its front in Rotterdam Centraal already; "
        "from Rotterdam Centraal it drives on over RTD-GVC, RTD-GD, RTD-HLD.",
    ),
    (
        lambda: one("DDR-RTD", "RTD").disrupt(A="GD"),
        "drive R1 DDR-RTD",
        "from Rotterdam Centraal it drives on over RTD-GVC, RTD-HLD.",
    ),
    (
        lambda: one("HRL-MT", "HRL").disrupt(A="STD"),
        "drive R1 HRL-MT",
        "HRL-MT does not lead on from Heerlen; every track from Heerlen leads to a disrupted station.",
    ),
    (
        lambda: one("DDR-RTD", "RTD", ready=False).disrupt(A="GD").put("B1", "RTD-HLD", "RTD"),
        "turn R1",
        "Red 1 has not driven since it was turned round; it drives on first, over RTD-GVC.",
    ),
    (
        lambda: one("HRL-MT", "HRL", ready=False).put("B1", "STD-HRL", "HRL"),
        "turn R1",
        "it drives on first, past another train: 'drive R1 STD-HRL ",
    ),
    (
        lambda: one("HRL-MT", "HRL", ready=False).disrupt(A="STD"),
        "turn R1",
        "Red 1 has not driven since it was turned round; it has to drive on first, which it cannot do now.",
    ),
    (one, "board R1 P01", "is not waiting in Zwolle; only tickets that lie there can board."),
    (  # it could not stop for them, either
        lambda: one(chips="P42 P39").wait("ZL", "P10"),
        "board R1 P10",
        "P10 (125 to Groningen) does not fit: Red 1 has room for 50 passengers.",
    ),
    (  # full, but P44 alights here
        lambda: one(chips="P42 P45 P44").wait("ZL", "P10"),
        "board R1 P10",
        "Red 1 has not stopped yet; first 'stop R1', then passengers board.",
    ),
    (lambda: one("GN-DZ", "GN"), "drive R1 GN-LW#1 ZL-DV", "ZL-DV does not lead on from GN-LW.1; "),
]


def traded() -> Position:
    """Blue's train has taken part in an exchange in Red's turn."""
    at = meeting(chips="P45")
    at.do("negotiate R1 B1", "give P45", "offer", "accept", "done")
    return at.refill().wait("ZL", "P11")


@pytest.mark.parametrize(("builder", "action", "sentence"), SENTENCES)
def test_a_sentence_names_the_true_reason(builder: Builder, action: str, sentence: str) -> None:
    at = builder()
    typed = from_typed(action, at.game.called)
    with pytest.raises(RuleViolation) as caught:
        at.game.accept(at.state, typed)
    assert sentence in str(caught.value)


def test_a_name_that_has_no_yard_or_card_says_so() -> None:
    assert one().malformed(("build", "AH")).startswith("Arnhem has no yard; there are yards in Heerlen, ")
    assert one().hold(0, "GN").malformed(("disrupt", "VL")) == "Venlo: you hold no card of it"
    assert one().malformed(("repair", "VL")) == "Venlo: it is not disrupted"
