"""What a board must be for the rules to work on it, beyond the schema."""

from __future__ import annotations

from collections import Counter
from typing import Any

from branchline.core.action import folded
from branchline.core.board import Fault, name_faults
from branchline.core.words import plural
from branchline.games.koplopers.rules.forms import FORMS
from branchline.games.koplopers.rules.state import (
    CAPACITY,
    COLOURS,
    ENDINGS,
    HAND,
    LETTERS,
    POINTS,
    TRAINS,
    UNITS,
)

NUMBERS = (1, 2, 3, 4)
# Every way that a turn's points can pay for is kept ready, so their number is what a board costs: our
# board has 18,000, 400 of them from one place; these many take a third of a second and 30 MB.
MOST_WAYS = 60_000
MOST_FROM_ONE_PLACE = 2_000  # and so many drives a screen can list for one train


def judge(game_id: str, data: dict[str, Any]) -> list[Fault]:
    """The faults of a board that meets the schema; what costs more is asked only if the rest is right."""
    return (
        _ids(data)
        or _names(data) + _sections(data) + _yards(data)
        or _shape(data)
        or _ways(data)
        or _chips(data) + _cards(data)
    )


def _ids(data: dict[str, Any]) -> list[Fault]:
    """An id names one thing only, whatever the capitals, since actions are told apart by ids."""
    faults: list[Fault] = []
    seen = {id.casefold(): f"the train {id}" for id in TRAINS}
    seen |= {id.casefold(): f"the disruption {id}" for id in LETTERS}
    seen |= dict.fromkeys((*FORMS, *COLOURS, *ENDINGS), "a word of the game")
    for key, id in _all_ids(data):
        if id.casefold() in seen:
            faults.append((key, f"the id {id}, capitals aside, is taken by {seen[id.casefold()]}"))
        seen[id.casefold()] = key
    return faults


def _all_ids(data: dict[str, Any]) -> list[tuple[str, str]]:
    """Every id with its key; a yard's red section may be called as the yard is."""
    yards = {yard["id"] for yard in data["yards"]}
    return [
        *((f"stations.{id}", id) for id in data["stations"]),
        *((f"joints.{id}", id) for id in data["joints"]),
        *(
            (f"sections.{id}", id)
            for id, each in data["sections"].items()
            if each["kind"] == "black" or id not in yards
        ),
        *((f"yards[{n}].id", each["id"]) for n, each in enumerate(data["yards"])),
        *((f"chips[{n}].id", each["id"]) for n, each in enumerate(data["chips"])),
        *((f"disruption_cards[{n}].id", each["id"]) for n, each in enumerate(data["disruption_cards"])),
    ]


def _names(data: dict[str, Any]) -> list[Fault]:
    """A printed name finds one station, and nothing else that can be typed."""
    trains = [f"{colour} {number}" for colour in COLOURS for number in range(1, UNITS + 1)]
    printed = [(f"stations.{id}.name", each["name"]) for id, each in data["stations"].items()]
    regions = [(f"regions.{id}.name", each["name"]) for id, each in data["regions"].items()]
    texts = [(key, data[key]) for key in ("title", "note") if data.get(key)]
    faults = name_faults(printed, [*FORMS, *COLOURS, *LETTERS, *TRAINS, *trains, "yard"])
    faults += name_faults(regions, []) + name_faults(texts, [])
    ids = {folded(id): key for key, id in _all_ids(data)}
    seen: dict[str, str] = {}
    for key, name in printed:
        plain = folded(name)
        owner = seen.get(plain) or ids.get(plain, key)
        if owner not in (key, key.removesuffix(".name")):
            faults.append((key, f"{name!r} is what {owner} is called"))
        seen[plain] = key
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
    """Every station and every joint can be reached from every other one."""
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
    places = [("stations", id) for id in data["stations"]] + [("joints", id) for id in data["joints"]]
    return [
        (f"{kind}.{id}", f"there is no track from {first} to here") for kind, id in places if id not in seen
    ]


def _ways(data: dict[str, Any]) -> list[Fault]:
    """How many ways there are for a turn's points, counted without walking them."""
    sections = [each["ends"] for each in data["sections"].values() if each["kind"] == "black"]
    sections += [each["ends"] for each in data["sections"].values() if each["kind"] == "red"]
    black = 2 * sum(each["kind"] == "black" for each in data["sections"].values())
    fronts = [end for ends in sections for end in ends]  # of a direction; the other way is `direction ^ 1`
    ways, total = [1] * len(fronts), [0] * len(fronts)
    for _ in range(POINTS):
        leaving: Counter[str] = Counter()
        for direction in range(black):
            leaving[fronts[direction ^ 1]] += ways[direction]
        back = [ways[d ^ 1] if d < black else 0 for d in range(len(fronts))]  # no train turns on its way
        ways = [leaving[front] - less for front, less in zip(fronts, back, strict=True)]
        total = [before + more for before, more in zip(total, ways, strict=True)]
    faults = []
    most = max(total)
    if most > MOST_FROM_ONE_PLACE:
        where = fronts[total.index(most)]
        faults.append(
            ("sections", f"from {where} {most} ways can be driven in a turn, more than {MOST_FROM_ONE_PLACE}")
        )
    if sum(total) > MOST_WAYS:
        faults.append(("sections", f"{sum(total)} ways can be driven in a turn, more than {MOST_WAYS}"))
    return faults


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
            circled = plural(circles[id], "it has # circle", "it has # circles")
            chipped = plural(chips[id], "# chip", "# chips")
            faults.append((f"regions.{id}", f"{circled} for {chipped}"))
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
