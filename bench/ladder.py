"""`dev.py ladder`: what the levels are claimed to be worth, played, kept and shown.

    dev.py ladder                  table and chart of docs/bots.md from docs/results, nothing is played
    dev.py ladder play [GAME ...]  play what is missing of the claims first, then the same

A claim that was begun goes on where its file ends. `dev.py prove ladder` plays all claims afresh.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from dataclasses import dataclass
from pathlib import Path

from branchline.arena.results import read
from branchline.arena.sequential import Verdict, judge
from branchline.arena.series import Result
from branchline.arena.standing import paces, shares_of, wilson
from branchline.cli import main as branchline
from branchline.core.svg import INK, MUTED, PAPER, SANS, SIGNAL, tag, text
from branchline.games import load

DOCS = Path(__file__).parent.parent / "docs"
RESULTS = DOCS / "results"
PAGE, CHART = DOCS / "bots.md", DOCS / "pictures" / "ladder.svg"
BEGIN, END = "<!-- ladder: made by dev.py ladder -->", "<!-- end of the ladder -->"
GAMES = 400  # at most, for one claim

# as usually played
SEATS = {"sncf-france": 4, "sncf-germany": 4, "koplopers": 3, "bridgetown": 3, "string-railway": 4}
STEP = 1.6  # times par, that a level wins at a table of the level below
STEPS = (("casual", "beginner"), ("strong", "casual"), ("expert", "strong"))
OVER_GREEDY = {**dict.fromkeys(SEATS, 0.7), "string-railway": 0.6}


@dataclass(frozen=True)
class Claim:
    """One seat of `bot` at a table of `others` wins at least `share`."""

    game: str
    bot: str
    others: str
    share: float

    @property
    def name(self) -> str:
        return f"{self.game}-{self.bot}-{self.others}"


CLAIMS = [
    claim
    for game, seats in SEATS.items()
    for claim in (
        *(Claim(game, level, below, round(STEP / seats, 4)) for level, below in STEPS),
        Claim(game, "expert", "greedy", OVER_GREEDY[game]),
    )
]


def command(claim: Claim, folder: Path, processes: int | None = None) -> list[str]:
    """The one command that checks a claim."""
    words = [
        "arena",
        claim.game,
        "--bots",
        f"{claim.bot},{claim.others}",
        "--players",
        str(SEATS[claim.game]),
    ]
    words += [
        "--games",
        str(GAMES),
        "--claim",
        f"{claim.share:g}",
        "--out",
        str(folder / f"{claim.name}.jsonl"),
    ]
    return words + (["--processes", str(processes)] if processes else [])


@dataclass(frozen=True)
class Finding:
    """What the file of a claim says, up to the game at which the test stopped."""

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
    _, results = read(str(path))
    ordered = [results[number] for number in range(len(results)) if number in results]
    verdict = judge(shares_of(claim.bot, ordered), claim.share, SEATS[claim.game])
    return (
        Finding(claim, verdict, ordered[: verdict.games] if verdict.decided else ordered) if ordered else None
    )


# --- the page


def rows(found: list[Finding]) -> str:
    """The tables of all games, in Markdown."""
    parts = []
    for game, seats in SEATS.items():
        mine = [each for each in found if each.claim.game == game]
        if not mine:
            continue
        parts.append(f"**{load(game).name}**, {seats} seats, par {1 / seats:.0%}\n\n")
        parts.append(
            "| one | among | wins | 95 % interval | claimed | games | verdict | s/turn, 95 of 100 below |\n"
        )
        parts.append("|---|---|---|---|---|---|---|---|\n")
        for each in mine:
            share, low, high = each.share()
            mean, most = paces(each.results)[each.claim.bot]
            parts.append(
                f"| {each.claim.bot} | {each.claim.others} | {share:.1%} | {low:.1%} to {high:.1%} "
                f"| {each.claim.share:.1%} | {len(each.results)} | {each.word()} | {mean:.2f}, {most:.2f} |\n"
            )
        parts.append("\n")
    return "".join(parts) or "No claim has been played yet.\n\n"


def chart(found: list[Finding]) -> str:
    """A bar for each claim with its interval, and a mark for what is claimed."""
    left, wide, high, top = 250.0, 400.0, 22.0, 34.0
    drawn, y = [], top
    game = ""
    for each in found:
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
    before, rest = PAGE.read_text("utf-8").split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n\n{rows(found)}{END}{after}"


def findings() -> list[Finding]:
    return [found for claim in CLAIMS if (found := finding(claim))]


def check(claim: Claim, folder: Path, processes: int | None = None) -> tuple[bool, str]:
    """Play a claim in that folder; whether it holds, and the last thing that the arena said."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = branchline(command(claim, folder, processes))
    return status == 0, said.getvalue()


def main() -> int:
    parser = argparse.ArgumentParser("dev.py ladder", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("task", nargs="?", choices=["show", "play"], default="show")
    parser.add_argument(
        "only", nargs="*", help="parts of the names of claims, such as bridgetown or expert-greedy"
    )
    parser.add_argument("--processes", type=int)
    chosen = parser.parse_args()
    if chosen.task == "play":
        for claim in CLAIMS:
            if not chosen.only or any(word in claim.name for word in chosen.only):
                print(f"branchline {' '.join(command(claim, RESULTS.relative_to(DOCS.parent)))}", flush=True)
                if branchline(command(claim, RESULTS, chosen.processes)) == 130:
                    return 130
    found = findings()
    PAGE.write_text(page(found), "utf-8")
    CHART.write_text(chart(found) + "\n", "utf-8")
    print(rows(found), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
