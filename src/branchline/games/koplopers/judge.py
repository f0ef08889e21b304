"""What a board must be for the rules to work on it, beyond the schema."""

from __future__ import annotations

from collections import Counter
from typing import Any

from branchline.core.board import Fault
from branchline.games.koplopers.state import CAPACITY, HAND, LETTERS, TRAINS

NUMBERS = (1, 2, 3, 4)


def judge(data: dict[str, Any]) -> list[Fault]:
    """Every fault of a board that meets the schema."""
    return _ids(data) or _sections(data) + _yards(data) or _shape(data) or _chips(data) + _cards(data)


def _ids(data: dict[str, Any]) -> list[Fault]:
    """An id names one thing only, since actions are told apart by ids."""
    faults: list[Fault] = []
    seen = dict.fromkeys(TRAINS, "a train") | dict.fromkeys(LETTERS, "a disruption")
    named = [
        *((f"stations.{id}", id) for id in data["stations"]),
        *((f"joints.{id}", id) for id in data["joints"]),
        *((f"sections.{id}", id) for id, each in data["sections"].items() if each["kind"] == "black"),
        *((f"yards[{n}].id", each["id"]) for n, each in enumerate(data["yards"])),
        *((f"chips[{n}].id", each["id"]) for n, each in enumerate(data["chips"])),
        *((f"disruption_cards[{n}].id", each["id"]) for n, each in enumerate(data["disruption_cards"])),
    ]
    for key, id in named:
        if id in seen:
            faults.append((key, f"the id {id} is taken by {seen[id]}"))
        seen[id] = key
    return faults


def _sections(data: dict[str, Any]) -> list[Fault]:
    """Sections join two places; a joint has two sections, and lies on open track between stations."""
    faults: list[Fault] = []
    yards = {yard["id"] for yard in data["yards"]}
    places = {*data["stations"], *data["joints"], *yards}
    at: Counter[str] = Counter()
    for id, each in data["sections"].items():
        for end in each["ends"]:
            if end not in places:
                faults.append((f"sections.{id}.ends", f"there is no station, joint or yard {end!r}"))
            elif each["kind"] == "black" and end in yards:
                faults.append((f"sections.{id}.ends", f"{end} is a yard, and a yard's section is red"))
            if each["kind"] == "black":
                at[end] += 1
        if each["ends"][0] == each["ends"][1]:
            faults.append((f"sections.{id}.ends", "a section joins two different places"))
        if each["kind"] == "red" and not any(yard["section"] == id for yard in data["yards"]):
            faults.append((f"sections.{id}", "a red section belongs to a yard, and no yard names this one"))
    for joint in data["joints"]:
        if at[joint] != 2:
            faults.append((f"joints.{joint}", f"a joint lies between two sections, this one has {at[joint]}"))
    for station in data["stations"]:
        if not at[station]:
            faults.append((f"stations.{station}", "no black section leads to this station"))
    return faults


def _yards(data: dict[str, Any]) -> list[Fault]:
    """A yard is one red section at one station; every player's number is on a yard."""
    faults: list[Fault] = []
    stations: Counter[str] = Counter()
    for number, yard in enumerate(data["yards"]):
        key = f"yards[{number}]"
        section = data["sections"].get(yard["section"])
        if yard["station"] not in data["stations"]:
            faults.append((f"{key}.station", f"there is no station {yard['station']!r}"))
        elif stations[yard["station"]]:
            faults.append((f"{key}.station", f"{yard['station']} has a yard already"))
        stations[yard["station"]] += 1
        if section is None or section["kind"] != "red":
            faults.append((f"{key}.section", f"{yard['section']!r} is no red section"))
        elif set(section["ends"]) != {yard["station"], yard["id"]}:
            faults.append((f"{key}.section", f"it must join {yard['station']} and the dead end {yard['id']}"))
    numbers = {yard["number"] for yard in data["yards"]}
    for wanted in NUMBERS:
        if wanted not in numbers:
            faults.append(("yards", f"no yard bears the number {wanted}, so that player could not begin"))
    return faults


def _shape(data: dict[str, Any]) -> list[Fault]:
    """Every station can be reached from every other one."""
    near: dict[str, set[str]] = {}
    for each in data["sections"].values():
        a, b = each["ends"]
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    first = next(iter(data["stations"]))
    seen, todo = {first}, [first]
    while todo:
        for other in near[todo.pop()] - seen:
            seen.add(other)
            todo.append(other)
    return [
        (f"stations.{id}", f"there is no track from {first} to here")
        for id in data["stations"]
        if id not in seen
    ]


def _chips(data: dict[str, Any]) -> list[Fault]:
    """As many chips of a colour as circles, none for a station of its own colour."""
    faults: list[Fault] = []
    circles: Counter[str] = Counter()
    for id, station in data["stations"].items():
        if station["region"] not in data["regions"]:
            faults.append((f"stations.{id}.region", f"there is no region {station['region']!r}"))
        elif id not in data["regions"][station["region"]]["stations"]:
            faults.append((f"regions.{station['region']}.stations", f"{id} says that it lies here"))
        circles[station["region"]] += len(station["slots"])
    for id, region in data["regions"].items():
        for station in region["stations"]:
            if data["stations"].get(station, {}).get("region") != id:
                faults.append((f"regions.{id}.stations", f"{station} does not say that it lies here"))
    chips: Counter[str] = Counter()
    for number, chip in enumerate(data["chips"]):
        key = f"chips[{number}]"
        chips[chip["region"]] += 1
        if chip["dest"] not in data["stations"]:
            faults.append((f"{key}.dest", f"there is no station {chip['dest']!r}"))
        elif data["stations"][chip["dest"]]["region"] == chip["region"]:
            faults.append(
                (f"{key}.dest", f"{chip['dest']} lies in the chip's own region, where it may be laid")
            )
        if chip["region"] not in data["regions"]:
            faults.append((f"{key}.region", f"there is no region {chip['region']!r}"))
        if chip["passengers"] > CAPACITY:
            faults.append((f"{key}.passengers", f"a train holds {CAPACITY}, so this chip could never board"))
    for id in data["regions"]:
        if chips[id] != circles[id]:
            faults.append((f"regions.{id}", f"it has {circles[id]} circles, but {chips[id]} chips"))
    return faults


def _cards(data: dict[str, Any]) -> list[Fault]:
    faults: list[Fault] = []
    for number, card in enumerate(data["disruption_cards"]):
        if card["station"] not in data["stations"]:
            key = f"disruption_cards[{number}].station"
            faults.append((key, f"there is no station {card['station']!r}"))
    wanted = max(players * hand for players, hand in HAND.items()) + len(LETTERS)
    if len(data["disruption_cards"]) < wanted:
        faults.append(("disruption_cards", f"at least {wanted} cards are needed to fill all hands"))
    return faults
