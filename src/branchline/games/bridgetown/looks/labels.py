"""Where the names of spaces stand on the map, so that they meet as little as possible."""

from __future__ import annotations

from typing import Any

from branchline.core.svg import Box, around, text_width

SIZE = 9.5
NARROW = 0.84  # names are condensed to this part of their natural width
STREET = 11.0  # half a street, kerbs included
# where a name stands beside its space: which end of it is near, and how far away
SIDES = {
    "n": ("middle", 0, -16),
    "s": ("middle", 0, 23),
    "e": ("start", 16, 4),
    "w": ("end", -16, 4),
    "ne": ("start", 11, -12),
    "nw": ("end", -11, -12),
    "se": ("start", 11, 20),
    "sw": ("end", -11, 20),
}
Place = tuple[str, float, float]  # which end is near, and the point of the baseline


def box_of(words: str, place: Place) -> Box:
    anchor, x, y = place
    wide = text_width(words, SIZE) * NARROW
    left = x - (wide if anchor == "end" else wide / 2 if anchor == "middle" else 0)
    return Box(left, y - SIZE * 0.8, left + wide, y + SIZE * 0.25)


def place_names(data: dict[str, Any]) -> dict[str, Place]:
    """A place for the name of each space but the bridges: the board's own side unless it is crowded."""
    width = float(data["canvas"][0])
    beads = [around(node["x"], node["y"], 13, 13) for node in data["nodes"]]
    taken = [around(barge["x"], barge["y"], 26, 14) for barge in data["barges"]]
    for bridge in data["bridges"]:
        node = next(node for node in data["nodes"] if node["id"] == bridge["node"])
        taken.append(around(node["x"], node["y"] + 24, 60, 8))
    streets = _street_boxes(data)
    found: dict[str, Place] = {}
    named = [node for node in data["nodes"] if not node["kind"].startswith("bridge:")]
    for node in sorted(named, key=lambda node: -len(node["name"])):
        best, cost = None, float("inf")
        for side, (anchor, across, down) in SIDES.items():
            place = anchor, node["x"] + across, node["y"] + down
            box = box_of(node["name"], place)
            spent = 0.0 if side == node.get("label") else 1.0
            spent += 40 * (box.left < 3 or box.right > width - 3)
            spent += 30 * sum(map(box.meets, taken)) + 8 * sum(map(box.meets, beads))
            spent += 2 * sum(map(box.meets, streets))
            if spent < cost:
                best, cost = place, spent
        assert best is not None
        found[node["id"]] = best
        taken.append(box_of(node["name"], best))
    return found


def _street_boxes(data: dict[str, Any]) -> list[Box]:
    """Small boxes along every street."""
    at = {node["id"]: (node["x"], node["y"]) for node in data["nodes"]}
    found = []
    for edge in data["edges"]:
        (x1, y1), (x2, y2) = at[edge["a"]], at[edge["b"]]
        steps = max(2, int((abs(x2 - x1) + abs(y2 - y1)) / 12))
        for step in range(1, steps):
            part = step / steps
            found.append(around(x1 + (x2 - x1) * part, y1 + (y2 - y1) * part, STREET * 0.7, STREET * 0.7))
    return found
