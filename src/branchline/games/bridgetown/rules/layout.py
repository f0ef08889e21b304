"""Whether a board can be drawn: spaces far enough apart, lines that cross at overpasses only."""

from __future__ import annotations

from typing import Any

APART = 33  # between the centres of two spaces
Point = tuple[float, float]


def too_near(nodes: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """Pairs of spaces that would overlap."""
    found = []
    for one, a in enumerate(nodes):
        for other in range(one):
            b = nodes[other]
            if (a["x"] - b["x"]) ** 2 + (a["y"] - b["y"]) ** 2 < APART**2:
                found.append((one, other))
    return found


def crossings(data: dict[str, Any]) -> list[tuple[int, int]]:
    """Pairs of connections whose lines meet although they share no space and no overpass."""
    at = {node["id"]: (node["x"], node["y"]) for node in data["nodes"]}
    deck = {each[level]: (each["id"], level) for each in data["overpasses"] for level in ("upper", "lower")}
    lines = [
        (number, edge["a"], edge["b"], at[edge["a"]], at[edge["b"]])
        for number, edge in enumerate(data["edges"])
        if edge["kind"] != "stairs"
    ]
    found = []
    for position, (number, a, b, from_a, to_b) in enumerate(lines):
        for other, c, d, from_c, to_d in lines[:position]:
            if {a, b} & {c, d} or not meet(from_a, to_b, from_c, to_d):
                continue
            decks = {deck[id] for id in (a, b) if id in deck}, {deck[id] for id in (c, d) if id in deck}
            over = any((id, "lower") in decks[1] for id, level in decks[0] if level == "upper")
            under = any((id, "upper") in decks[1] for id, level in decks[0] if level == "lower")
            if not over and not under:
                found.append((number, other))
    return found


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two stretches share a point."""
    sides = side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    ends = ((a, b, c, sides[0]), (a, b, d, sides[1]), (c, d, a, sides[2]), (c, d, b, sides[3]))
    return any(turn == 0 and within(p, q, point) for p, q, point, turn in ends)


def side(a: Point, b: Point, point: Point) -> int:
    """On which side of the line from a to b a point lies: 1, -1, or 0 on the line."""
    turn = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
    return (turn > 0) - (turn < 0)


def within(a: Point, b: Point, point: Point) -> bool:
    """Whether a point of the line lies between a and b."""
    return min(a[0], b[0]) <= point[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])
