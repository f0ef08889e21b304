"""`dev.py calibration`: do the chances that bots, reviews and charts speak of come true?

    dev.py calibration                     table and picture of docs/bots.md from docs/results
    dev.py calibration play [GAME ...]     play what is missing first, then the same
    dev.py calibration play bridgetown --games 20

Games of mixed bots, for each title and number of seats: in each tenth of a game everybody's share of the win
by what all can see is held against who won. What was begun goes on where its file ends.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import Any

from bench.page import DOCS, PAGE, RESULTS, chosen_by, with_table
from branchline.arena.selfplay import Match, play_match
from branchline.bots.compiling import prepare
from branchline.core.game import CHANCE
from branchline.core.record import replay
from branchline.core.svg import INK, MUTED, PAPER, SANS, tag, text
from branchline.games import load
from branchline.parsing import Parser
from branchline.train.folder import put

CHART = DOCS / "pictures" / "calibration.svg"
TITLES = ("sncf-france", "sncf-germany", "koplopers", "bridgetown", "string-railway")
BOTS = ("beginner", "casual", "strong", "greedy")
GAMES = 500
BINS, PARTS = 10, 10
KEPT = 10  # a file is written after so many games
SIDE = 200.0  # of a panel of the picture
OFF = 0.05  # how far a bin may be from what happened, beside two standard errors
SURE = 1e-6  # a share that is less counts as this much where its logarithm is taken
COLOURS = ("#2f6db3", "#c8102e", "#3a7d44", "#b07d12", "#6a3d9a")


@dataclass
class Bin:
    """Shares that were said to be about equal: positions come in games, so errors are counted by games."""

    count: int = 0
    said: float = 0.0
    came: float = 0.0
    squares: float = 0.0  # of what each game was off in sum

    def off(self) -> float:
        return (self.came - self.said) / self.count

    def error(self) -> float:
        return sqrt(self.squares) / self.count

    def holds(self) -> bool:
        return abs(self.off()) <= OFF + 2 * self.error()


@dataclass
class Found:
    """What is known of one title with one number of seats."""

    game: str
    seats: int
    games: int = 0
    bins: list[Bin] = field(default_factory=lambda: [Bin() for _ in range(BINS)])
    losses: list[float] = field(default_factory=lambda: [0.0] * PARTS)  # of the parts of a game, in sum

    def add(self, shares: list[list[float]], won: list[float]) -> None:
        """A game: everybody's share in each part of it, and in the end."""
        said: dict[int, list[tuple[float, float]]] = {}
        for part, each in enumerate(shares):
            self.losses[part] -= sum(
                share * log(max(SURE, claim)) for share, claim in zip(won, each, strict=True)
            )
            for claim, share in zip(each, won, strict=True):
                said.setdefault(min(BINS - 1, int(BINS * claim)), []).append((claim, share))
        for number, pairs in said.items():
            into = self.bins[number]
            into.count += len(pairs)
            into.said += sum(claim for claim, _ in pairs)
            into.came += sum(share for _, share in pairs)
            into.squares += sum(share - claim for claim, share in pairs) ** 2
        self.games += 1

    def wrong(self) -> list[str]:
        """What does not come true, in words."""
        found = [
            f"{100 * each.said / each.count:.0f} % came true in {100 * each.came / each.count:.0f} %"
            for each in self.bins
            if each.count and not each.holds()
        ]
        late = [part + 1 for part, loss in enumerate(self.losses) if loss >= self.games * log(self.seats)]
        if late:
            found.append(f"knowing nothing is better in part {', '.join(map(str, late))}")
        return found


def path_of(game: str, seats: int, folder: Path) -> Path:
    return folder / f"calibration-{game}-{seats}.json"


def found(game: str, seats: int, folder: Path = RESULTS) -> Found:
    """As it is kept, or nothing yet."""
    path = path_of(game, seats, folder)
    if not path.exists():
        return Found(game, seats)
    kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return Found(**{**kept, "bins": [Bin(**each) for each in kept["bins"]]})


def keep(result: Found, folder: Path = RESULTS) -> None:
    rounded = {
        "game": result.game, "seats": result.seats, "games": result.games,
        "bins": [{name: round(value, 4) for name, value in vars(each).items()} for each in result.bins],
        "losses": [round(each, 4) for each in result.losses],
    }  # fmt: skip
    put(path_of(result.game, result.seats, folder), f"{json.dumps(rounded)}\n".encode())


def one_game(game_id: str, seats: int, number: int) -> tuple[list[list[float]], list[float]]:
    """Everybody's share in the middle of each part of a game by what all can see, and in the end.

    A part has as many decisions as another: what chance deals at the beginning is no part of a game.
    """
    game = load(game_id)
    bots = tuple(Random(f"calibration/{game_id}/{seats}/{number}").choices(BOTS, k=seats))
    record = play_match(Match(game_id, bots, "calibration"), number)
    turns = [step for step, (seat, _, _) in enumerate(record.rows) if seat != CHANCE]
    steps = [turns[int((part + 0.5) / PARTS * len(turns))] for part in range(PARTS)]
    seen: dict[int, list[float]] = {}
    for step, state in replay(game, record):
        if step in steps:
            seen[step] = game.mind.outlook(game.mask(state, None))
    return [seen[step] for step in steps], game.mind.outcome(state)


