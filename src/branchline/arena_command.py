"""`branchline arena`: bots against bots until something is known, with a file that can be gone on with."""

from __future__ import annotations

import argparse
import re
from contextlib import nullcontext
from itertools import permutations
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from branchline.arena.backends import chosen as chosen_back_end
from branchline.arena.backends import play_all
from branchline.arena.results import Log, Results, SetUp, merged, set_up
from branchline.arena.selfplay import Match
from branchline.arena.sequential import Verdict, judge
from branchline.arena.series import Result, seated
from branchline.arena.standing import paces, ratings, shares_of, standings, wilson
from branchline.bots import entered, warm
from branchline.core.errors import BranchlineError
from branchline.files import chosen_game, read_options, read_text, will_write
from branchline.games import load

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
    if chosen.out:
        will_write(chosen.out, folder=chosen.round_robin)
    if chosen.records:
        will_write(chosen.records, folder=True)
    names = entered(chosen.bots, chosen.bot_seconds)
    try:
        if chosen.round_robin:
            return round_robin(names, chosen)
        match = match_of(names, chosen)
        results = play(match, chosen.out, chosen)
    except KeyboardInterrupt:
        stopped(chosen)
        return 130
    return report(set_up(match), list(results.values()), chosen.claim)


def match_of(names: list[str], chosen: argparse.Namespace) -> Match:
    """The series that these bots play."""
    game = chosen_game(chosen.game, chosen.board)
    board = read_text(chosen.board) if chosen.board else None
    bots = seated(names, game, chosen.players)
    options = read_options(chosen.option)
    game.start(len(bots), **options)
    return Match(chosen.game, bots, chosen.seed, options, board, rotate=True, records=bool(chosen.records))


def play(match: Match, path: str | None, chosen: argparse.Namespace, what: str = "") -> Results:
    """The games of a series; those missing in its file are played, with a claim until the test knows."""
    numbers = range(chosen.first, chosen.first + chosen.games)
    with Log(path, set_up(match)) if path else nullcontext() as log:
        results: Results = log.results if log else {}
        play_missing(match, numbers, results, log, chosen, what)
    return {number: results[number] for number in numbers if number in results}


def play_missing(
    match: Match,
    numbers: range,
    results: Results,
    log: Log | None,
    chosen: argparse.Namespace,
    what: str,
) -> None:
    missing = [number for number in numbers if number not in results]
    known = decided(match, numbers, results, chosen.claim)
    if not missing or known:
        return
    back_end = chosen_back_end(chosen.ray, chosen.processes, len(missing))
    warm(load(match.game, match.board), match.bots, errors.print)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=errors, transient=True) as progress:
        bar = progress.add_task(f"{what}playing", total=len(numbers), completed=len(numbers) - len(missing))
        games = play_all(back_end, match, missing)
        try:
            for result in games:
                if chosen.records:
                    keep(result, Path(chosen.records), match)
                if log:
                    log.append(result)
                else:
                    results[result.number] = result
                progress.update(bar, advance=1, description=what + so_far(match.bots[0], results))
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


def keep(result: Result, folder: Path, match: Match) -> None:
    """The record of a game in a file of its own."""
    bots = as_file(*dict.fromkeys(match.bots))
    path = folder / f"{match.game}-{bots}-{match.seed}-{result.number:05}.txt"
    path.write_text(result.record, "utf-8")


def as_file(*bots: str) -> str:
    """Names of bots as part of the name of a file.

    >>> as_file("casual", "cmd:./my-bot")
    'casual-cmd_._my-bot'
    """
    return re.sub(r"[^\w.-]+", "_", "-".join(bots))


def stopped(chosen: argparse.Namespace) -> None:
    if chosen.out:
        errors.print(f"Stopped. The finished games are kept in {chosen.out}: the same command goes on.")
    else:
        errors.print("Stopped. With --out FILE the finished games would be kept.")


# --- everyone among everyone


def round_robin(names: list[str], chosen: argparse.Namespace) -> int:
    """Each bot alone among each of the others: a series for every pair, and one table of all."""
    if chosen.claim is not None:
        raise BranchlineError("--claim is about the first of two bots; a round robin has no first")
    if len(set(names)) != len(names) or len(names) < 2:
        raise BranchlineError(
            "a round robin is among two or more different bots: --bots strong,casual,greedy"
        )
    pairs = list(permutations(names, 2))
    matches = [match_of([one, other], chosen) for one, other in pairs]
    found: dict[tuple[str, str], list[Result]] = {}
    for number, (pair, match) in enumerate(zip(pairs, matches, strict=True), start=1):
        path = str(Path(chosen.out) / f"{as_file(*pair)}.jsonl") if chosen.out else None
        results = play(match, path, chosen, f"{number} of {len(pairs)}: ")
        found[pair] = list(results.values())
    console.print(crossed(names, found, len(matches[0].bots), chosen))
    console.print("A row's bot sits alone among bots of the column; its share of the wins, 95 % interval.")
    return 0


def crossed(
    names: list[str], found: dict[tuple[str, str], list[Result]], seats: int, chosen: argparse.Namespace
) -> Table:
    """A row for each bot, the best rated first."""
    rated = ratings([result for results in found.values() for result in results])
    title = (
        f"{chosen.game}: {chosen.games} games a pair, {seats} seats (par {1 / seats:.1%}), seed {chosen.seed}"
    )
    table = Table("one", title=title)
    ranked = sorted(names, key=lambda name: -rated[name][0])
    for name in ranked:
        table.add_column(f"among {name}", justify="right")
    table.add_column("rating", justify="right")
    for one in ranked:
        cells = [cell(one, found[one, other]) if one != other else "" for other in ranked]
        table.add_row(one, *cells, "{:.1f} ± {:.1f}".format(*rated[one]))
    return table


def cell(bot: str, results: list[Result]) -> str:
    shares = shares_of(bot, results)
    low, high = wilson(sum(shares), len(shares))
    return f"{sum(shares) / len(shares):.0%} ({100 * low:.0f}-{100 * high:.0f})"


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
