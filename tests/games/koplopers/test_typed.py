"""What people type: printed names, capitals and commas, and the verb that decides what a name means."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from branchline.core.action import from_typed, to_text
from branchline.core.errors import BadAction, RuleViolation
from branchline.core.game import CHANCE, OVER
from branchline.games.koplopers.looks import Looks
from branchline.games.koplopers.rules.forms import malformed
from branchline.games.koplopers.rules.game import Koplopers
from branchline.games.koplopers.rules.state import (
    ACTED,
    DOUBLE,
    DROVE,
    PLAY,
    STOPPED,
    TRAINS,
    TURNED,
    KoplopersState,
    own_trains,
)

from .positions import Position, koplopers, midgame


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("disrupt d30", "disrupt D30"),
        ("Disrupt GVC", "disrupt GVC"),
        ("build Venlo", "build Y-VL"),
        ("build y-vl", "build Y-VL"),
        ("build Arnhem", "build AH"),  # it has no yard: the refusal can say so
        ("drive R1 Nijmegen", "drive R1 NM"),
        ("drive red 1 's-Hertogenbosch", "drive R1 HT"),
        ("DRIVE r1, zl-dv, dv-zp", "drive R1 ZL-DV DV-ZP"),
        ("drive r1 gn-lw#1 gn-lw.1", "drive R1 GN-LW#1 GN-LW.1"),
        ("uncouple blue 2 zl-dv", "uncouple B2 ZL-DV"),
        ("repair a", "repair A"),
        ("repair amsterdam centraal", "repair ASD"),
        ("board r1 p05", "board R1 P05"),
        ("give p05", "give P05"),
        ("couple Red 1 Red 2", "couple R1 R2"),
        ("drive R1 rotterdam", "drive R1 RTD"),
        ("drive R1 Den Haag utrecht", "drive R1 GVC UT"),
        ("drive R1 hoek van holland rotterdam centraal", "drive R1 HLD RTD"),
        ("build amsterdam", "build Y-ASD"),
        ("disrupt Den Haag", "disrupt D30"),
        ("drive R1 Den", "drive R1 Den"),  # Den Haag and Den Helder
        ("drive R1 rsd-bd DDR-RTD", "drive R1 BD-RSD DDR-RTD"),
        ("drive R1 ehv-vl", "drive R1 EHV-VL"),
        ("stop R1", "stop R1"),
        ("done", "done"),
    ],
)
def test_the_verb_decides_what_a_typed_name_means(line: str, said: str) -> None:
    assert to_text(from_typed(line, koplopers().called)) == said


def test_every_example_of_the_help_is_an_action_of_the_game() -> None:
    game = koplopers()
    state = midgame().put("R1", "MP-ZL", "ZL").state
    for line in game.words.groups["examples"]:
        for step in game.steps(from_typed(line, game.called)):
            assert malformed(game, state, game.meant(state, step)) is None or step[1] in game.tables.stations


@pytest.mark.parametrize(
    ("typed", "done"),
    [
        ("drive R1 Deventer", "drive R1 ZL-DV"),
        ("drive r1 Zutphen", "drive R1 ZL-DV DV-ZP"),
        ("drive Red 1 Deventer Zutphen", "drive R1 ZL-DV DV-ZP"),
        ("drive R1 ZL-DV Zutphen", "drive R1 ZL-DV DV-ZP"),
        ("drive R1 ZL-AML.1", "drive R1 ZL-AML#1"),
        ("build Heerlen", "build Y-HRL"),
        ("build HRL", "build Y-HRL"),
        ("build yard Heerlen", "build Y-HRL"),
        ("disrupt Groningen", "disrupt D01"),
        ("disrupt GN", "disrupt D01"),
        ("repair Amersfoort", "repair A"),
        ("transfer R3 R2", "transfer R2 R3"),
        ("negotiate B1 R2", "negotiate R2 B1"),
        ("negotiate B1", "negotiate R2 B1"),
    ],
)
def test_other_ways_to_say_a_legal_thing_are_taken_as_the_listed_action(typed: str, done: str) -> None:
    at = midgame().put("R1", "MP-ZL", "ZL").put("R2", "GD-UT", "UT", "P46").put("R3", "ASD-UT", "UT")
    at.put("B1", "HVS-UT", "UT")
    at.hold(0, "GN").disrupt(A="AMF")
    if typed.startswith("build"):
        at = midgame().put("R1", "GD-UT", "UT", "P46")
        at.state.flags[0] |= ACTED
    elif typed.startswith("drive"):
        at = midgame().put("R1", "MP-ZL", "ZL")
    assert at.meant(typed) == done


def test_chips_and_trains_may_be_named_in_any_order_and_by_destination() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL").wait("ZL", "P10 P01")
    at.do("stop R1")
    for typed in ("board P10 R1", "board P10", "Board Red 1 Groningen", "board R1 GN"):
        assert at.meant(typed) == "board R1 P10"
    at = midgame().put("R1", "ZL-DV", "ZL", "P45").put("B1", "MP-ZL", "ZL", "P46")
    at.do("negotiate R1 B1")
    assert at.meant("shift P46") == "ask P46" and at.meant("shift p45") == "give P45"


def test_several_chips_in_one_line_are_several_steps() -> None:
    game = koplopers()
    assert game.steps(("board", "R1", "P10", "P11")) == [("board", "R1", "P10"), ("board", "R1", "P11")]
    assert game.steps(("shift", "P10", "P11")) == [("shift", "P10"), ("shift", "P11")]
    for whole in (("shift", "P10"), ("drive", "R1", "ZL-DV", "DV-ZP"), ("done",)):
        assert game.steps(whole) == [whole]


@pytest.mark.parametrize(
    ("section", "front", "typed", "done"),
    [
        ("VL-RM", "VL", "VL-EHV", "VL-EHV#1 VL-EHV#2"),
        ("VL-RM", "VL", "EHV-VL EHV-HT", "VL-EHV#1 VL-EHV#2 EHV-HT"),
        ("EHV-HT", "EHV", "VL-EHV", "VL-EHV#2 VL-EHV#1"),
        ("VL-EHV#1", "VL-EHV.1", "VL-EHV", "VL-EHV#2"),  # the rest of it
        ("BD-DDR", "BD", "RSD-BD", "BD-RSD"),
    ],
)
def test_a_line_is_driven_over_as_the_train_faces(section: str, front: str, typed: str, done: str) -> None:
    assert midgame().put("R1", section, front).meant(f"drive R1 {typed}") == f"drive R1 {done}"


def test_a_line_named_to_uncouple_means_its_section_at_the_station() -> None:
    assert midgame().put("R1", "VL-RM", "VL", units=2).meant("uncouple R1 EHV-VL") == "uncouple R1 VL-EHV#1"


def test_what_only_one_thing_can_mean_may_be_left_out() -> None:
    at = midgame().put("R1", "MP-ZL", "ZL").put("R2", "HGL-ES", "ES").wait("ZL", "P10").disrupt(B="GN")
    assert at.meant("stop") == "stop R1"
    assert at.meant("repair") == "repair B"
    at.do("stop R1")
    assert at.meant("board") == "board R1 P10"


def told(at: Position, line: str) -> str:
    with pytest.raises(BadAction) as caught:
        at.game.accept(at.state, from_typed(line, at.game.called))
    return str(caught.value)


def test_what_is_missing_is_asked_for_with_what_is_possible() -> None:
    at = midgame().put("R1", "VL-RM", "VL", units=2).wait("VL", "P10").put("R2", "MP-ZL", "ZL")
    at.wait("ZL", "P11").hold(0, "GN", "UT")
    assert told(at, "stop") == "say which train: 'stop R1', 'stop R2'"
    assert told(at, "uncouple R1") == "say which place: 'uncouple R1 NM-VL#2', 'uncouple R1 VL-EHV#1'"
    assert told(at, "disrupt") == "say which card: 'disrupt Groningen', 'disrupt Utrecht Centraal'"
    assert told(at, "build") == "say which yard, as in 'build YARD'; just now no 'build' is possible"
    assert told(at, "drive R2").startswith("say which place: 'drive R2 Deventer', ")
    assert told(at, "drive").startswith("say which train and which place: 'drive R1 ")
    assert told(at, "repair") == "say which letter, as in 'repair A'; just now no 'repair' is possible"
    assert (
        told(at, "couple") == "say which two trains, as in 'couple R1 R2'; just now no 'couple' is possible"
    )
    at = midgame().put("R1", "VL-RM", "VL")
    assert told(at, "build").startswith("say which yard: 'build Heerlen', 'build Groningen', ")
    assert told(at, "stop R1 R2") == "'stop TRAIN' is all of it, and this has more words"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("drive R1 Roterdam", "no station or section 'Roterdam' in this game; perhaps Rotterdam Centraal"),
        ("drive R1 Den", "perhaps Den Helder or Den Haag Centraal"),
        ("drive R1 Den Hag", "'Den Hag' in this game; perhaps Den Haag Centraal"),
        ("drive R1 BDD-RSD", "perhaps BD-RSD or "),
        ("drive R1 ehv-vl#1", "; the sections of EHV-VL are VL-EHV#2 and VL-EHV#1"),
        ("build yard vnlo", "there is no yard 'vnlo' in this game; perhaps yard Venlo"),
        ("build foo bar", "no yard 'foo bar' in this game; there are yards in Heerlen, Groningen, "),
        ("disrupt utrech", "perhaps Utrecht Centraal"),
        ("stop X", "there are R1, R2, R3, B1, B2, B3"),
        ("repair Z", "there are A, B, C"),
        ("board R1 Groningen", "Groningen: nobody who wants to go there can be chosen now"),
        ("board R1 P99", "there is no ticket 'P99' in this game"),
    ],
)
def test_a_name_that_nothing_bears_is_answered_with_the_nearest(line: str, hint: str) -> None:
    assert hint in told(midgame().put("R1", "MP-ZL", "ZL"), line)


def test_the_station_where_a_train_is_means_no_round_trip() -> None:
    at = midgame().put("R1", "STD-HRL", "HRL")
    assert at.allows("drive R1 HRL-MT STD-MT STD-HRL")
    assert "has its front in Heerlen already" in str(at.refused("drive R1 HRL"))


# --- any way that the rules allow is taken, checked by a walker of its own


def walks(game: Koplopers, state: KoplopersState, train: int) -> list[tuple[list[str], str, frozenset[str]]]:
    """Every drive that the rules allow, duty aside: its sections, where its front is then, and stations."""
    data, tables = game.board.data, game.tables
    stations, sections = data["stations"], data["sections"]
    closed = {tables.stations[station] for station in state.letters if station >= 0}
    start = state.at[train]
    own, front = tables.sections[start >> 1], tables.nodes[tables.front[start]]
    if state.flags[train] & STOPPED or closed & set(sections[own]["ends"]):
        return []
    taken = {tables.sections[d >> 1] for d in state.at if d >= 0} - {own}
    most = state.points
    if state.one_point and state.flags[train] & DOUBLE:
        most = 0 if state.flags[train] & (TURNED | DROVE) else min(1, most)
    found = []
    todo: list[tuple[list[str], str]] = [([], front)]
    while todo:
        path, place = todo.pop()
        last = path[-1] if path else own
        if path and last not in taken:
            ends = [front]
            for section in path:
                a, b = sections[section]["ends"]
                ends.append(b if a == ends[-1] else a)
            found.append((path, place, frozenset(end for end in ends[1:] if end in stations)))
        if len(path) < most:
            for id, each in sections.items():
                if each["kind"] == "black" and id != last and place in each["ends"]:
                    a, b = each["ends"]
                    further = b if a == place else a
                    if further not in closed:
                        todo.append(([*path, id], further))
    return found


def waiting(game: Koplopers, state: KoplopersState, train: int, stations: frozenset[str]) -> int:
    """Passengers at these stations who fit, at most as many as there is room for."""
    room = (1000 if state.flags[train] & DOUBLE else 500) - state.load[train]
    chips: dict[str, int] = {chip["id"]: chip["passengers"] for chip in game.board.data["chips"]}
    view = game.looks.view(state, None)
    fit = [chips[id] for place in stations for id in view["waiting"].get(place, ()) if chips[id] <= room]
    return min(room, sum(fit))


def look(game: Koplopers, state: KoplopersState, rng: Random) -> int:
    """Name drives of one position in every way that people may; how many were looked at."""
    legal = set(game.legal_actions(state))
    train = rng.choice(own_trains(state, state.active))
    name = TRAINS[train]
    ways = walks(game, state, train)
    by_path = {tuple(path): (place, passed) for path, place, passed in ways}
    for action in legal:
        if action[:2] == ("drive", name):
            assert action[2:] in by_path
    reached: dict[str, list[tuple[int, int]]] = {}
    for path, place, passed in rng.sample(ways, min(30, len(ways))):
        try:
            listed = game.accept(state, ("drive", name, *path))
        except RuleViolation as refusal:
            assert refusal.rule == "duty.points", (path, refusal)
            continue
        assert listed in legal and len(listed) - 2 <= len(path)
        end, on_way = by_path[listed[2:]]
        assert end == place and listed[-1] == path[-1]
        assert on_way == passed or not state.advanced
    for action in legal:
        if action[:2] == ("drive", name):
            place, passed = by_path[action[2:]]
            worth = waiting(game, state, train, passed) if state.advanced else 0
            reached.setdefault(place, []).append((len(action) - 2, -worth))
    front = game.tables.nodes[game.tables.front[state.at[train]]]
    for place, prices in reached.items():
        if place != front:
            listed = game.accept(state, ("drive", name, place))
            end, passed = by_path[listed[2:]]
            worth = waiting(game, state, train, passed) if state.advanced else 0
            assert (end, len(listed) - 2, -worth) == (place, *min(prices))
    for action in legal:
        if len(action) == 3 and action[0] not in ("drive", "couple"):
            assert game.accept(state, (action[0], action[2], action[1])) == action
    return 1


def lines_lead_to_legal_actions(game: Koplopers, state: KoplopersState) -> None:
    """Each line of the list can be typed, and together they reach every place and every other action."""
    legal = game.legal_actions(state)
    done = {game.accept(state, from_typed(line, game.called)) for line, _ in Looks(game).listing(state, ())}
    assert done <= set(legal)
    assert {action for action in legal if action[0] != "drive"} <= done
    for verb in {action[0] for action in legal}:
        assert Looks(game).listing(state, (verb,))
    for action in legal:
        if action[0] == "drive":
            assert any(line == to_text(action) for line, _ in Looks(game).listing(state, action))
            break


@pytest.mark.rule("drive.shortest")
@pytest.mark.prove("koplopers-typed")
@pytest.mark.parametrize("options", [{}, {"variant": "advanced"}, {"coupled": "one-point"}])
def test_whatever_way_the_rules_allow_is_taken_as_the_listed_one(options: dict[str, str], count: Any) -> None:
    game, rng, looked = koplopers(), Random(f"typed-{options}"), 0
    for number in range(count(2, 40)):
        state = game.start(2 + number % 3, **options)
        while state.to_move != OVER:
            if state.to_move != CHANCE and rng.random() < 0.15:
                lines_lead_to_legal_actions(game, state)
                if state.phase == PLAY and own_trains(state, state.active) and not state.must_build:
                    looked += look(game, state, rng)
            game.apply(state, game.random_action(state, rng))
    assert looked > 50
