"""`dev.py ladder`: what the levels are claimed to be worth, played, kept and shown.

    dev.py ladder                  tables and chart of docs/bots.md from docs/results, nothing is played
    dev.py ladder play [NAME ...]  play what is missing of the claims first, then the same

NAME is a part of the names of claims, such as bridgetown, expert-greedy or expert-small-4. The games of all
claims stand in one queue for all processes. A claim that was begun goes on where its file ends; `--minutes`
ends it in between. `dev.py prove ladder` plays all claims afresh.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from bench.page import DOCS, PAGE, RESULTS, with_table
from bench.turns import kept_of
from branchline import bots
from branchline.arena.backends import obey
from branchline.arena.results import Log, read, set_up
from branchline.arena.selfplay import Match
from branchline.arena.sequential import Verdict, judge
from branchline.arena.series import Result, play_numbers
from branchline.arena.standing import shares_of, wilson
from branchline.core.svg import INK, MUTED, PAPER, SANS, SIGNAL, tag, text
from branchline.games import load
from branchline.parsing import Parser, count

CHART = DOCS / "pictures" / "ladder.svg"
LEAST, GAMES = 100, 400  # of one claim: until the test has decided, but at least and at most so many
STAGES = (40, LEAST, GAMES)

# as usually played: there `expert` plays all games among those whom it is measured against
SEATS = {"sncf-france": 4, "sncf-germany": 4, "koplopers": 3, "bridgetown": 3, "string-railway": 4}
# what is claimed at four seats; at another number the same odds beside par
AT_FOUR = {
    ("expert", "small"): 0.45,
    ("expert", "expert-0"): 0.4,
    ("expert", "strong"): 0.4,
    ("strong", "casual"): 0.4,
    ("casual", "beginner"): 0.4,
}
OVER_GREEDY = {2: 0.7, 3: 0.7, 4: 0.7, 5: 0.55, 6: 0.55}
STRING_OVER_GREEDY = {2: 0.7, 4: 0.6}  # strings are laid anywhere: greedy players are good at that
MEASURES = ("greedy", "small", "expert-0")


def as_odds(at_four: float, seats: int) -> float:
    """The share that beats par by the same odds as this one does at four seats.

    >>> [round(as_odds(0.4, seats), 2) for seats in range(2, 7)]
    [0.67, 0.5, 0.4, 0.33, 0.29]
    """
    odds = 3 * at_four / (1 - at_four)
    return round(odds / (odds + seats - 1), 4)


@dataclass(frozen=True)
class Claim:
    """One seat of `bot` at a table of `others` wins at least `share`."""

    game: str
    bot: str
    others: str
    seats: int
    share: float

    @property
    def name(self) -> str:
        return f"{self.game}-{self.bot}-{self.others}-{self.seats}"

    @property
    def least(self) -> int:
        """Games that are played even if the test has decided."""
        return GAMES if self.others in MEASURES and self.seats == SEATS[self.game] else LEAST

    @property
    def match(self) -> Match:
        return Match(self.game, (self.bot, *[self.others] * (self.seats - 1)), seed="0")


def claims(game: str) -> list[Claim]:
    """All claims for a game, in the order of the table."""
    greedy = STRING_OVER_GREEDY if game == "string-railway" else OVER_GREEDY
    seats = load(game).seats
    return [
        *(Claim(game, "expert", "greedy", each, greedy[each]) for each in seats if each in greedy),
        *(
            Claim(game, bot, others, each, as_odds(share, each))
            for (bot, others), share in AT_FOUR.items()
            for each in seats
        ),
    ]


CLAIMS = [claim for game in SEATS for claim in claims(game)]


# --- playing


def in_order(results: dict[int, Result]) -> list[Result]:
    """The games from the first to the one before the first that is missing."""
    found: list[Result] = []
    while len(found) in results:
        found.append(results[len(found)])
    return found


def missing(claim: Claim, results: dict[int, Result], least: int, most: int) -> list[list[int]]:
    """The rotations that come next: those without which nothing is said, then ten at a time until the test
    has decided."""
    known = in_order(results)
    if len(known) < least:
        upto = least
    elif judge(shares_of(claim.bot, known), claim.share, claim.seats).decided:
        return []
    else:
        upto = min(most, len(known) + 10 * claim.seats)
    rotations = [range(at, at + claim.seats) for at in range(0, upto, claim.seats)]
    return [numbers for each in rotations if (numbers := [at for at in each if at not in results])]


def next_of(logs: dict[Claim, Log]) -> list[tuple[Claim, list[int]]]:
    """What is played next: some games of every claim before many of any."""
    for stage in STAGES:
        tasks = [
            (claim, numbers)
            for claim, log in logs.items()
            for numbers in missing(claim, log.results, min(stage, claim.least), stage)
        ]
        if tasks:
            return tasks
    return []


def log_of(claim: Claim, folder: Path) -> Log:
    return Log(str(folder / f"{claim.name}.jsonl"), set_up(claim.match))


def play(wanted: list[Claim], folder: Path, processes: int, minutes: float = float("inf")) -> None:
    """Play what is missing, in one queue; each game is on the disk before it counts."""
    for game in {claim.game: None for claim in wanted}:
        bots.warm(load(game), ["expert"], print)  # once, and not by every process
    end = time.monotonic() + 60 * minutes
    with ExitStack() as stack:
        logs = {claim: stack.enter_context(log_of(claim, folder)) for claim in wanted}
        pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), obey)
        running: dict[Future[list[Result]], Claim] = {}
        try:
            while tasks := next_of(logs):
                for claim, numbers in tasks:
                    running[pool.submit(play_numbers, claim.match, numbers)] = claim
                while running:
                    left = max(0.0, end - time.monotonic())
                    done, _ = wait(
                        running, timeout=None if left == float("inf") else left, return_when=FIRST_COMPLETED
                    )
                    if not done:
                        print(f"The time is up; {len(running)} rotations of seats were still to be played.")
                        return
                    for task in done:
                        claim = running.pop(task)
                        for result in task.result():
                            logs[claim].append(result)
                    tell(f"{len(running)} rotations to go, {claim.name}")
        finally:
            workers = multiprocessing.active_children()
            pool.shutdown(wait=not running, cancel_futures=True)
            for worker in workers if running else []:
                worker.terminate()


def tell(sentence: str) -> None:
    """One line that moves on where somebody looks."""
    if sys.stderr.isatty():
        print(f"\r{sentence} ", end="", file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Finding:
    """What the games of a claim say."""

    claim: Claim
    verdict: Verdict
    results: list[Result]

    def share(self) -> tuple[float, float, float]:
        """The share of the win and its interval."""
        shares = shares_of(self.claim.bot, self.results)
        return (sum(shares) / len(shares), *wilson(sum(shares), len(shares)))

    def word(self) -> str:
        if self.verdict.decided:
            return self.verdict.decided
        if len(self.results) < GAMES:
            return "not finished"
        return "holds, not proved" if self.share()[0] >= self.claim.share else "fails, not proved"


def finding(claim: Claim, folder: Path = RESULTS) -> Finding | None:
    """The committed games of a claim, if there are any."""
    path = folder / f"{claim.name}.jsonl"
    if not path.exists():
        return None
    ordered = in_order(read(str(path))[1])
    verdict = judge(shares_of(claim.bot, ordered), claim.share, claim.seats)
    return Finding(claim, verdict, ordered) if ordered else None


# --- the page

MARKS = {
    "holds": "✓", "fails": "✗", "holds, not proved": "(✓)", "fails, not proved": "(✗)", "not finished": "…",
}  # fmt: skip


def cell(found: Finding) -> str:
    share, low, high = found.share()
    return (
        f"{share:.0%} ({100 * low:.0f}–{100 * high:.0f}) of {len(found.results)}, "
        f"{found.claim.share:.0%} {MARKS[found.word()]}"
    )


def table(game: str, found: list[Finding]) -> str:
    """One game: a row for each pair of bots, a column for each number of seats."""
    cells = {(each.claim.bot, each.claim.others, each.claim.seats): cell(each) for each in found}
    seats = load(game).seats
    lines = [
        f"**{load(game).name}**\n",
        f"| one | among | {' | '.join(f'{each} seats, par {1 / each:.0%}' for each in seats)} |",
        f"|---|---|{'---|' * len(seats)}",
    ]
    for bot, others in dict.fromkeys((each.claim.bot, each.claim.others) for each in found):
        row = " | ".join(cells.get((bot, others, each), "") for each in seats)
        lines.append(f"| {bot} | {others} | {row} |")
    paced = [f"`{level}` {mean:.3f} ({most:.3f})" for level, (mean, most) in kept_of(game).items()]
    if paced:
        lines.append(f"\nSeconds a turn (95 of 100 less than): {', '.join(paced)}.\n")
    return "\n".join(lines) + "\n"


def tables(found: list[Finding]) -> str:
    parts = [
        table(game, mine) for game in SEATS if (mine := [each for each in found if each.claim.game == game])
    ]
    return "\n".join(parts) + "\n" if parts else "No claim has been played yet.\n\n"


def chart(found: list[Finding]) -> str:
    """A bar for each claim at the usual number of seats, with its interval and a mark for what is claimed."""
    left, wide, high, top = 250.0, 400.0, 22.0, 34.0
    drawn, y = [], top
    game = ""
    for each in found:
        if each.claim.seats != SEATS[each.claim.game]:
            continue
        if each.claim.game != game:
            game = each.claim.game
            y += 26
            drawn.append(text(f"{load(game).name}, {SEATS[game]} seats", 16, y - 6, 14, bold=True, fill=INK))
        share, lowest, highest = each.share()
        middle, par = y + high / 2, left + wide / SEATS[game]
        drawn.append(
            text(f"{each.claim.bot} among {each.claim.others}", left - 10, middle + 4, 12, "end", fill=INK)
        )
        drawn.append(tag("rect", x=left, y=y + 4, width=wide * share, height=high - 8, fill="#2f6db3"))
        drawn.append(
            tag("line", x1=left + wide * lowest, x2=left + wide * highest, y1=middle, y2=middle, stroke=INK)
        )
        drawn.append(
            tag("line", x1=par, x2=par, y1=y + 1, y2=y + high - 1, stroke=MUTED, stroke_dasharray="2 2")
        )
        mark = left + wide * each.claim.share
        drawn.append(tag("line", x1=mark, x2=mark, y1=y + 1, y2=y + high - 1, stroke=SIGNAL, stroke_width=2))
        drawn.append(text(f"{share:.0%}", left + wide * highest + 6, middle + 4, 12, fill=INK))
        y += high
    head = text("Share of wins, 95 % interval; red: claimed, dashes: par", 16, 24, 13, fill=MUTED)
    paper = tag("rect", width=720, height=y + 16, fill=PAPER)
    return tag(
        "svg",
        paper,
        head,
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 720 {y + 16:g}",
        font_family=SANS,
    )


def page(found: list[Finding]) -> str:
    """docs/bots.md with the tables of today."""
    return with_table("ladder", tables(found))


def findings(folder: Path = RESULTS) -> list[Finding]:
    return [found for claim in CLAIMS if (found := finding(claim, folder))]


def main() -> int:
    parser = Parser("dev.py ladder", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("task", nargs="?", choices=["show", "play"], default="show")
    parser.add_argument("only", nargs="*", metavar="NAME", help="parts of the names of claims")
    parser.add_argument(
        "--processes", type=count(1, "--processes"), default=os.cpu_count() or 1, help="(all cores)"
    )
    parser.add_argument("--minutes", type=float, default=float("inf"), help="play no longer than this")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the games are kept")
    chosen = parser.parse_args()
    for word in chosen.only:
        if not any(word in claim.name for claim in CLAIMS):
            parser.error(f"no claim has {word!r} in its name; one of them is {CLAIMS[0].name}")
    if not chosen.minutes > 0:
        parser.error(f"--minutes is more than 0, not {chosen.minutes:g}")
    if not chosen.results.is_dir() and (chosen.task == "show" or chosen.results.exists()):
        parser.error(f"--results is a folder with games of 'dev.py ladder play'; {chosen.results} is none")
    wanted = [claim for claim in CLAIMS if not chosen.only or any(word in claim.name for word in chosen.only)]
    if chosen.task == "play":
        try:
            play(wanted, chosen.results, chosen.processes, chosen.minutes)
        except KeyboardInterrupt:
            return 130
    found = findings(chosen.results)
    if chosen.results == RESULTS:
        PAGE.write_text(page(found), "utf-8")
        CHART.write_text(chart(found) + "\n", "utf-8")
    print(tables(found), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
