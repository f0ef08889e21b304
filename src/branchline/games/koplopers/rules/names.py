"""What things on the board are called: as they are typed, and as the log says them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.core.words import Words
from branchline.games.koplopers.rules.state import COLOURS, TRAINS, UNITS


def worded(groups: Mapping[str, Mapping[str, str]], data: dict[str, Any]) -> Words:
    """The words of the game with the names of this board."""
    words = Words(groups)
    return Words(groups, printed_names(words, data), said_names(words, data))


def printed_names(words: Words, data: dict[str, Any]) -> dict[str, str]:
    """Printed names; a card comes last and so takes its station's name when a name is typed."""
    stations = data["stations"]
    names = {
        id: words.sentence("ui", "name.train", COLOURS[number // UNITS], number % UNITS + 1)
        for number, id in enumerate(TRAINS)
    }
    names |= {id: each["name"] for id, each in stations.items()}
    for yard in data["yards"]:
        names[yard["id"]] = words.sentence("ui", "name.yard", stations[yard["station"]]["name"])
    for chip in data["chips"]:
        dest = stations[chip["dest"]]["name"]
        names[chip["id"]] = words.sentence("ui", "name.ticket", chip["id"], chip["passengers"], dest)
    for card in data["disruption_cards"]:
        names[card["id"]] = stations[card["station"]]["name"]
    return names


def said_names(words: Words, data: dict[str, Any]) -> dict[str, str]:
    """Names where nothing has to be typed: a ticket by what is printed on it, track by its stations."""
    stations, joints = data["stations"], data["joints"]
    said = {
        yard["id"]: words.sentence("ui", "yard", stations[yard["station"]]["name"]) for yard in data["yards"]
    }
    for chip in data["chips"]:
        dest = stations[chip["dest"]]["name"]
        said[chip["id"]] = words.sentence("ui", "ticket", chip["passengers"], dest)
    lines: dict[str, list[str]] = {}  # a line by the stations at its ends
    for id, section in data["sections"].items():
        found = lines.setdefault(section.get("link") or id, [])
        found += [stations[end]["name"] for end in section["ends"] if end in stations]
    for id, section in data["sections"].items():
        line = lines[section.get("link") or id]
        if section["kind"] == "red" or len(line) != 2:
            continue
        near = [stations[end]["name"] for end in section["ends"] if end in stations]
        whole = " – ".join(line)
        said[id] = words.sentence("ui", "said.near", whole, near[0]) if len(near) == 1 else whole
    for id, joint in joints.items():
        line = lines.get(joint.get("link", ""), [])
        between = words.sentence("ui", "said.between", *line) if len(line) == 2 else ""
        said[id] = between or words.sentence("ui", "said.open")
    return said
