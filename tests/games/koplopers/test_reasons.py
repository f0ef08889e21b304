"""Refusals name the true reason, also where several rules could be meant."""

from __future__ import annotations

import pytest

from branchline.core.action import from_typed
from branchline.core.errors import RuleViolation

from .meetings import Builder, after, meeting, one, rested
from .positions import Position, begun, midgame

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
