"""Boards from outside, valid, subtly wrong and hostile: refused with key and reason, or playable at once.

Each game makes them in `tests/games/NAME/odd_boards.py`. They are tried in a child process, so that a
board that hangs or explodes is named.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import time
from importlib import import_module
from multiprocessing.connection import Connection
from random import Random
from typing import Any

import pytest

from branchline import GAMES, load
from branchline.core.errors import BoardError
from branchline.games import has_boards
from branchline.testing import conform
from tests.processes import PATIENCE

SECONDS, MEGABYTES = 1.0, 100  # in which a board that passes is loaded


def tried(game_id: str, boards: int, tell: Connection) -> None:
    """In the child: tell which board comes next, and at the end what became of all of them."""
    load(game_id)  # what our own board takes is not the guest's
    odd_board = import_module(f"tests.games.{GAMES[game_id]}.odd_boards").odd_board
    outcomes = {"refused": 0, "played": 0}
    for seed in range(boards):
        tell.send(seed)
        data = odd_board(Random(f"{game_id}/{seed}"), game_id)
        outcomes[fate(game_id, data if isinstance(data, str) else json.dumps(data), seed)] += 1
    tell.send(outcomes)


def fate(game_id: str, text: str, seed: int) -> str:
    before, begun = resident(), time.process_time()
    try:
        game = load(game_id, text, "odd.json")
    except BoardError as error:
        assert error.faults and all(key and reason for key, reason in error.faults), f"seed {seed}: {error}"
        assert time.process_time() - begun < SECONDS, f"seed {seed}: refused too slowly"
        return "refused"
    spent, grown = time.process_time() - begun, resident() - before
    assert spent < SECONDS and grown < MEGABYTES, f"seed {seed}: {spent:.1f} s, {grown} MB to load"
    for players in game.seats:
        conform(game, players, seed, rate=0.02, plan_rate=0)
    return "played"


def resident() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


@pytest.mark.prove("boards")
@pytest.mark.parametrize("game_id", [each for each in GAMES if has_boards(each)])
def test_a_board_is_refused_with_key_and_reason_or_it_plays(game_id: str, count: Any) -> None:
    boards = count(24, 2000)
    context = multiprocessing.get_context("spawn")
    heard, tell = context.Pipe(duplex=False)
    child = context.Process(target=tried, args=(game_id, boards, tell))
    child.start()
    tell.close()
    said: Any = None
    try:
        while not isinstance(said, dict):
            assert heard.poll(PATIENCE), f"the board of seed {said} hangs"
            said = heard.recv()
    except EOFError:
        pytest.fail(f"the board of seed {said} breaks what is printed above")
    finally:
        child.kill()
        child.join()
    print(f"{game_id}: {said}")
    assert said["refused"] > boards // 5 and said["played"] > boards // 20, said
