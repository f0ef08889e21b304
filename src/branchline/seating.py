"""Who sits where: the menu, or what the command line says."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from functools import reduce

from rich.console import Console

from branchline.bots import BOTS, USUAL, compiling, entered
from branchline.bots.own import is_own
from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame, not_for
from branchline.core.study import said
from branchline.core.voice import language as language_now
from branchline.core.voice import quoted, say
from branchline.files import chosen_game, read_options
from branchline.games import here, load, sound, spoken
from branchline.games.lessons import lesson_for
from branchline.games.puzzles import Listed, of_the_day, puzzles_of
from branchline.prompt import Reader
from branchline.speech import language_here
from branchline.table import command, cut, loaded_table, new_table
from branchline.terminal import sit_down


def menu(console: Console, language: str | None = None) -> int:
    """Offer the games, then ask for the table."""
    reader = Reader(console)
    console.print(say("terminal.menu") + "\n")
    games = sound(lambda why: console.print(f"  {why}", markup=False))
    ids = list(games)
    for number, (game_id, game) in enumerate(games.items(), start=1):
        seats = say("terminal.seats", game.seats[0], game.seats[-1])
        console.print(f"  [bold]{number}[/]  {here(game).name:<28} {seats}   [dim]{game_id}[/]")
    try:
        while True:
            typed = reader.ask(f"\n{say('terminal.which-game')} ", [*ids, "quit"]).strip()
            if typed in ("q", "quit", "exit"):
                return 0
            if typed.isdecimal() and 1 <= int(typed) <= len(ids):
                typed = ids[int(typed) - 1]
            if typed in games:
                break
            console.print(say("terminal.no-game", quoted(typed), len(ids)), markup=False)
        game = here(games[typed])
        players = ask_players(reader, console, game)
        bots = ask_bots(reader, console)
    except (EOFError, KeyboardInterrupt):
        console.print("\n" + say("terminal.nothing-begun", command("play")))
        return 0
    game = spoken(game, language_here(language, game.id, console.print))
    drivers = [say("terminal.player"), *[f"bot:{bots}"] * (players - 1)]
    return sit_down(new_table(game, drivers, {}, console, reader, None))


def ask_players(reader: Reader, console: Console, game: AnyGame) -> int:
    least, most = game.seats[0], game.seats[-1]
    default = min(max(4, least), most)
    while True:
        typed = reader.ask(say("terminal.how-many", least, most, default) + " ", []).strip()
        if not typed:
            return default
        if typed.isdecimal() and int(typed) in game.seats:
            return int(typed)
        console.print(say("terminal.for-players", game.name, least, most))


def ask_bots(reader: Reader, console: Console) -> str:
    known = reduce(lambda one, other: say("terminal.or", one, other), BOTS)
    while True:
        typed = reader.ask(say("terminal.which-bots", known, USUAL) + " ", list(BOTS)).strip()
        if typed in BOTS or not typed:
            return typed or USUAL
        console.print(say("terminal.no-bot", quoted(typed)), markup=False)


def start(chosen: argparse.Namespace, console: Console) -> int:
    """Play as the command line says."""
    reader = Reader(console)
    bots = entered(chosen.bots, chosen.bot_seconds)  # a saved game may have been played by one of them
    if chosen.load:
        table = loaded_table(chosen.load, console, reader, chosen.seed, chosen.lang)
        if chosen.game not in (None, table.game.id):
            games = {"found": table.game.id, "asked": chosen.game}
            raise BranchlineError(say("terminal.other-game", file=chosen.load, **games))
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
    seats[lesson.seat] = say("terminal.player")
    table = new_table(game, seats, study.record.options, console, Reader(console), f"lesson {game_id}")
    table.lesson = lesson
    console.print(f"[bold]{' '.join(said(study.titles, language_now()))}[/]")
    console.print(" ".join(said(study.goals, language_now())), markup=False)
    return sit_down(table)


def solve(game_id: str | None, number: int | None, console: Console, language: str | None = None) -> int:
    """A puzzle of a game by its number, or the one of today."""
    found = asked_for(game_id, number)
    puzzle, record = found.puzzle(), found.study.record
    seats = [f"bot:{USUAL}"] * found.players
    seats[puzzle.seat] = say("terminal.player")
    game = spoken(puzzle.game, language_here(language, found.game, console.print))
    table = new_table(game, seats, record.options, console, Reader(console), f"puzzle {found.id}")
    compiling.warm(puzzle.game, console.print)
    table.record.rows = record.rows[: found.step]
    table.record.imported, table.lesson = found.step, puzzle
    cut(table, found.step)
    known = puzzles_of(found.game)
    title = say("terminal.puzzle", game=game.name, number=1 + known.index(found), all=len(known))
    console.print(f"[bold]{title}[/]")
    return sit_down(table)


def asked_for(game_id: str | None, number: int | None) -> Listed:
    """The puzzle that somebody means."""
    if game_id is None:
        today = of_the_day(datetime.now(UTC).date())
        if today is None:
            raise BranchlineError(say("terminal.puzzles-absent"))
        return today
    known = puzzles_of(load(game_id).id)
    if not known:
        raise BranchlineError(say("terminal.no-puzzles", game_id))
    if not 1 <= (number or 1) <= len(known):
        raise BranchlineError(say("terminal.puzzle-number", game=game_id, last=len(known), number=number))
    return known[(number or 1) - 1]


def seats_from(chosen: argparse.Namespace, game: AnyGame, bots: list[str]) -> list[str]:
    """Who sits where: `--seats` says it all, otherwise people first and bots behind them."""
    if chosen.seats:
        seats = [driver(name, chosen.bot_seconds) for name in chosen.seats.split(",")]
        if chosen.players not in (None, len(seats)):
            raise BranchlineError(say("terminal.seats-players", len(seats), chosen.players))
        return seats
    names = say("terminal.player") if chosen.people is None else chosen.people
    people = [person(name) for name in names.split(",")] if names else []
    if len(set(people)) < len(people):
        raise BranchlineError(say("terminal.same-name"))
    default = len(people) + len(bots) if len(bots) > 1 else max(4, len(people))
    players = chosen.players or min(max(default, game.seats[0]), game.seats[-1])
    if players not in game.seats:
        raise BranchlineError(not_for(game, players))
    wanted = players - len(people)
    if wanted < 0:
        raise BranchlineError(say("terminal.too-many", len(people), players))
    if len(bots) not in (1, wanted):
        raise BranchlineError(say("terminal.bots-left", wanted, len(bots)))
    return people + [f"bot:{name}" for name in (bots * wanted if len(bots) == 1 else bots)]


def driver(name: str, seconds: float) -> str:
    """A seat as a record has it: of a bot, ours or one's own, or of a person."""
    return f"bot:{entered(name, seconds)[0]}" if name in BOTS or is_own(name) else person(name)


def person(name: str) -> str:
    cleaned = name.strip()
    if not cleaned or len(cleaned) > 24 or cleaned.startswith("bot:") or len(cleaned.split()) != 1:
        raise BranchlineError(say("terminal.name", quoted(name)))
    return cleaned