def play(game_id: str, seats: int, games: int, processes: int) -> None:
    """What is missing of so many games."""
    result = found(game_id, seats)
    numbers = range(result.games, games)
    if not numbers:
        return
    with ProcessPoolExecutor(processes) as pool:
        try:
            for shares, won in pool.map(one_game, repeat(game_id), repeat(seats), numbers):
                result.add(shares, won)
                if result.games % KEPT == 0 or result.games == games:
                    keep(result)
                if sys.stderr.isatty():
                    print(
                        f"\r{game_id}, {seats} seats: {result.games} of {games} games",
                        end="",
                        file=sys.stderr,
                    )
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


# --- the page


def rows(results: list[Found]) -> str:
    """The table, in Markdown."""
    if not results:
        return "No game has been played yet.\n\n"
    parts = [
        "| game | seats | games | log loss by tenths of a game | knowing nothing | comes true |\n",
        "|---|---|---|---|---|---|\n",
    ]
    for each in results:
        losses = " ".join(f"{loss / each.games:.2f}" for loss in each.losses)
        verdict = "; ".join(each.wrong()) or "in every bin"
        if each.games < GAMES:
            verdict = f"{GAMES - each.games} games are still to be played"
        parts.append(
            f"| {load(each.game).name} | {each.seats} | {each.games} | {losses} | {log(each.seats):.2f} "
            f"| {verdict} |\n"
        )
    return "".join(parts) + "\n"


def panel(name: str, results: list[Found], x: float, y: float) -> list[str]:
    """What was said along the bottom, what happened upwards, a line for each number of seats."""
    drawn = [
        text(name, x, y - 10, 13, bold=True, fill=INK),
        tag("rect", x=x, y=y, width=SIDE, height=SIDE, fill="none", stroke=MUTED),
        tag("line", x1=x, y1=y + SIDE, x2=x + SIDE, y2=y, stroke=MUTED, stroke_dasharray="3 3"),
        text("said", x + SIDE, y + SIDE + 14, 11, "end", fill=MUTED),
    ]
    for number, (result, colour) in enumerate(zip(results, COLOURS, strict=False)):
        drawn.append(text(f"{result.seats} seats", x + 8, y + 16 + 14 * number, 11, fill=colour))
        points = []
        for each in result.bins:
            if not each.count:
                continue
            right, up = x + SIDE * each.said / each.count, y + SIDE * (1 - each.came / each.count)
            reach = SIDE * 2 * each.error()
            points.append(f"{right:.1f},{up:.1f}")
            drawn.append(tag("line", x1=right, x2=right, y1=up - reach, y2=up + reach, stroke=colour))
            drawn.append(tag("circle", cx=right, cy=up, r=2.5, fill=colour))
        drawn.append(tag("polyline", points=" ".join(points), fill="none", stroke=colour))
    return drawn


def chart(results: list[Found]) -> str:
    """A panel for each title."""
    games = [game for game in TITLES if any(each.game == game for each in results)]
    drawn = []
    for number, game in enumerate(games):
        x, y = 24 + (number % 3) * (SIDE + 28), 64 + (number // 3) * (SIDE + 64)
        drawn += panel(load(game).name, [each for each in results if each.game == game], x, y)
    high = 64 + -(-len(games) // 3) * (SIDE + 64)
    head = "Share of the win that was said, and what happened; bars: two standard errors, counted by games"
    return tag(
        "svg", tag("rect", width=720, height=high, fill=PAPER), text(head, 24, 26, 13, fill=MUTED), *drawn,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 720 {high:g}", font_family=SANS,
    )  # fmt: skip


def page(results: list[Found]) -> str:
    """docs/bots.md with the table of today."""
    return with_table("calibration", rows(results))


def results_of() -> list[Found]:
    every = [found(game, seats) for game in TITLES for seats in load(game).seats]
    return [each for each in every if each.games]


def main() -> int:
    parser = Parser("dev.py calibration", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("task", nargs="?", choices=["show", "play"], default="show")
    parser.add_argument(
        "--games", type=int, default=GAMES, help=f"for each number of seats (default {GAMES})"
    )
    chosen = chosen_by(parser, TITLES)
    if chosen.task == "play":
        for game_id in chosen.only or TITLES:
            prepare(load(game_id))
            for seats in load(game_id).seats:
                play(game_id, seats, chosen.games, chosen.processes)
    results = results_of()
    PAGE.write_text(page(results), "utf-8")
    CHART.write_text(chart(results) + "\n", "utf-8")
    print(rows(results), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
