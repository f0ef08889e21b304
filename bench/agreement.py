"""`dev.py agreement`: do strong players agree with what a review calls a mistake?

    dev.py agreement                     table of docs/bots.md from docs/results
    dev.py agreement play [GAME ...]     play what is missing first, then the same
    dev.py agreement strong GAME ...     the first 20 mistakes once more, on by `strong`; nothing is kept

Games of mixed bots are reviewed, and both turns of a mistake, the played and the better one, are played to
the end a hundred times in the same dealt worlds with the same luck. The review is right if the better one
wins more. What was begun goes on where its file ends; what another way of reviewing found is played again.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from bench.page import PAGE, RESULTS, chosen_by, with_table
from branchline.arena.selfplay import Match, play_match
from branchline.bots import player
from branchline.bots.compiling import prepare
from branchline.bots.levels import bot
from branchline.core.game import AnyGame
from branchline.core.record import play_out
from branchline.games import load
from branchline.parsing import Parser
from branchline.review import review
from branchline.review.reviewing import LEAST, SUSPECTED, WIDTH, Mistake
from branchline.review.weigh import SURE, TO_THE_END, after, both
from branchline.train.folder import put

BOTS = ("casual", "beginner", "strong", "casual")
# how many mistakes of a title are tried, and how often: 300 in all, fewer where a game takes long
WANTED = {
    "sncf-france": (80, 100),
    "sncf-germany": (80, 100),
    "koplopers": (80, 100),
    "bridgetown": (40, 100),
    "string-railway": (20, 20),
}
AGREED = 0.85  # of all
OF_ONE_GAME = 3  # not all of one game: its mistakes have much in common


@dataclass
class Case:
    """A mistake of a game, what it cost by its review, and what the better turn brought in the end."""

    number: int
    step: int
    cost: float
    gain: float


@dataclass
class Tried:
    """What is known of one title."""

    game: str
    made_by: dict[str, Any]  # what decides which turns are mistakes
    games: int = 0
    cases: list[Case] = field(default_factory=list)

    def counted(self) -> list[Case]:
        return self.cases[: WANTED[self.game][0]]

    def agreed(self) -> int:
        return sum(case.gain > 0 for case in self.counted())


def made_by(game: AnyGame) -> dict[str, Any]:
    """What decides which turns are mistakes: the review's settings and what the network learned."""
    learned = sha256()
    for path in sorted(Path(sys.modules[type(game.mind).__module__].__file__ or "").parent.glob("*.npz")):
        learned.update(path.read_bytes())
    settings = {"width": WIDTH, "suspected": SUSPECTED, "least": LEAST, "sure": SURE}
    return {**settings, **game.mind.effort._asdict(), "learned": learned.hexdigest()[:12]}


def path_of(game_id: str, folder: Path) -> Path:
    return folder / f"agreement-{game_id}.json"


def tried(game_id: str, folder: Path = RESULTS) -> Tried:
    """As it is kept, or nothing yet."""
    fresh, path = Tried(game_id, made_by(load(game_id))), path_of(game_id, folder)
    if not path.exists():
        return fresh
    kept = json.loads(path.read_text("utf-8"))
    found = Tried(**{**kept, "cases": [Case(*each) for each in kept["cases"]]})
    return found if found.made_by == fresh.made_by else fresh


def keep(result: Tried, folder: Path) -> None:
    rows = [[each.number, each.step, round(each.cost, 4), round(each.gain, 4)] for each in result.cases]
    text = json.dumps({**asdict(result), "cases": rows})
    put(path_of(result.game, folder), f"{text}\n".encode())


def by_strong(game: AnyGame, state: Any, rng: Random) -> list[float]:
    """This world (it is used up) played to its end by that level."""
    play_out(game, state, player(game, [bot("strong")] * state.players, rng))
    return game.mind.outcome(state)


def gain_of(game: AnyGame, mistake: Mistake, often: int, strong: bool = False) -> float:
    """What the better turn brings more than the one that was played, in so many dealt worlds."""
    turn, rng = mistake.turn, Random(f"agree/{mistake.turn.step}")
    masked, gain, plans = game.mask(turn.state, turn.seat), 0.0, (mistake.better, turn.plan)
    for _ in range(often):
        if strong:
            world, luck = game.guess(masked, turn.seat, rng), rng.getrandbits(64)
            better, played = (by_strong(game, after(game, world, plan), Random(luck)) for plan in plans)
        else:
            better, played = both(game, masked, plans, rng, TO_THE_END)
        gain += (better[turn.seat] - played[turn.seat]) / often
    return gain


