"""What people mean is accepted: any way that the rules allow, any order, any name, or only an end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from branchline.core.action import from_typed, to_text
from branchline.core.errors import BadAction, RuleViolation
from branchline.core.game import OVER
from branchline.games.bridgetown.rules.state import RACE, BridgetownState

from .positions import game, racing
from .walker import BRIDGE, DATA, SEARCH

MODE: dict[str, Any] = {mode["id"]: mode for mode in DATA["modes"]}
NODE = {bridge["id"]: bridge["node"] for bridge in DATA["bridges"]}


def spread(view: Any, mode: str) -> int:
    """How far a mode goes, by the words of the rulebook."""
    base = int(MODE[mode]["speed"])
    if "double" in view["using"]:
        return 2 * base
    others = [seat["modes"] for number, seat in enumerate(view["seats"]) if number != view["to_move"]]
    return base + sum(mode in modes for modes in others)


def every_way_means_a_listed_one(state: BridgetownState, free_streetcar: bool, rng: Random) -> int:
    """Each way of exact length that the walker finds is taken, and comes to the same."""
    view, legal = game().looks.view(state, state.to_move), set(game().legal_actions(state))
    me = view["seats"][view["to_move"]]
    lying = {bridge["id"]: bridge["flag"] for bridge in view["bridges"]}
    tried = 0
    for mode in me["modes"]:
        network = MODE[mode]["network"]
        search = SEARCH["drive" if network == "rail" and free_streetcar else network]
        ways = list(search([me["space"]], spread(view, mode)))
        for way in rng.sample(ways, min(len(ways), 40)):
            entered = BRIDGE.intersection(way[1:]) - {me["space"]}
            mine = [id for id in NODE if NODE[id] in entered and lying[id] == MODE[mode]["color"]]
            full = [id for id in mine if me["card"][id]]
            exchanged = rng.sample(full, rng.randint(0, len(full)))
            said = ("ride", mode, *way[1:], *(["exchange", *exchanged] if exchanged else []))
            listed = game().accept(state, said)
            assert listed in legal
            told, taken = state.copy(), state.copy()
            game().apply(told, said)
            game().apply(taken, listed)
            assert told == taken, f"{said} is not what {listed} comes to"
            card = game().looks.view(taken, None)["seats"][view["to_move"]]["card"]
            takes = {id for id in mine if not me["card"][id]} | set(exchanged)
            assert card == {**me["card"], **dict.fromkeys(takes, MODE[mode]["color"])}
            assert game().looks.view(taken, None)["seats"][view["to_move"]]["space"] == way[-1]
            tried += said not in legal
    return tried


@pytest.mark.rule("move.outcome")
@pytest.mark.parametrize("streetcar", ["rails", "free"])
def test_every_way_of_exact_length_is_taken_as_the_listed_one(
    streetcar: str, count: Callable[[int, int], int]
) -> None:
    rng, tried = Random(12), 0
    for number in range(count(3, 60)):
        state = game().start(2 + number % 3, streetcar=streetcar)
        while state.to_move != OVER:
            if state.phase == RACE and state.to_move >= 0 and rng.random() < 0.2:
                tried += every_way_means_a_listed_one(state, streetcar == "free", rng)
            advised = state.to_move >= 0 and rng.random() < 0.5  # so that cards fill and flags are exchanged
            action = game().mind.advise(state, rng) if advised else game().random_action(state, rng)
            game().apply(state, action)
    assert tried > 100, "ways that are not listed were tried"


@pytest.mark.rule("move.end")
def test_only_the_end_takes_the_way_with_most_flags() -> None:
    at = racing("moto bus walk", "moto skates car", "moto bike taxi").put(s0="naito_morr")
    ways = [ride for ride in at.rides("moto") if ride[-1] == "br_steel"]
    assert ["br_morrison" in ride for ride in ways] == [False, True]  # along either bank
    at.do(at.accepts("ride moto br_steel"))
    assert at.on_card(0) == {"morrison": "purple"}


@pytest.mark.rule("move.end")
def test_only_the_end_exchanges_nothing_that_was_not_asked_for() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr").card(0, morrison="red")
    assert "exchange" not in at.accepts("ride moto belmont_12")
    for bridge in ("morrison", "br_morrison"):
        assert at.accepts(f"ride moto belmont_12 exchange {bridge}").endswith("exchange morrison")


@pytest.mark.rule("move.end")
def test_an_end_out_of_reach_is_answered_with_ends_near_it() -> None:
    at = racing("moto bus walk", "taxi skates car").put(s0="naito_morr")
    refusal = at.refused("ride bus br_steel")
    assert refusal.rule == "move.end"
    assert "No ride of 3 spaces by Bus ends on Steel Bridge" in str(refusal)
    for id in refusal.values["right"]:
        assert at.accepts(f"ride bus {id}").endswith(id)


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("ride moto Belmont & 12th", "ride moto br_morrison i5_morr mlk_morr belmont_12"),
        ("RIDE Motorcycle, belmont & 12TH", "ride moto br_morrison i5_morr mlk_morr belmont_12"),
        ("ride Walking Morrison Bridge", "ride walk br_morrison"),
        ("ride walk morrison", "ride walk br_morrison"),
        ("ride walk Morrison", "ride walk br_morrison"),
        ("Ride Walk BR_MORRISON", "ride walk br_morrison"),
        ("swap Ross Island Bridge Fremont", "swap fremont ross_island"),
        ("swap ross island, broadway bridge", "swap broadway ross_island"),
    ],
)
def test_names_capitals_and_either_id_of_a_bridge_are_understood(line: str, means: str) -> None:
    assert racing("moto walk swap", "taxi skates car").put(s0="naito_morr").typed(line) == means


def test_the_verb_decides_what_a_name_stands_for() -> None:
    def said(line: str) -> str:
        return to_text(from_typed(line, game().called))

    assert said("ride taxi Broadway Bridge") == "ride taxi br_broadway"
    assert said("swap Broadway Bridge, Steel Bridge") == "swap broadway steel"
    assert said("place Swap") == "place swap"
    assert said("place Walking") == "place walk"
    assert said("walk Streetcar Pearl District") == "walk streetcar pearl"


def test_nothing_is_made_of_what_breaks_a_rule() -> None:
    at = racing("moto walk swap", "taxi skates car").put(s0="naito_morr")
    for line in ("ride bus pearl", "ride moto", "swap steel fremont", "ride walk pearl", "ride moto nowhere"):
        with pytest.raises((RuleViolation, BadAction)):
            at.typed(line)


def test_a_name_that_is_nearly_right_is_asked_back() -> None:
    at = racing("moto walk swap", "taxi skates car")
    assert at.malformed(("ride", "moto", "hawthorn")).endswith("did you mean br_hawthorne?")


def test_an_unlisted_way_in_a_record_is_told_how_it_is_written() -> None:
    at = racing("moto walk swap", "taxi skates car").put(s0="naito_morr")
    listed = "ride moto br_morrison i5_morr mlk_morr belmont_12"
    assert at.malformed(("ride", "moto", "belmont_12")) == f"'ride moto belmont_12' is written as '{listed}'"
