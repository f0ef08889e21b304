"""`dev.py contest GAME WEIGHTS`: how a network that was just trained fares, beside that of the package.

One seat with these weights, looking ahead as `expert` does, sits among others that have those of the package;
the seats rotate, and each rotation has one deal. What was learned against our bots alone (`--exploit`) should
not win more than 1.5 times its part; without WEIGHTS the package sits among itself, which is the control.

    python3 dev.py train bridgetown --exploit --out build/exploit
    python3 dev.py contest bridgetown build/exploit/weights-bridgetown.npz --games 400
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from branchline.arena.backends import obey
from branchline.arena.standing import wilson
from branchline.bots.levels import LEVELS, budget, learned
from branchline.core.errors import BranchlineError
from branchline.core.network import Network, from_bytes
from branchline.games import GAMES, load
from branchline.parsing import Parser, count
from branchline.train.workers import practice_of


def wins(game_id: str, weights: str, level: str, players: int, numbers: range, seed: str) -> int:
    """A task for one worker: how many of these games the weights win."""
    practice, game = practice_of(game_id), load(game_id)
    sight = budget(level, game_id).sight
    assert sight is not None
    shipped = practice.shipped(game)
    mine = weights_of(game_id, weights) if weights else shipped
    who = practice.player(sight)
    return practice.contest(game, (mine.layers, shipped.layers), who, who, players, numbers, seed)


def weights_of(game_id: str, file: str) -> Network:
    """The network in a file, if this game can be played by it."""
    path = Path(file)
    if not path.is_file():
        raise BranchlineError(f"there is no file {file}; 'dev.py train' makes one")
    found = from_bytes(path.read_bytes(), practice_of(game_id).VERSION, file)
    if found.origin["game"] != game_id:
        raise BranchlineError(f"{file} was trained on {found.origin['game']}, not on {game_id}")
    return found


def main() -> int:
    parser = Parser("dev.py contest", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game", choices=list(GAMES), metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("weights", nargs="?", default="", help="a file of dev.py train (the package's own)")
    parser.add_argument("--level", choices=LEVELS, default="expert", help="how closely all look (expert)")
    parser.add_argument("--players", type=count(1, "--players"), default=4, help="seats (4)")
    parser.add_argument(
        "--games", type=count(1, "--games"), default=400, help="rounded up to whole rotations (400)"
    )
    parser.add_argument("--seed", default="contest", help="another one deals other games ('contest')")
    parser.add_argument(
        "--processes", type=count(1, "--processes"), default=os.cpu_count() or 1, help="(all cores)"
    )
    chosen = parser.parse_args()
    seats = load(chosen.game).seats
    if chosen.players not in seats:
        parser.error(f"{chosen.game} is for {seats[0]} to {seats[-1]} players, not for {chosen.players}")
    if not learned(chosen.level, chosen.game):
        parser.error(f"no network decides for the {chosen.level} of {chosen.game}: name another --level")
    try:
        if chosen.weights:
            weights_of(chosen.game, chosen.weights)
        practice_of(chosen.game).warm(load(chosen.game))
    except BranchlineError as error:
        parser.error(str(error))
    step, spawn = chosen.players, multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(chosen.processes, spawn, obey) as pool:
        tasks = [
            pool.submit(
                wins, chosen.game, chosen.weights, chosen.level, step, range(at, at + step), chosen.seed
            )
            for at in range(0, chosen.games, step)
        ]
        won = 0
        for number, task in enumerate(tasks, start=1):
            won += task.result()
            if sys.stderr.isatty():
                print(f"\r{number * step} games, {won} won ", end="", file=sys.stderr, flush=True)
    played = step * len(tasks)
    low, high = wilson(won, played)
    print(
        f"{chosen.weights or 'the package'} among {step - 1} {chosen.level} of {chosen.game}: "
        f"{won / played:.1%} ({low:.1%} to {high:.1%}) of {played} games, par {1 / step:.1%}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
