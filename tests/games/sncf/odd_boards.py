"""Boards that people might bring: sensible, subtly wrong, hostile; for tests/test_every_board.py."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from .positions import france_game, germany_game
from .test_naive import random_board

NAMES = (
    "Red",
    "2",
    "done",
    "[/x]",
    "[b]Lyon[/b]",
    "a9",
    "LYON",
    "\u202eLyon",
    "",
    "Lyon",
    "x" * 31,
    "build red a9",
)


def odd_board(rng: Random, game_id: str) -> Any:
    """A board as data, or as text when it is not even data."""
    rules = game_id.removeprefix("sncf-")
    return rng.choice((sensible, wrong, hostile))(rng, rules)


def ours(rules: str) -> Any:
    game = france_game() if rules == "france" else germany_game()
    return json.loads(json.dumps(game.board.data))


def sensible(rng: Random, rules: str) -> Any:
    """Any small shape that has what it takes, or ours with other cities, lines or order."""
    if rng.random() < 0.5:
        return json.loads(json.dumps(random_board(rng, rules).board.data))
    data = ours(rules)
    rng.shuffle(data["hexes"])
    rng.shuffle(data["blocked"])
    data["id"] = "mine"
    for each in rng.sample(data["hexes"], 12):
        if each["kind"] == "yellow" and rng.random() < 0.5:
            each["kind"], each["value"] = "red", 3
    del data["blocked"][rng.randrange(4) :]
    return data


def wrong(rng: Random, rules: str) -> Any:
    """Ours or a small one with one thing off."""
    data = ours(rules) if rng.random() < 0.5 else json.loads(json.dumps(random_board(rng, rules).board.data))
    each = rng.choice(data["hexes"])
    named = rng.choice([hex for hex in data["hexes"] if "name" in hex])

    def off(key: str, value: Any) -> None:
        each[key] = value

    rng.choice(
        (
            lambda: off("col", each["col"] + rng.choice((-1, 1, 40))),
            lambda: off("row", rng.choice((-1, 26, 0.0, "3", None))),
            lambda: off("col", float(each["col"])),
            lambda: off("value", rng.choice((0, 1.0, 9, 10**30, -1, "2"))),
            lambda: off("kind", rng.choice(("rural", "paris", "suburb", "white", "town", 3))),
            lambda: off("id", rng.choice((each["id"].upper(), "zz9", "", "a0", 7))),
            lambda: named.update(name=rng.choice(NAMES)),
            lambda: data["hexes"].append(dict(each)),
            lambda: data["hexes"].remove(each),
            lambda: data["blocked"].append({"between": [each["id"], each["id"]]}),
            lambda: data["blocked"].append({"between": [each["id"], "z99"]}),
            lambda: data.update(goal=rng.choice(("", "z9", each["id"], 4, None))),
            lambda: data.update(rules=rng.choice(("france", "germany", "spain", 1))),
            lambda: data.update(extra=[1]),
            lambda: data.pop(rng.choice(sorted(data))),
        )
    )()
    return data


def hostile(rng: Random, rules: str) -> Any:
    """Large, dense, deep, long, or no data at all."""
    kinds = ("yellow", "purple") if rules == "germany" else ("yellow", "rural")

    def grid(columns: int, rows: int) -> Any:
        data: Any = {"id": "grid", "rules": rules, "hexes": [], "blocked": []}
        suburbs = iter([f"a{column * 2 + 1}" for column in range(6)] if rules == "france" else ())
        for row in range(rows):
            for column in range(columns):
                hex: Any = {"id": f"{chr(97 + row)}{column + 1}", "col": column, "row": row}
                suburb = rules == "france" and row == 0 and column % 2 == 0 and column < 12
                hex["kind"] = "suburb" if suburb and next(suburbs) else rng.choice(kinds)
                if hex["kind"] != "rural":
                    hex["name"] = f"Place {hex['id']} of all"
                if hex["kind"] in ("yellow", "purple"):
                    hex["value"] = 1 if hex["kind"] == "yellow" else 2
                data["hexes"].append(hex)
        if rules == "france":
            data["goal"] = next((hex["id"] for hex in data["hexes"] if hex["kind"] == "yellow"), "a1")
        return data

    def walled() -> Any:
        data = ours(rules)
        ids = [each["id"] for each in data["hexes"]]
        data["blocked"] = [{"between": [a, b]} for a in ids for b in ids][:4000]
        return data

    deep: Any = "[" * 5000 + "]" * 5000
    return rng.choice(
        (
            lambda: grid(rng.randint(12, 20), rng.randint(8, 15)),
            lambda: grid(40, 26),
            walled,
            lambda: deep,
            lambda: "x" * rng.choice((1, 1000, 300_000)),
            lambda: json.dumps(ours(rules))[: rng.randrange(2000)],
            lambda: json.dumps(ours(rules)).replace('"value": 1', '"value": ' + "9" * 5000, 1),
            lambda: {**ours(rules), "note": "n" * 100_000},
            lambda: {**ours(rules), "hexes": []},
            list,
            lambda: None,
        )
    )()
