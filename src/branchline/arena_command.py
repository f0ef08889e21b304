"""`branchline arena`: bots against bots until something is known, with a file that can be gone on with."""

from __future__ import annotations

import argparse
from contextlib import nullcontext

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from branchline.arena.backends import chosen as chosen_back_end
from branchline.arena.backends import play_all
from branchline.arena.results import Log, Results, SetUp, merged, set_up
from branchline.arena.selfplay import Match
from branchline.arena.sequential import Verdict, judge
from branchline.arena.series import Result, seated
from branchline.arena.standing import paces, shares_of, standings, wilson
from branchline.bots import warm
from branchline.core.errors import BranchlineError
from branchline.files import chosen_game, read_options, read_text

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def arena(chosen: argparse.Namespace) -> int:
    if chosen.table:
        if chosen.game:
            raise BranchlineError("--table shows what was played; it takes files and no game")
        found, kept = merged(chosen.table)
        return report(found, list(kept.values()), chosen.claim)
    if not chosen.game:
        raise BranchlineError("which game? branchline arena GAME --bots a,b, or --table FILE")
    game = chosen_game(chosen.game, chosen.board)
    board = read_text(chosen.board) if chosen.board else None
    bots = seated(chosen.bots.split(","), game, chosen.players)
    match = Match(chosen.game, bots, chosen.seed, read_options(chosen.option), board, rotate=True)
    wanted = set_up(match)
    game.start(len(bots), **match.options)
    warm(game, bots, errors.print)
    numbers = range(chosen.first, chosen.first + chosen.games)
    with Log(chosen.out, wanted) if chosen.out else nullcontext() as log:
        results: Results = log.results if log else {}
        try:
            play(match, numbers, results, log, chosen)
        except KeyboardInterrupt:
            stopped(len(results.keys() & set(numbers)), chosen)
            return 130
    return report(wanted, [results[number] for number in numbers if number in results], chosen.claim)


def play(match: Match, numbers: range, results: Results, log: Log | None, chosen: argparse.Namespace) -> None:
    """Play what is missing, until the test knows if there is one."""
    missing = [number for number in numbers if number not in results]
    known = decided(match, numbers, results, chosen.claim)
    if not missing or known:
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=errors, transient=True) as progress:
        bar = progress.add_task("playing", total=len(numbers), completed=len(numbers) - len(missing))
        games = play_all(chosen_back_end(chosen.ray, chosen.processes, len(missing)), match, missing)
        try:
            for result in games:
                if log:
                    log.append(result)
                else:
                    results[result.number] = result
                progress.update(bar, advance=1, description=so_far(match.bots[0], results))
                if decided(match, numbers, results, chosen.claim):
                    break
        finally:
            games.close()  # type: ignore[attr-defined]


def decided(match: Match, numbers: range, results: Results, claim: float | None) -> bool:
    """The test looks at games in the order of their numbers, whatever order they end in."""
    if claim is None:
        return False
    return bool(judged(match.bots[0], in_order(numbers, results), claim).decided)


def in_order(numbers: range, results: Results) -> list[Result]:
    """The games up to the first that is missing."""
    found = []
    for number in numbers:
        if number not in results:
            break
        found.append(results[number])
    return found


def judged(bot: str, results: list[Result], claim: float) -> Verdict:
    rotation = len(results[0].seats) if results else 1
    return judge(shares_of(bot, results), claim, rotation)


def so_far(bot: str, results: Results) -> str:
    shares = shares_of(bot, results.values())
    return f"{bot} wins {sum(shares) / len(shares):.0%}"


def stopped(done: int, chosen: argparse.Namespace) -> None:
    if chosen.out:
        errors.print(f"Stopped. {done} games are kept in {chosen.out}: the same command goes on.")
    else:
        errors.print("Stopped. With --out FILE the finished games would be kept.")


# --- what it comes to


def report(found: SetUp, results: list[Result], claim: float | None) -> int:
    """Print the table and, where something was claimed, the answer: 0 if it holds, 1 if it fails."""
    results.sort(key=lambda each: each.number)
    if not results:
        raise BranchlineError("no game was finished, so there is no table")
    first = found["bots"][0]
    verdict = None
    if claim is not None:
        verdict = judged(first, results, claim)
        if verdict.decided:
            results = results[: verdict.games]
    console.print(table_of(found, results))
    for bot, (mean, most) in paces(results).items():
        console.print(f"Time of a turn: {bot} {mean:.2f} s, 95 of 100 below {most:.2f} s")
    if claim is None or verdict is None:
        return 0
    sentence, holds = answer(first, results, claim, verdict)
    console.print(sentence)
    return 0 if holds else 1


def table_of(found: SetUp, results: list[Result]) -> Table:
    seats = len(found["bots"])
    title = (
        f"{found['game']}: {len(results)} games, {seats} seats (par {1 / seats:.1%}), seed {found['seed']}"
    )
    table = Table("bot", title=title)
    for name in ("seats", "wins", "share", "95 % interval", "rating", "mean score"):
        table.add_column(name, justify="right")
    for each in standings(results):
        table.add_row(
            each.bot,
            str(each.seats),
            f"{each.wins:.1f}",
            f"{each.share:.1%}",
            f"{each.low:.1%} to {each.high:.1%}",
            f"{each.rating:.1f} ± {each.deviation:.1f}",
            " / ".join(f"{part:.1f}" for part in each.score),
        )
    return table


def answer(bot: str, results: list[Result], claim: float, verdict: Verdict) -> tuple[str, bool]:
    """A sentence, and whether the claim holds."""
    shares = shares_of(bot, results)
    share = sum(shares) / len(shares)
    low, high = wilson(sum(shares), len(shares))
    said = f"{bot} wins {share:.1%} ({low:.1%} to {high:.1%}) of {len(shares)} games; claimed: {claim:.1%}."
    if verdict.decided:
        odds = max(verdict.above, verdict.below)
        return f"{said} The claim {verdict.decided} (evidence {odds:g} to 1).", verdict.decided == "holds"
    holds = share >= claim
    word = "holds" if holds else "fails"
    return (
        f"{said} The claim {word} by the share alone: the test could not decide "
        f"(evidence {verdict.above:g} to 1 for, {verdict.below:g} to 1 against).",
        holds,
    )
