"""Every refusal once: a position, an action, the rule that forbids it, and a sentence that helps."""

from __future__ import annotations

from typing import Any

import pytest

from .meetings import Builder, after, meeting, one, recoupled, rested, two
from .positions import Position, begun, midgame

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
