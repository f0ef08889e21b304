"""A folder with bots of somebody's own, and positions to ask them about."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from random import Random
from typing import Any

from branchline.core.game import CHANCE, OVER, AnyGame

MINE = """
import os, time

def pick(game, state, rng):
    return (game.random_action(state, rng),)

def crash(game, state, rng):
    return 1 / 0

def fly(game, state, rng):
    return (("fly", "away"),)

def late(game, state, rng):
    while True:
        try:
            time.sleep(60)
        except Exception:
            pass

def leave(game, state, rng):
    raise SystemExit(0)

def interrupt(game, state, rng):
    raise KeyboardInterrupt

def bare(game, state, rng):
    return game.random_action(state, rng)

def vanish(game, state, rng):
    os._exit(0)

number = 7
"""


def script(folder: Path, body: str, name: str = "bot") -> str:
    """A program of the folder; `ask` is the next question, `answer` says something."""
    head = f"""#!{sys.executable}
import json, os, subprocess, sys, time
def ask():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "ask":
            return message
    sys.exit()
def answer(text):
    print(text, flush=True)
"""
    path = folder / name
    path.write_text(head + body)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"cmd:./{name}"


def begun(game: AnyGame, seed: str = "own", steps: int = 8) -> Any:
    """A state in which a seat is to decide."""
    rng, state, decided = Random(seed), game.start(game.seats[0]), 0
    while decided < steps or state.to_move == CHANCE:
        decided += state.to_move != CHANCE
        game.apply(state, game.random_action(state, rng))
        if state.to_move == OVER:  # it was short: from the beginning, with other luck
            state, decided = game.start(game.seats[0]), decided // 2
    return state
