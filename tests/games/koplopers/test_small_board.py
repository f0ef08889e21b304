"""A board of one's own, with single sections only: four stations in a ring, a yard at each."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from branchline.core.game import OVER
from branchline.games import load
from branchline.testing import conform

from .pieces import audit

RING = ("NOO", "OOS", "ZUI", "WES")


def small() -> dict[str, Any]:
    regions = {"N": RING[:2], "Z": RING[2:]}
    stations = {
        id: {
            "name": id.title(),
            "region": "N" if id in regions["N"] else "Z",
            "x": 100 + 200 * (number in (1, 2)),
            "y": 100 + 200 * (number > 1),
            "slots": [[60, 60], [90, 60], [60, 90]],
        }
        for number, id in enumerate(RING)
    }
    sections: dict[str, Any] = {
        f"{id}-{RING[number - 1]}": {"ends": [id, RING[number - 1]], "kind": "black"}
        for number, id in enumerate(RING)
    }
    yards = []
    for number, id in enumerate(RING):
        sections[f"Y-{id}"] = {"ends": [id, f"Y-{id}"], "kind": "red"}
        place = {"x": 20, "y": 20 + number}
        yards.append({"id": f"Y-{id}", "station": id, "number": number + 1, "section": f"Y-{id}", **place})
    chips = [
        {"id": f"C{number}", "region": "N" if number < 6 else "Z", "dest": goal, "passengers": 100 + number}
        for number, goal in enumerate([*RING[2:] * 3, *RING[:2] * 3])
    ]
    return {
        "id": "small",
        "size": [400, 400],
        "regions": {
            id: {"name": id, "colour": "#7fb069", "stations": list(members)}
            for id, members in regions.items()
        },
        "stations": stations,
        "joints": {},
        "sections": sections,
        "yards": yards,
        "chips": chips,
        "disruption_cards": [{"id": f"K{n}", "station": RING[n % 4]} for n in range(15)],
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_board_without_joints_keeps_the_contract(players: int) -> None:
    game = load("koplopers", json.dumps(small()), "small.json")
    for seed in range(4):
        conform(game, players, seed, {}, audit=lambda state: audit(game, state))
    state, rng = game.start(players), Random(1)
    while state.to_move != OVER:
        game.apply(state, game.draw(state, rng) if state.to_move < 0 else game.mind.advise(state, rng))
    assert game.looks.picture(game.looks.view(state, None)).startswith("<svg") and game.looks.text(None)
    assert state.ended
