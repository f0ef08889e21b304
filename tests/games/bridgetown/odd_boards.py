"""Boards that nobody of ours drew: sound ones, ones with a single fault, and ones that mean harm."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

from branchline.games import load

Board = dict[str, Any]
Spoil = Callable[[random.Random, Board], Any]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def odd_board(rng: random.Random, game_id: str) -> Any:
    """A board as data, or as text where it is not even data; about a third each of the three kinds."""
    kind = rng.randrange(3)
    if kind == 0:
        return sound(rng)
    if kind == 1:
        return spoilt(rng)
    return hostile(rng)


# --- boards that are meant to be right


def ours() -> Board:
    return copy.deepcopy(load("bridgetown").board.data)


def sound(rng: random.Random) -> Board:
    data = rng.choice((ours, lambda: grid(rng)))()
    rng.choice((other_material, renamed, stretched, other_modes, lambda rng, data: None))(rng, data)
    return data


def grid(rng: random.Random) -> Board:
    """Two banks of streets at right angles, a bridge in each of eight rows, rails round a block on each."""
    data = ours()
    west, east = rng.randint(2, 5), rng.randint(2, 5)
    apart = rng.choice((40, 60, 90))
    lines = sorted(rng.sample(range(12), 8))  # the streets that lead over bridges; there are others
    railed = rng.randint(1, 7)
    nodes: list[Board] = []
    edges: list[Board] = []
    rows = range(12)
    loop = {lines[railed] - 1, lines[railed]}

    def name(side: str, column: int, row: int) -> str:
        return f"{side}{LETTERS[column]}{LETTERS[row]}"

    def join(a: str, b: str, kind: str = "road", **more: Any) -> None:
        both = [node for node in nodes if node["id"] in (a, b)]
        edges.append({"a": a, "b": b, "kind": kind, "rail": all(each["rail"] for each in both), **more})

    for side, columns, bank, left in (("w", west, "west", 1), ("e", east, "east", west + 3)):
        near = range(columns - 2, columns) if side == "w" else range(2)
        for row in rows:
            for column in range(columns):
                rail = row in loop and column in near
                at: Board = {"x": (left + column) * apart, "y": (row + 1) * apart}
                id = name(side, column, row)
                node = {
                    "id": id,
                    "name": f"Corner {id}",
                    **at,
                    "kind": "junction",
                    "bank": bank,
                    "rail": rail,
                }
                nodes.append(node)
        for row in rows:
            for column in range(columns):
                if column + 1 < columns:
                    join(name(side, column, row), name(side, column + 1, row))
                if row + 1 < len(rows):
                    join(name(side, column, row), name(side, column, row + 1))
    for number, bridge in enumerate(data["bridges"]):
        row = lines[number]
        at = {"x": (west + 1.5) * apart, "y": (row + 1) * apart, "kind": f"bridge:{bridge['id']}"}
        rail = number == railed
        nodes.append({"id": bridge["node"], "name": bridge["name"], **at, "bank": "river", "rail": rail})
        join(name("w", west - 1, row), bridge["node"], "bridge")
        join(bridge["node"], name("e", 0, row), "bridge")
    start = rng.choice(rows)
    at = {"x": 5, "y": (start + 1) * apart, "kind": "start", "bank": "off", "rail": False}
    nodes.append({"id": "start", "name": "Start", **at})
    join("start", name("w", 0, start), "start", oneway=True)
    data.update(
        id="grid", nodes=nodes, edges=edges, overpasses=[], areas=[], decor=[],
        canvas=[(west + east + 4) * apart, 13 * apart],
    )  # fmt: skip
    return data


def other_material(rng: random.Random, data: Board) -> None:
    rounds = rng.randint(1, 12)
    least = {"2": 3, "3": 4, "4": 5}
    data["barges"] = [{"round": n + 1, "x": 100 + n, "y": 10 * n} for n in range(rounds)]
    data["game"].update(
        rounds=rounds,
        blue_flags=rng.randint(rounds, 20),
        flags_per_color={players: rng.randint(flags, 20) for players, flags in least.items()},
        setup_max_same_color=rng.randint(1, 8),
    )


def renamed(rng: random.Random, data: Board) -> None:
    """Other ids for all spaces, in another order."""
    rng.shuffle(data["nodes"])
    ids = {node["id"]: f"n{number}_{rng.randrange(100)}" for number, node in enumerate(data["nodes"])}
    for each, field in [
        *((node, "id") for node in data["nodes"]),
        *((edge, end) for edge in data["edges"] for end in ("a", "b")),
        *((bridge, "node") for bridge in data["bridges"]),
        *((each, deck) for each in data["overpasses"] for deck in ("upper", "lower")),
    ]:
        each[field] = ids[each[field]]
    rng.shuffle(data["edges"])


def stretched(rng: random.Random, data: Board) -> None:
    wide, tall = rng.uniform(0.7, 1.6), rng.uniform(0.9, 1.3)
    data["canvas"] = [round(data["canvas"][0] * wide), round(data["canvas"][1] * tall)]
    for node in data["nodes"]:
        node["x"], node["y"] = node["x"] * wide, node["y"] * tall


def other_modes(rng: random.Random, data: Board) -> None:
    rng.shuffle(data["modes"])
    for mode in data["modes"]:
        mode["speed"] = rng.randint(1, 5)
        if mode["network"] != "rail":
            mode["network"] = rng.choice(("drive", "drive", "walk"))


# --- boards with one fault, or with something that only looks like one


ODD_VALUES: tuple[Any, ...] = (
    0,
    -1,
    1.0,
    2.5,
    True,
    None,
    "",
    "x",
    "exchange",
    "road",
    [],
    {},
    10**17,
    "Red",
    "2",
    "[/x]",
)
ODD_NAMES = ("Red", "2", "[/x]", "ride", "Exchange", "‮esrever", "Pearl District", "a" * 41, " ", "Æ", "yes\n")
ODD_IDS = ("exchange", "pearl", "Pearl", "red", "walk", "first", "steel", "2", "a b", "pearl\n", "ride", "é")


def spoilt(rng: random.Random) -> Board:
    data = rng.choice((ours, lambda: grid(rng)))()
    rng.choice((any_value, lost, doubled, odd_name, odd_id, cut, added, moved, odd_material))(rng, data)
    return data


def part(rng: random.Random, data: Board) -> Any:
    found = data[rng.choice(("nodes", "edges", "bridges", "modes", "specials", "overpasses", "barges"))]
    return rng.choice(found or data["nodes"])


def any_value(rng: random.Random, data: Board) -> None:
    each = part(rng, data)
    each[rng.choice(list(each))] = rng.choice(ODD_VALUES)


def lost(rng: random.Random, data: Board) -> None:
    each = part(rng, data)
    del each[rng.choice(list(each))]


def doubled(rng: random.Random, data: Board) -> None:
    group = data[rng.choice(("nodes", "edges", "bridges", "barges"))]
    group.append(copy.deepcopy(rng.choice(group)))


def odd_name(rng: random.Random, data: Board) -> None:
    group = data[rng.choice(("nodes", "bridges", "modes", "specials"))]
    rng.choice(group)["name"] = rng.choice(ODD_NAMES)


def odd_id(rng: random.Random, data: Board) -> None:
    group = data[rng.choice(("nodes", "bridges", "modes", "specials"))]
    rng.choice(group)["id"] = rng.choice(ODD_IDS)


def cut(rng: random.Random, data: Board) -> None:
    for _ in range(rng.randint(1, 3)):
        data["edges"].remove(rng.choice(data["edges"]))


def added(rng: random.Random, data: Board) -> None:
    a, b = (rng.choice(data["nodes"])["id"] for _ in range(2))
    kind = rng.choice(("road", "bridge", "stairs", "start"))
    data["edges"].append({"a": a, "b": b, "kind": kind, "rail": rng.random() < 0.2})


def moved(rng: random.Random, data: Board) -> None:
    node = rng.choice(data["nodes"])
    node["x"], node["y"] = rng.uniform(-1200, 4500), rng.choice((0, 0.0, 700, 1e9))


def odd_material(rng: random.Random, data: Board) -> None:
    game = data["game"]
    game[rng.choice(list(game))] = rng.choice(ODD_VALUES)
    if rng.random() < 0.3:
        data["canvas"] = rng.choice(([100, 4000], [4000, 100], [0, 0], [1e300, 5], [1000.0, 1400.0]))


# --- boards that mean harm


def hostile(rng: random.Random) -> Any:
    return rng.choice((no_data, crowd, hubs, dense, mesh, deep, long_texts, huge, everyone_joined))(rng)


def no_data(rng: random.Random) -> str:
    text = json.dumps(ours())
    at = rng.randrange(len(text))
    return rng.choice(
        ("", "[]", "null", text[:at], text[:at] + "\0" + text[at:], '{"id": NaN}', "[" * 90_000)
    )


def crowd(rng: random.Random) -> Board:
    data = ours()
    group = rng.choice(("nodes", "edges", "barges", "overpasses", "areas", "decor"))
    data[group] = [copy.deepcopy(rng.choice(data[group])) for _ in range(rng.choice((251, 900)))]
    for number, each in enumerate(data[group]):
        each["id"] = f"n{number}"
    return data


def hubs(rng: random.Random) -> Board:
    """All bridges between few places, so that one ride can cross many of them."""
    data = grid(rng)
    hub = rng.choice([node for node in data["nodes"] if node["bank"] == "west" and not node["rail"]])
    for edge in data["edges"]:
        if edge["kind"] == "bridge" and edge["a"].startswith("w") and not edge["rail"]:
            edge["a"] = hub["id"]
    return data


def dense(rng: random.Random) -> Board:
    """A diagonal in each block: as many ways as lines that do not cross allow."""
    data = grid(rng)
    nodes = {node["id"] for node in data["nodes"]}
    for id in sorted(nodes):
        if len(id) == 3:
            row = chr(ord(id[2]) + 1)
            other = id[0] + chr(ord(id[1]) + 1) + row
            if other in nodes and rng.random() < 0.9:
                data["edges"].append({"a": id, "b": other, "kind": "road", "rail": False})
    return data


def mesh(rng: random.Random) -> Board:
    """Dense, and every mode as fast as can be."""
    data = dense(rng)
    for mode in data["modes"]:
        mode["speed"] = rng.choice((5, 6))
        if mode["network"] == "drive":
            mode["network"] = rng.choice(("walk", "drive"))
    return data


def deep(rng: random.Random) -> Any:
    found: Any = ours()
    for _ in range(rng.choice((3, 200))):
        found = {"note": found} if rng.random() < 0.5 else [found]
    return found


def long_texts(rng: random.Random) -> Board:
    data = ours()
    each = rng.choice((data, part(rng, data)))
    each[rng.choice(("id", "name", "note", "title", "street", "kind"))] = "ab " * rng.choice((30, 90_000))
    return data


def huge(rng: random.Random) -> str:
    text = json.dumps(ours())
    number = rng.choice(("9" * 5000, "1e999", "-" + "9" * 400, "1" + "0" * 17, "0.0", "1e-320"))
    old = rng.choice(('"rounds": 5', '"speed": 4', '"x": 505', '"order": 3', '"blue_flags": 5'))
    return text.replace(old, old.split(":")[0] + ": " + number, 1)


def everyone_joined(rng: random.Random) -> Board:
    data = ours()
    ids = [node["id"] for node in data["nodes"]]
    pairs = [(a, b) for a in ids for b in ids if a < b]
    chosen = rng.sample(pairs, rng.choice((300, 500, 2000)))
    data["edges"] = [{"a": a, "b": b, "kind": "road", "rail": False} for a, b in chosen]
    return data