def one_game(
    game_id: str, often: int, number: int, seats: int = len(BOTS), strong: bool = False
) -> list[Case]:
    """The mistakes of a game, each tried so often; four play it, or as many as may."""
    game = load(game_id)
    bots = BOTS[: min(seats, game.seats[-1])]
    found = review(game, play_match(Match(game_id, bots, "agree", rotate=True), number))
    return [
        Case(number, each.turn.step, each.cost, gain_of(game, each, often, strong))
        for each in found.mistakes[:OF_ONE_GAME]
    ]


def tell_of_strong(game_id: str, mistakes: int, processes: int) -> None:
    """With how many of the first kept mistakes `strong` agrees, a line a game as they are finished."""
    prepare(load(game_id))
    numbers = list(dict.fromkeys(case.number for case in tried(game_id).cases[:mistakes]))
    cases: list[Case] = []
    with ProcessPoolExecutor(processes) as pool:
        tasks = [
            pool.submit(one_game, game_id, WANTED[game_id][1], number, strong=True) for number in numbers
        ]
        for task in as_completed(tasks):
            cases += task.result()
            agreed = sum(case.gain > 0 for case in cases)
            print(f"{game_id}: {agreed} of {len(cases)} mistakes, {agreed / len(cases):.0%}", flush=True)


def play(game_id: str, wanted: int, often: int, processes: int, folder: Path) -> Tried:
    """What is missing of so many mistakes; each game is kept before the next is counted."""
    result = tried(game_id, folder)
    if len(result.cases) >= wanted:
        return result
    prepare(load(game_id))  # once, and not by every process
    pool, numbers = ProcessPoolExecutor(processes), count(result.games)
    tasks = [pool.submit(one_game, game_id, often, next(numbers)) for _ in range(2 * processes)]
    try:
        while len(result.cases) < wanted:  # in the order of the numbers, whoever is done first
            result.cases += tasks.pop(0).result()
            result.games += 1
            keep(result, folder)
            tasks.append(pool.submit(one_game, game_id, often, next(numbers)))
            if sys.stderr.isatty():
                done = f"\r{game_id}: {len(result.cases)} of {wanted} mistakes"
                print(done, end="", file=sys.stderr, flush=True)
    finally:  # a game takes minutes: what is still under way is not waited for
        workers = multiprocessing.active_children()
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
    return result


def rows(results: list[Tried]) -> str:
    """The table, in Markdown."""
    parts = ["| game | mistakes | each played to the end | strong players agree |\n", "|---|---|---|---|\n"]
    for each in results:
        name, (wanted, often) = load(each.game).name, WANTED[each.game]
        cases, agreed = len(each.counted()), each.agreed()
        mistakes = f"{cases}" if cases == wanted else f"{cases} of {wanted} so far"
        parts.append(f"| {name} | {mistakes} | {often} times | {agreed}, {agreed / cases:.0%} |\n")
    if results:
        cases, agreed = in_all(results)
        parts.append(f"| all | {cases} | | {agreed}, {agreed / cases:.0%} |\n")
    return "".join(parts) + "\n"


def in_all(results: list[Tried]) -> tuple[int, int]:
    """Mistakes, and with how many of them strong players agree."""
    return sum(len(each.counted()) for each in results), sum(each.agreed() for each in results)


def results_of(folder: Path = RESULTS) -> list[Tried]:
    return [each for game_id in WANTED if (each := tried(game_id, folder)).cases]


def page() -> str:
    return with_table("agreement", rows(results_of()))


def main() -> int:
    parser = Parser("dev.py agreement", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("task", nargs="?", choices=["show", "play", "strong"], default="show")
    parser.add_argument("--mistakes", type=int, default=20, help="that are tried by strong (20)")
    chosen = chosen_by(parser, WANTED)
    if chosen.task == "strong":
        for game_id in chosen.only or WANTED:
            tell_of_strong(game_id, chosen.mistakes, chosen.processes)
        return 0
    if chosen.task == "play":
        for game_id in chosen.only or WANTED:
            play(game_id, *WANTED[game_id], chosen.processes, RESULTS)
    PAGE.write_text(page(), "utf-8")
    print(rows(results_of()), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
