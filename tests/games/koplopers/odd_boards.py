"""Boards that somebody might bring: sensible ones, subtly wrong ones, and hostile ones."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from branchline.games import load

Data = dict[str, Any]


def odd_board(rng: random.Random, game_id: str) -> Any:
    """A board as data, or as text when it is not even data; about a third of each kind."""
    kind = rng.randrange(3)
    if kind == 0:
        return sensible(rng, game_id)
    if kind == 1:
        return wrong(rng, sensible(rng, game_id))
    return hostile(rng, game_id)


# --- sensible


def sensible(rng: random.Random, game_id: str) -> Data:
    """Ours in another order, or a random network."""
    if rng.random() < 0.2:
        return reordered(rng, copy.deepcopy(load(game_id).board.data))
    stations = rng.choice([4, 5, 6, 8, 12, 20, 45, 80, 120])
    return network(rng, stations, lines(rng, stations))


def reordered(rng: random.Random, data: Data) -> Data:
    for key in ("stations", "joints", "sections", "regions"):
        items = list(data[key].items())
        rng.shuffle(items)
        data[key] = dict(items)
    for key in ("yards", "chips", "disruption_cards"):
        rng.shuffle(data[key])
    for section in data["sections"].values():
        if rng.random() < 0.5:
            section["ends"].reverse()
    return data


def lines(rng: random.Random, stations: int) -> list[tuple[int, int]]:
    """Which stations are joined: a line, a star, a ring, a grid or a tree with chords."""
    shape = rng.choice(["line", "star", "ring", "grid", "tree", "tree", "tree"])
    if shape == "line":
        return [(n, n + 1) for n in range(stations - 1)]
    if shape == "star":
        return [(0, n) for n in range(1, stations)]
    if shape == "ring":
        return [(n, (n + 1) % stations) for n in range(stations)]
    if shape == "grid":
        wide = max(2, int(stations**0.5))
        along = [(n, n + 1) for n in range(stations - 1) if (n + 1) % wide]
        down = [(n, n + wide) for n in range(stations - wide)]
        first = [(n, n + 1) for n in range(stations - 1) if not (n + 1) % wide and n + wide >= stations]
        return along + down + first
    found = [(rng.randrange(n), n) for n in range(1, stations)]
    for _ in range(rng.randrange(stations)):
        a, b = rng.sample(range(stations), 2)
        found.append((a, b))
    return found


def network(rng: random.Random, stations: int, joined: list[tuple[int, int]]) -> Data:
    """A board with these lines; some of them have joints."""
    names = [f"S{number}" for number in range(stations)]
    regions = [f"G{number}" for number in range(rng.randint(2, min(6, stations)))]
    region = [regions[number % len(regions)] for number in range(stations)]
    sections: Data = {}
    joints: Data = {}
    for number, (a, b) in enumerate(joined):
        stops = [names[a]]
        for step in range(rng.choice([0, 0, 0, 1, 1, 2])):
            joint = f"J{number}.{step}"
            joints[joint] = {"x": rng.randrange(1000), "y": rng.randrange(1000)}
            stops.append(joint)
        stops.append(names[b])
        for step, ends in enumerate(pairwise(stops)):
            sections[f"L{number}#{step}"] = {"ends": list(ends), "kind": "black"}
    yards = []
    for number, at in enumerate(rng.sample(range(stations), rng.randint(4, min(12, stations)))):
        id = f"Y-{names[at]}"
        sections[id] = {"ends": [names[at], id], "kind": "red"}
        bears = number + 1 if number < 4 else rng.choice([None, 1, 2, 3, 4])
        yards.append({"id": id, "station": names[at], "number": bears, "section": id, "x": 5, "y": 9})
    most = max(1, min(6, 200 // stations))
    slots = [rng.randint(0, most) for _ in range(stations)]
    slots[0] = slots[0] or 1
    chips: list[Data] = []
    for at in range(stations):
        for _ in range(slots[at]):
            goal = rng.choice([other for other in range(stations) if region[other] != region[at]])
            chips.append(
                {
                    "id": f"P{len(chips)}",
                    "region": region[at],
                    "dest": names[goal],
                    "passengers": rng.choice([1, 50, 125, 250, 499, 500]),
                }
            )
    return {
        "id": "odd",
        "size": [1000, 1000],
        "regions": {
            id: {
                "name": f"Region {id}",
                "colour": "#7fb069",
                "stations": [names[n] for n in range(stations) if region[n] == id],
            }
            for id in regions
        },
        "stations": {
            names[n]: {
                "name": f"Town {n}",
                "region": region[n],
                "x": rng.randrange(1000),
                "y": rng.randrange(1000),
                "slots": [[rng.randrange(1000), rng.randrange(1000)] for _ in range(slots[n])],
            }
            for n in range(stations)
        },
        "joints": joints,
        "sections": sections,
        "yards": yards,
        "chips": chips,
        "disruption_cards": [
            {"id": f"D{n}", "station": rng.choice(names)} for n in range(rng.choice([15, 15, 30, 60]))
        ],
    }


# --- subtly wrong


def wrong(rng: random.Random, data: Data) -> Data:
    """One thing is off, here or there so little that the board is still right."""
    station = rng.choice(list(data["stations"]))
    other = rng.choice(list(data["stations"]))
    section = rng.choice(list(data["sections"]))
    chip, card, yard = (rng.choice(data[key]) for key in ("chips", "disruption_cards", "yards"))
    odd = rng.choice(
        ["Red", "2", "[/x]", "[bold]", "done", "R1", "Blue 2", other, "A", "", " ", "\u202e", "yard"]
    )
    place = data["stations"][station]
    changes: list[Callable[[], object]] = [
        lambda: place.update(name=odd),
        lambda: place.update(name=data["stations"][other]["name"].upper()),
        lambda: place.update(x=rng.choice([1.0, -1, 4001, True, "7", None, 10**17])),
        lambda: place.update(region=rng.choice(["", "G0", "nowhere"])),
        lambda: place["slots"].append([1, 1]),
        lambda: data["stations"].pop(station),
        lambda: data["stations"].update({station.lower(): place}),
        lambda: data["sections"].pop(section),
        lambda: data["sections"][section].update(ends=[station, other]),
        lambda: data["sections"][section].update(kind=rng.choice(["red", "black", "blue"])),
        lambda: data["sections"].update({f"{section}x": copy.deepcopy(data["sections"][section])}),
        lambda: data["sections"].update({station: {"ends": [station, other], "kind": "black"}}),
        lambda: data["joints"].update({"lost": {"x": 1, "y": 1}}),
        lambda: chip.update(dest=rng.choice([station, "nowhere", chip["id"]])),
        lambda: chip.update(passengers=rng.choice([0, 1, 500, 501, 125.0, -5, "100", 10**17])),
        lambda: chip.update(id=rng.choice([card["id"], "R1", "r1", "a", station, "P 1"])),
        lambda: data["chips"].append(copy.deepcopy(chip)),
        lambda: card.update(station=rng.choice([station, "nowhere"])),
        lambda: card.update(id=rng.choice([chip["id"], card["id"].lower(), "done"])),
        lambda: data.update(disruption_cards=data["disruption_cards"][: rng.choice([0, 14, 15])]),
        lambda: yard.update(number=rng.choice([None, 0, 1, 5, 1.0])),
        lambda: yard.update(station=other),
        lambda: yard.update(section=section),
        lambda: data.update(yards=data["yards"][:3]),
        lambda: data.update(id=rng.choice(["Odd", "", "odd-2", 5])),
        lambda: data.update(title=rng.choice(["A board", "[/x]", "", "x" * 81])),
        lambda: data.pop(rng.choice(list(data))),
        lambda: data.update(extra=1),
    ]
    rng.choice(changes)()
    return data


# --- hostile


def hostile(rng: random.Random, game_id: str) -> Any:
    data = sensible(rng, game_id)
    first, second = list(data["stations"])[:2]
    how = rng.randrange(12)
    if how == 0:  # a ring of joints apart from everything
        size = rng.choice([2, 3, 50])
        ring = [f"Q{n}" for n in range(size)]
        data["joints"] |= {id: {"x": 1, "y": 1} for id in ring}
        data["sections"] |= {
            f"K{n}": {"ends": [id, ring[n - 1]], "kind": "black"} for n, id in enumerate(ring)
        }
    elif how == 1:  # a line of joints from a station back to itself, or on and on
        ring = [f"Q{n}" for n in range(rng.choice([1, 2, 150]))]
        data["joints"] |= {id: {"x": 1, "y": 1} for id in ring}
        stops = [first, *ring, rng.choice([first, second])]
        data["sections"] |= {
            f"K{n}": {"ends": [stops[n], stops[n + 1]], "kind": "black"} for n in range(len(stops) - 1)
        }
    elif how == 2:  # so dense that the ways explode
        size = rng.choice([8, 12, 25, 60])
        pairs = [(a, b) for a in range(size) for b in range(a)]
        rng.shuffle(pairs)
        chain = [(n, n + 1) for n in range(size - 1)]
        return network(rng, size, chain + pairs[: rng.choice([20, 60, 150, 200])])
    elif how == 3:  # many tracks side by side
        data["sections"] |= {
            f"K{n}": {"ends": [first, second], "kind": "black"} for n in range(rng.choice([3, 20, 250, 2000]))
        }
    elif how == 4:
        key = rng.choice(["chips", "disruption_cards", "yards"])
        data[key] = [data[key][0] | {"id": f"Z{n}"} for n in range(rng.choice([41, 201, 2000]))]
    elif how == 5:
        return json.dumps(data).replace('"size"', f'"meta": {{"n": {"9" * rng.choice([19, 5000])}}}, "size"')
    elif how == 6:
        return "[" * rng.choice([10, 1000, 90_000])
    elif how == 7:
        data["stations"][first]["name"] = "x" * rng.choice([41, 5000, 300_000])
    elif how == 8:
        text = json.dumps(data)
        return text[: rng.randrange(len(text))]
    elif how == 9:
        return rng.choice(
            ["", "null", "[]", "{}", "5", '"board"', "NaN", '{"id": 1e999}', "\x00", '{"id":1,"id":2}']
        )
    elif how == 10:
        nested: Any = 1
        for _ in range(rng.choice([10, 400])):
            nested = {"a": nested}
        data["meta"] = nested
    else:
        data["stations"][first]["name"] = rng.choice(["a\ud800", "a\x1b[31m", "<b>x</b>", "{0}", "x\ny"])
    return data
