"""Boards that people may bring: sound ones, ones with one thing wrong, and hostile ones."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from branchline import load

# each measure with its bounds in the schema
BOUNDS = {
    "loop": (240_000, 400_000), "tile": (2_000, 8_000), "short": (10_000, 60_000), "long": (20_000, 90_000),
    "river": (10_000, 90_000), "mountain": (20_000, 160_000), "tolerance": (1, 20),
    "field_tolerance": (1, 50), "bend": (0, 1_000), "clear": (0, 1_000), "arc_gap": (0, 10_000),
    "graze": (1, 1_000),
    "tile_string_gap": (1, 1_000), "tile_tile_gap": (1, 1_000), "home_gap": (1, 1_000),
    "river_outside": (0, 20_000),
}  # fmt: skip
STATIONS = (
    "town", "central", "transfer", "local", "junction", "suburban", "terminal", "countryside", "landmark",
)  # fmt: skip
WRONG: list[Any] = [
    1.0, 0.0, -1, True, None, "", "12", [], {}, 10**17, 1e300, "Red", "2", "[/x]", "long" * 5_000, [[[[]]]],
]  # fmt: skip
HOSTILE = [
    "", "{", "[" * 100_000, '{"id": 1e999}', '{"id": "a", "id": "b"}', "nan", "null", "[]", '"board"',
    '{"loop": ' + "9" * 5_000 + "}", " " * 300_000, "\x00", '{"measures": {"loop": NaN}}',
]  # fmt: skip


def odd_board(rng: Random, game_id: str) -> Any:
    """A board as data, or as text where it is not even data."""
    data = json.loads(json.dumps(load(game_id).board.data))
    data["id"] = "odd-table"
    kind = rng.randrange(3)
    if kind == 0:
        return sound(rng, data)
    if kind == 1:
        return wrong(rng, data)
    return rng.choice(HOSTILE) if rng.random() < 0.4 else hostile(rng, data)


def sound(rng: Random, data: Any) -> Any:
    """Measures of another table, from edge to edge of what our limits allow or just beyond."""
    measures, deck = data["measures"], data["deck"]
    loop = measures["loop"] = rng.choice((240_000, 400_000, rng.randint(240_000, 400_000)))
    tile = measures["tile"] = rng.choice((2_000, loop // 32, rng.randint(2_000, loop // 32)))
    measures["short"] = rng.choice((max(10_000, 3 * tile), rng.randint(max(10_000, 3 * tile), 60_000)))
    measures["long"] = rng.randint(max(20_000, measures["short"] + 1), 90_000)
    measures["river"] = min(90_000, rng.choice((loop // 4, rng.randint(16_000, loop // 4))))
    measures["mountain"] = rng.choice((2 * loop // 5, 20_000, rng.randint(20_000, 2 * loop // 5)))
    for key in (
        "bend",
        "clear",
        "tile_string_gap",
        "tile_tile_gap",
        "home_gap",
        "river_outside",
        "tolerance",
    ):
        if rng.random() < 0.4:
            measures[key] = rng.choice((*BOUNDS[key], rng.randint(*BOUNDS[key])))
    measures["graze"] = rng.randint(1, max(1, min(1_000, (tile - 1_200) // 2)))
    measures["arc_gap"] = rng.randint(2 * measures["clear"], 10_000)
    if rng.random() < 0.5:
        for station in STATIONS:
            deck[station] = rng.randint(0, 8)
    return data


def wrong(rng: Random, data: Any) -> Any:
    """One or two values that do not belong there, a key too many or one that is missing."""
    for _ in range(rng.randint(1, 2)):
        part = rng.choice((data, data["measures"], data["deck"]))
        if not isinstance(part, dict) or not part:
            break
        key = rng.choice(list(part))
        how = rng.randrange(5)
        if how == 0:
            del part[key]
        elif how == 1:
            part[rng.choice(("Loop", "loop ", "weight", "[/x]", "", "home"))] = rng.choice((5_000, WRONG[0]))
        elif how == 2 and isinstance(part[key], int):
            part[key] = rng.choice((part[key] - 1, part[key] + 1, 2 * part[key], part[key] // 2, -part[key]))
        elif part[key] is data["measures"] or part[key] is data["deck"]:
            break
        else:
            part[key] = rng.choice(WRONG)
        if not isinstance(data.get("measures"), dict) or not isinstance(data.get("deck"), dict):
            break
    return data


def hostile(rng: Random, data: Any) -> Any:
    """Extremes of every bound together, decks of nothing or of everything, and values of another world."""
    for key, bounds in BOUNDS.items():
        if rng.random() < 0.7:
            data["measures"][key] = rng.choice(bounds)
    kind = rng.randrange(4)
    if kind == 0:
        data["deck"] = {station: rng.choice((0, 20)) for station in STATIONS}
    elif kind == 1:
        data["deck"] = dict.fromkeys(STATIONS, 10**16)
    elif kind == 2:
        data["measures"] |= {f"more{number}": number for number in range(5_000)}
    else:
        data[rng.choice(("title", "note", "id"))] = rng.choice(("x" * 100_000, "[/x]", "\u202e", "2", 7))
    return data
