"""Boards that somebody wrote: each fault is named by its key and its reason."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from branchline.core.errors import BoardError
from branchline.games import load, read_board

from .positions import koplopers

Break = Callable[[dict[str, Any]], object]

FAULTS: list[tuple[str, str, Break]] = [
    ("id", "does not match", lambda d: d.update(id="The Board")),
    ("the file", "required", lambda d: d.pop("yards")),
    ("stations.GN.x", "maximum", lambda d: d["stations"]["GN"].update(x=99999)),
    ("chips[3].id", "taken", lambda d: d["chips"][3].update(id="P01")),
    ("chips[0].id", "the train R1", lambda d: d["chips"][0].update(id="R1")),
    ("sections.GN-DZ.ends", "no station", lambda d: d["sections"]["GN-DZ"].update(ends=["GN", "XX"])),
    ("sections.GN-DZ.ends", "two different", lambda d: d["sections"]["GN-DZ"].update(ends=["GN", "GN"])),
    ("sections.GN-DZ.ends", "red", lambda d: d["sections"]["GN-DZ"].update(ends=["GN", "Y-GN"])),
    ("sections.GN-DZ", "no yard names", lambda d: d["sections"]["GN-DZ"].update(kind="red")),
    ("joints.GN-LW.1", "two sections", lambda d: d["sections"].pop("GN-LW#1")),
    ("stations.DZ", "no black section", lambda d: d["sections"].pop("GN-DZ")),
    ("yards[1].station", "already", lambda d: d["yards"][1].update(station="HRL")),
    ("yards[1].station", "no station", lambda d: d["yards"][1].update(station="XX")),
    ("yards[0].section", "no red section", lambda d: d["yards"][0].update(section="GN-DZ")),
    ("yards[0].section", "must join", lambda d: d["sections"]["Y-HRL"].update(ends=["MT", "Y-HRL"])),
    ("yards", "number 4", lambda d: [yard.update(number=None) for yard in d["yards"] if yard["number"] == 4]),
    ("stations.HRL", "no track", lambda d: cut_off(d)),
    ("stations.GN.region", "no region", lambda d: d["stations"]["GN"].update(region="X")),
    ("regions.N.stations", "says that it lies", lambda d: d["regions"]["N"]["stations"].remove("GN")),
    ("regions.N.stations", "does not say", lambda d: d["regions"]["N"]["stations"].append("UT")),
    ("chips[0].dest", "no station", lambda d: d["chips"][0].update(dest="XX")),
    ("chips[0].dest", "own region", lambda d: d["chips"][0].update(dest="GN")),
    ("chips[0].region", "no region", lambda d: d["chips"][0].update(region="X")),
    ("chips[0].passengers", "maximum", lambda d: d["chips"][0].update(passengers=600)),
    ("regions.N", "9 circles for 8 chips", lambda d: d["chips"].pop(0)),
    ("joints.Q1", "no track from GN", lambda d: ring_of_joints(d)),
    ("sections", "ways can be driven in a turn, more than 60000", lambda d: dense(d)),
    ("sections", "from GN", lambda d: side_by_side(d)),
    ("stations.gn", "taken by stations.GN", lambda d: d["stations"].update(gn=d["stations"]["LW"])),
    ("chips[0].id", "the disruption A", lambda d: d["chips"][0].update(id="a")),
    ("chips[0].id", "a word of the game", lambda d: d["chips"][0].update(id="done")),
    ("stations.GN.name", "word of the game", lambda d: d["stations"]["GN"].update(name="Red")),
    ("stations.GN.name", "word of the game", lambda d: d["stations"]["GN"].update(name="Blue 2")),
    ("stations.GN.name", "has no letter", lambda d: d["stations"]["GN"].update(name="2")),
    ("stations.GN.name", "means something else", lambda d: d["stations"]["GN"].update(name="[/x]")),
    (
        "stations.LW.name",
        "is what stations.GN.name is called",
        lambda d: d["stations"]["LW"].update(name="groningen"),
    ),
    ("stations.LW.name", "is what stations.GN is called", lambda d: d["stations"]["LW"].update(name="GN")),
    ("regions.N.name", "means something else", lambda d: d["regions"]["N"].update(name="[/x]")),
    ("title", "means something else", lambda d: d.update(title="<b>")),
    ("stations.GN.x", "integer", lambda d: d["stations"]["GN"].update(x=1.0)),
    (
        "disruption_cards",
        "too long",
        lambda d: d["disruption_cards"].extend({"id": f"E{n}", "station": "GN"} for n in range(200)),
    ),
    ("disruption_cards[0].station", "no station", lambda d: d["disruption_cards"][0].update(station="XX")),
    ("disruption_cards", "at least 15", lambda d: d.update(disruption_cards=d["disruption_cards"][:10])),
]


def ring_of_joints(data: dict[str, Any]) -> None:
    """Two joints on a ring that no station is on."""
    data["joints"] |= {"Q1": {"x": 1, "y": 1}, "Q2": {"x": 2, "y": 2}}
    data["sections"] |= {id: {"ends": ["Q1", "Q2"], "kind": "black"} for id in ("QA", "QB")}


def dense(data: dict[str, Any]) -> None:
    """Every station is joined to the next four."""
    stations = list(data["stations"])
    for number, id in enumerate(stations):
        for step in (1, 2, 3, 4):
            other = stations[(number + step) % len(stations)]
            data["sections"][f"N{number}.{step}"] = {"ends": [id, other], "kind": "black"}


def side_by_side(data: dict[str, Any]) -> None:
    """Twelve tracks between two stations."""
    data["sections"] |= {f"N{n}": {"ends": ["GN", "DZ"], "kind": "black"} for n in range(12)}


def cut_off(data: dict[str, Any]) -> None:
    """Heerlen, Maastricht and Sittard without the line to Roermond."""
    del data["sections"]["RM-STD"]


@pytest.mark.parametrize(("key", "reason", "damage"), FAULTS)
def test_a_fault_is_named_by_its_key_and_reason(key: str, reason: str, damage: Break) -> None:
    data = copy.deepcopy(koplopers().board.data)
    damage(data)
    with pytest.raises(BoardError) as caught:
        read_board("koplopers", json.dumps(data), "mine.json")
    assert any(found == key and reason in why for found, why in caught.value.faults), caught.value.faults


def test_our_board_has_no_fault_and_says_that_it_is_ours() -> None:
    data = koplopers().board.data
    assert read_board("koplopers", json.dumps(data), "ours").digest == koplopers().board.digest
    assert "ours" in data["note"]


def test_our_board_keeps_the_facts_of_the_rulebook() -> None:
    data = koplopers().board.data
    tables = koplopers().tables
    facts = data["meta"]["rulebook_facts"]
    assert len(data["yards"]) == facts["yards"] and len(data["regions"]) == facts["regions"]
    assert set(facts["named_stations"]) <= set(data["stations"])
    for id in facts["single_section_links"]:
        assert id in data["sections"]
    ends = {tables.nodes[tables.front[d ^ 1]] for d in tables.arrivals[tables.station_index["HRL"]]}
    assert ends == set(facts["neighbours_of_HRL"])


def damaged(data: Any, rng: Random) -> Any:
    """One value somewhere deep down is gone, doubled, or something else."""
    place = data
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = rng.choice(keys)
        inner = place[key]
        if isinstance(inner, (dict, list)) and inner and rng.random() < 0.9:
            place = inner
            continue
        how = rng.randrange(4)
        if how == 0:
            del place[key]
        elif how == 1 and isinstance(place, list):
            place.append(inner)
        else:
            place[key] = rng.choice([None, -1, 0, 7, 1e9, "", "GN", "R1", "Y-GN", "N", [], {}, ["GN", "LW"]])
        return data


def test_damaged_boards_are_refused_with_a_reason_or_can_be_played() -> None:
    rng, refused = Random("damage"), 0
    for _ in range(80):
        text = json.dumps(damaged(copy.deepcopy(koplopers().board.data), rng))
        try:
            game = load("koplopers", text, "mine.json")
        except BoardError as error:
            refused += 1
            assert all(key and reason for key, reason in error.faults)
            continue
        state = game.start(4)
        for _ in range(150):
            game.apply(state, game.random_action(state, rng))
        assert game.looks.picture(game.looks.view(state, None))
    assert refused > 20
