"""Who sits where: the menu, or what the command line says."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from rich.console import Console

from branchline.bots import BOTS, USUAL, entered
from branchline.bots.own import is_own
from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame
from branchline.core.study import said
from branchline.files import chosen_game, read_options
from branchline.games import load, sound, spoken
from branchline.games.lessons import lesson_for
from branchline.games.puzzles import Listed, of_the_day, puzzles_of
from branchline.prompt import Reader
from branchline.speech import language_here
from branchline.table import command, cut, loaded_table, new_table
from branchline.terminal import sit_down


def menu(console: Console, language: str | None = None) -> int:
    """Offer the games, then ask for the table."""
    reader = Reader(console)
    console.print("[bold]Branchline[/]: railway games with every rule enforced.\n")
    games = sound(lambda why: console.print(f"  {why}", markup=False))
    ids = list(games)
    for number, (game_id, game) in enumerate(games.items(), start=1):
        seats = f"{game.seats[0]}–{game.seats[-1]} players"
        console.print(f"  [bold]{number}[/]  {game.name:<28} {seats}   [dim]{game_id}[/]")
    try:
        while True:
            typed = reader.ask("\nWhich game? (a number, or q to leave) ", [*ids, "quit"]).strip()
            if typed in ("q", "quit", "exit"):
                return 0
            if typed.isdecimal() and 1 <= int(typed) <= len(ids):
                typed = ids[int(typed) - 1]
            if typed in games:
                break
            console.print(
                f"There is no game {typed[:40]!r}; type a number from 1 to {len(ids)}.", markup=False
            )
        game = games[typed]
        players = ask_players(reader, console, game)
        bots = ask_bots(reader, console)
    except (EOFError, KeyboardInterrupt):
        console.print("\nNothing was begun. Come back with: " + command("play"))
        return 0
    game = spoken(game, language_here(language, game.id, console.print))
    return sit_down(new_table(game, ["Player", *[f"bot:{bots}"] * (players - 1)], {}, console, reader, None))


def ask_players(reader: Reader, console: Console, game: AnyGame) -> int:
    default = min(max(4, game.seats[0]), game.seats[-1])
    while True:
        typed = reader.ask(f"How many players, {game.seats[0]} to {game.seats[-1]}? [{default}] ", []).strip()
        if not typed:
            return default
        if typed.isdecimal() and int(typed) in game.seats:
            return int(typed)
        console.print(f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players.")


def ask_bots(reader: Reader, console: Console) -> str:
    while True:
        typed = reader.ask(f"Against which bots, {' or '.join(BOTS)}? [{USUAL}] ", list(BOTS)).strip()
        if typed in BOTS or not typed:
            return typed or USUAL
        console.print(f"There is no bot {typed[:40]!r}.", markup=False)


def start(chosen: argparse.Namespace, console: Console) -> int:
    """Play as the command line says."""
    reader = Reader(console)
    bots = entered(chosen.bots, chosen.bot_seconds)  # a saved game may have been played by one of them
    if chosen.load:
        table = loaded_table(chosen.load, console, reader, chosen.seed, chosen.lang)
        if chosen.game not in (None, table.game.id):
            raise BranchlineError(f"{chosen.load} is a game of {table.game.id}, not of {chosen.game}")
        return sit_down(table)
    language = language_here(chosen.lang, chosen.game, console.print)
    game = chosen_game(chosen.game, chosen.board, language)
    seats = seats_from(chosen, game, bots)
    return sit_down(new_table(game, seats, read_options(chosen.option), console, reader, chosen.seed))


def learn(game_id: str, console: Console, language: str | None = None) -> int:
    """The first game of a game, in words."""
    lesson = lesson_for(game_id)
    study, game = lesson.study, spoken(lesson.game, language_here(language, game_id, console.print))
    seats = [f"bot:{USUAL}"] * study.record.players
    seats[lesson.seat] = "Player"
    table = new_table(game, seats, study.record.options, console, Reader(console), f"lesson {game_id}")
    table.lesson = lesson
    console.print(f"[bold]{' '.join(said(study.titles))}[/]")
    console.print(" ".join(said(study.goals)), markup=False)
    return sit_down(table)


def solve(game_id: str | None, number: int | None, console: Console, language: str | None = None) -> int:
    """A puzzle of a game by its number, or the one of today."""
    found = asked_for(game_id, number)
    puzzle, record = found.puzzle(), found.study.record
    seats = [f"bot:{USUAL}"] * found.players
    seats[puzzle.seat] = "Player"
    game = spoken(puzzle.game, language_here(language, found.game, console.print))
    table = new_table(game, seats, record.options, console, Reader(console), f"puzzle {found.id}")
    puzzle.game.mind.warm(console.print)
    table.record.rows = record.rows[: found.step]
    table.record.imported, table.lesson = found.step, puzzle
    cut(table, found.step)
    at = 1 + puzzles_of(found.game).index(found)
    console.print(f"[bold]{puzzle.game.name}, puzzle {at} of {len(puzzles_of(found.game))}[/]")
    return sit_down(table)


def asked_for(game_id: str | None, number: int | None) -> Listed:
    """The puzzle that somebody means."""
    if game_id is None:
        today = of_the_day(datetime.now(UTC).date())
        if today is None:
            raise BranchlineError("there are no puzzles in this package")
        return today
    known = puzzles_of(load(game_id).id)
    if not known:
        raise BranchlineError(f"{game_id} has no puzzles")
    if not 1 <= (number or 1) <= len(known):
        raise BranchlineError(f"the puzzles of {game_id} are numbered from 1 to {len(known)}, not {number}")
    return known[(number or 1) - 1]


def seats_from(chosen: argparse.Namespace, game: AnyGame, bots: list[str]) -> list[str]:
    """Who sits where: `--seats` says it all, otherwise people first and bots behind them."""
    if chosen.seats:
        seats = [driver(name, chosen.bot_seconds) for name in chosen.seats.split(",")]
        if chosen.players not in (None, len(seats)):
            raise BranchlineError(f"--seats names {len(seats)} seats, but --players says {chosen.players}")
        return seats
    people = [person(name) for name in chosen.people.split(",")] if chosen.people else []
    if len(set(people)) < len(people):
        raise BranchlineError("two people have the same name: give everyone one of their own")
    default = len(people) + len(bots) if len(bots) > 1 else max(4, len(people))
    players = chosen.players or min(max(default, game.seats[0]), game.seats[-1])
    if players not in game.seats:
        raise BranchlineError(
            f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players, not for {players}"
        )
    wanted = players - len(people)
    if wanted < 0:
        raise BranchlineError(f"{len(people)} people do not fit into {players} seats")
    if len(bots) not in (1, wanted):
        raise BranchlineError(
            f"{wanted} seats are left for bots: give one name for all, or {wanted}, not {len(bots)}"
        )
    return people + [f"bot:{name}" for name in (bots * wanted if len(bots) == 1 else bots)]


def driver(name: str, seconds: float) -> str:
    """A seat as a record has it: of a bot, ours or one's own, or of a person."""
    return f"bot:{entered(name, seconds)[0]}" if name in BOTS or is_own(name) else person(name)


def person(name: str) -> str:
    cleaned = name.strip()
    if not cleaned or len(cleaned) > 24 or cleaned.startswith("bot:") or len(cleaned.split()) != 1:
        raise BranchlineError(f"a name is one word of up to 24 letters, not {name[:40]!r}")
    return cleaned
