"""What a board must be for the rules to work on it, beyond the schema."""

from __future__ import annotations

from collections import Counter
from typing import Any

from branchline.core.action import folded
from branchline.core.bits import bits
from branchline.core.board import Fault, name_faults
from branchline.games.sncf.rules.cutoff import in_each_others_way, together
from branchline.games.sncf.rules.state import COLOURS
from branchline.games.sncf.rules.tables import VALUES, Tables, distance

SUBURBS = 6
# what is typed beside places: colours, verbs, numbers
WORDS = (*COLOURS, "build", "done", "trade", "start")
MOST_HEXES = 300  # twice ours and more: tables and lists of moves grow with the square of them
MOST_LINES = 900  # a heavy line on every side of every hex


def judge(game_id: str, data: dict[str, Any]) -> list[Fault]:
    """Every fault of a board that meets the schema."""
    rules = game_id.removeprefix("sncf-")
    if data["rules"] != rules:
        return [("rules", f"this board plays by {data['rules']!r}, but the game asked for is {rules!r}")]
    return _counts(data) or _hexes(data) or _lines(data) or _shape(data)


def _counts(data: dict[str, Any]) -> list[Fault]:
    """Before anything is computed."""
    return [
        (key, f"has {len(data[key])} entries; a board has {most} at most")
        for key, most in (("hexes", MOST_HEXES), ("blocked", MOST_LINES))
        if len(data[key]) > most
    ]


def _hexes(data: dict[str, Any]) -> list[Fault]:
    names = [(f"hexes[{n}].name", each["name"]) for n, each in enumerate(data["hexes"]) if "name" in each]
    faults = name_faults(names, (*WORDS, *(each["id"] for each in data["hexes"])))
    seen: dict[str, dict[Any, int]] = {"id": {}, "name": {}, "place": {}}
    for number, each in enumerate(data["hexes"]):
        key = f"hexes[{number}]"
        kind = each["kind"]
        wanted = f"{chr(97 + each['row'])}{each['col'] + 1}"
        if each["id"] != wanted:
            faults.append(
                (f"{key}.id", f"column {each['col']} of row {each['row']} is {wanted}, not {each['id']}")
            )
        if kind == "rural" and "name" in each:
            faults.append((f"{key}.name", "a rural hex has no name; only cities, suburbs and Paris have"))
        if kind != "rural" and "name" not in each:
            faults.append((f"{key}.name", f"a hex of kind {kind} needs a name"))
        if each.get("value", 0) != VALUES.get(kind, 0):
            right = VALUES.get(kind)
            says = f"a {kind} hex is worth {right}" if right else f"a {kind} hex has no value"
            faults.append((f"{key}.value", f"{says}, not {each.get('value', 'nothing')}"))
        if data["rules"] == "germany" and kind in ("suburb", "paris"):
            faults.append((f"{key}.kind", f"Germany has no {kind}; hexes are rural or cities"))
        if data["rules"] == "france" and kind == "white":
            faults.append((f"{key}.kind", "white is Berlin's kind, and France has none"))
        for what, value in (
            ("id", each["id"]),
            ("name", folded(each["name"]) if "name" in each else None),
            ("place", (each["col"], each["row"])),
        ):
            if value is not None and value in seen[what]:
                shown = each["name"] if what == "name" else value
                faults.append((f"{key}.{what}", f"{shown} is already hexes[{seen[what][value]}]"))
            seen[what][value] = number
    return faults


def _lines(data: dict[str, Any]) -> list[Fault]:
    """Heavy lines lie between neighbours, each once; the goal is a city."""
    faults: list[Fault] = []
    places = {each["id"]: each for each in data["hexes"]}
    seen: set[frozenset[str]] = set()
    for number, each in enumerate(data["blocked"]):
        key = f"blocked[{number}].between"
        unknown = [id for id in each["between"] if id not in places]
        if unknown:
            faults.append((key, f"there is no hex {unknown[0]!r}"))
            continue
        a, b = ((places[id]["col"], places[id]["row"]) for id in each["between"])
        if distance(a, b) != 1:
            faults.append((key, f"{each['between'][0]} and {each['between'][1]} are no neighbours"))
        if frozenset(each["between"]) in seen:
            faults.append((key, "this heavy line is there already"))
        seen.add(frozenset(each["between"]))
    if data["rules"] == "france":
        goal = data.get("goal")
        if goal is None:
            faults.append(("goal", "a board that plays by France's rules names the city that ends the game"))
        elif goal not in places or places[goal]["kind"] not in VALUES:
            faults.append(("goal", f"{goal!r} is not a city of this board"))
    elif "goal" in data:
        faults.append(("goal", "Germany ends by its purple cities and has no goal"))
    return faults


def _shape(data: dict[str, Any]) -> list[Fault]:
    """Everything hangs together, and every railroad has a way out."""
    faults: list[Fault] = []
    tables = Tables(data)
    kinds = Counter(each["kind"] for each in data["hexes"])
    free = tables.cities | tables.rural
    if not tables.cities:
        return [("hexes", "a board needs cities")]
    seen = front = tables.cities & -tables.cities
    while front:
        front = tables.around(front) & free & ~seen
        seen |= front
    for index in bits(free & ~seen):
        faults.append((f"hex {tables.ids[index]}", "cannot be reached from the other hexes"))
    if data["rules"] == "germany":
        if not kinds["purple"]:
            faults.append(("hexes", "Germany ends by its purple cities, and this board has none"))
        return faults
    if kinds["suburb"] != SUBURBS:
        faults.append(
            ("hexes", f"France has {SUBURBS} suburbs, one for each railroad, not {kinds['suburb']}")
        )
    near = {railroad: tables.neighbours[i] & free for railroad, i in enumerate(bits(tables.suburbs))}
    for index in bits(tables.suburbs):
        if not tables.path(tables.neighbours[index] & free, tables.rural, tables.cities):
            faults.append((f"hex {tables.ids[index]}", "this suburb has no road to a city"))
    if not faults and together(tables, near, 0, 0) is None:  # build.cut-off
        stuck = [list(bits(tables.suburbs))[each] for each in in_each_others_way(tables, near, 0, 0)]
        names = ", ".join(tables.ids[index] for index in stuck)
        faults.append(
            ("hexes", f"the suburbs {names} have no ways that lead to a city each and leave each other room")
        )
    return faults
