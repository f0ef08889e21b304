"""Claim: while a game is reviewed, the p99 of moves at other tables stays within 20 % of what it was.

The clients of the server's bench play SNCF at a steady pace, by turns with and without somebody who has one
finished game after another reviewed. And how long a review of each title takes, at four seats if it can.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table as Sheet

from bench.server import PACED, SEATS, measured
from branchline import load
from branchline.arena.selfplay import Match, play_match
from branchline.core.record import write
from branchline.games import GAMES
from branchline.review import review

TIMES = 5
BOTS = ("casual", "beginner", "strong", "casual")
AIM = 1.2
SECONDS = {"sncf-france": 30, "sncf-germany": 30}
OTHERS = 60


@contextmanager
def asked(base: str) -> Iterator[None]:
    """In here one finished game after another is reviewed by the server."""
    record = play_match(Match("sncf-france", BOTS[:SEATS], "bench"), 0)
    record.seats = []
    body = {"game": "sncf-france", "seats": [{"kind": "me"}] * SEATS, "record": write(record)}
    stopped, done = threading.Event(), []

    def ask() -> None:
        with httpx.Client(base_url=base, timeout=60) as client:
            while not stopped.is_set():
                id = client.post("/api/tables", json=body).raise_for_status().json()["id"]
                state = "waiting"
                while state in ("waiting", "working") and not stopped.is_set():
                    answer = client.post(f"/api/tables/{id}", json={"review": True})
                    state = answer.raise_for_status().json()["state"]
                    done.append(state)
                    time.sleep(0.2)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield
    finally:
        stopped.set()
        asking.join()
    assert "working" in done, "no review was at work"


def took(game_id: str) -> float:
    """Seconds for a review in this process, when all is compiled."""
    game = load(game_id)
    record = play_match(Match(game_id, BOTS[: min(4, game.seats[-1])], "bench"), 1)
    review(game, record)
    begun = time.perf_counter()
    review(game, record)
    return time.perf_counter() - begun


def run(seconds: float) -> dict[str, Any]:
    alone, beside = [], []
    for _ in range(TIMES):  # by turns, so that whatever else the machine does meets both
        alone.append(measured(PACED, 4 * seconds))
        beside.append(measured(PACED, 4 * seconds, asked))
    times = {game_id: took(game_id) for game_id in GAMES}
    sheet = Sheet("figure", "measured", "aim", title=f"medians of {TIMES}; load {os.getloadavg()[0]:.1f}")
    before, after = (median(each["p99_ms"] for each in found) for found in (alone, beside))
    ratio = median(b["p99_ms"] / a["p99_ms"] for a, b in zip(alone, beside, strict=True))
    sheet.add_row("p99 of a move, without and with a review", f"{before:.1f} / {after:.1f} ms", "")
    sheet.add_row("ratio", f"{ratio:.2f}", f"≤ {AIM}")
    for game_id, taken in times.items():
        sheet.add_row(f"a review of {game_id}", f"{taken:.1f} s", f"< {SECONDS.get(game_id, OTHERS)} s")
    Console().print(sheet)
    return {"alone": alone, "beside": beside, "ratio": ratio, "seconds": times}
