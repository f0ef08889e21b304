"""What each command of the command line does; `cli.py` has read its arguments."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table

from branchline import __version__, bots
from branchline.arena.selfplay import Match, play_series, seats_for
from branchline.arena_command import arena
from branchline.balance import Balance, counted, described, told
from branchline.balance import page as balance_page
from branchline.bots import compiling
from branchline.core.action import shortened, to_text
from branchline.core.board import strict_json
from branchline.core.errors import BranchlineError, RecordError
from branchline.core.game import OVER, AnyGame, winners
from branchline.core.record import Record, write
from branchline.core.record import replay as replay_record
from branchline.core.study import write as study_text
from branchline.core.study_check import check as check_study
from branchline.core.voice import say
from branchline.files import (
    chosen_game,
    data_folder,
    read_options,
    read_record,
    read_study,
    read_text,
    will_write,
    write_picture,
)  # fmt: skip
from branchline.film import write_film
from branchline.games import GAMES, has_boards, here, load, read_board, sound
from branchline.games.rules_text import rule_ids, rule_text
from branchline.parquet import ParquetFile
from branchline.review import review as review_of
from branchline.review import telling
from branchline.speech import language_here

__all__ = [
    "arena", "backup", "balance", "board", "check", "check_database", "delete", "learn", "mcp", "migrate",
    "new_game", "play", "puzzle", "replay", "restore", "review", "rules", "selfplay", "serve", "warm",
]  # fmt: skip

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def serve(chosen: argparse.Namespace) -> int:
    from branchline.server.calls.caller import call_settings
    from branchline.server.serve import Chosen, serve

    calls = call_settings(chosen.public_url, chosen.smtp, chosen.mail_from, chosen.allow_private_calls)
    server = Chosen(
        chosen.host, chosen.trusted_proxies, chosen.root_path, chosen.bots, chosen.processes, calls
    )
    return serve(server, chosen.port, database(chosen), not chosen.no_browser)


def mcp(chosen: argparse.Namespace) -> int:
    from branchline.server import logs
    from branchline.server.agents.mounting import serving

    agents = serving()
    logs.to_stderr("warning")  # standard output belongs to the agent
    asyncio.run(agents.speak(chosen.server))
    return 0


def backup(chosen: argparse.Namespace) -> int:
    from branchline.server.care import back_up

    return back_up(database(chosen), chosen.file)


def restore(chosen: argparse.Namespace) -> int:
    from branchline.server.care import restore

    return restore(chosen.file, database(chosen), chosen.yes)


def check_database(chosen: argparse.Namespace) -> int:
    from branchline.server.care import check

    return asyncio.run(check(database(chosen)))


def delete(chosen: argparse.Namespace) -> int:
    from branchline.server.care import delete

    return asyncio.run(delete(database(chosen), chosen.older_than, chosen.yes))


def migrate(chosen: argparse.Namespace) -> int:
    from branchline.server.moving import migrate

    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    quiet = not errors.is_terminal
    with Progress(*columns, TimeElapsedColumn(), console=errors, transient=True, disable=quiet) as progress:
        bar = progress.add_task(say("files.looking"), total=None)

        def tell(what: str, done: int, every: int) -> None:
            progress.update(bar, description=what, completed=done, total=every)

        moved = asyncio.run(migrate(chosen.source, chosen.target, tell))
    print(say("files.moved", tables=moved["tables"], rows=sum(moved.values())))
    return 0


def database(chosen: argparse.Namespace) -> str:
    return chosen.database or str(data_folder() / "tables.db")


def new_game(chosen: argparse.Namespace) -> int:
    from branchline.new_game import new_game

    return new_game(chosen)


def play(chosen: argparse.Namespace) -> int:
    from branchline.cli import parser
    from branchline.seating import menu, start

    if chosen.game is not None or chosen.load is not None:
        return start(chosen, console)
    if chosen.terminal:
        return menu(console, chosen.lang)
    return serve(parser().parse_args(["serve"]))


def learn(chosen: argparse.Namespace) -> int:
    from branchline.seating import learn

    return learn(chosen.game, console, chosen.lang)


def puzzle(chosen: argparse.Namespace) -> int:
    from branchline.seating import solve

    return solve(chosen.game, chosen.number, console, chosen.lang)


def rules(chosen: argparse.Namespace) -> int:
    language = language_here(chosen.lang, chosen.game, errors.print)
    console.print(rule_text(load(chosen.game, language=language), chosen.rule), markup=False, soft_wrap=True)
    return 0


def replay(chosen: argparse.Namespace) -> int:
    game, record = read_record(chosen.file)
    game = here(game)
    compiling.warm(game, errors.print)
    last = len(record.rows)
    if chosen.at is not None and chosen.at > last:
        raise BranchlineError(say("files.replay-at", file=chosen.file, last=last, at=chosen.at))
    events: list[tuple[object, ...]] = []
    state = None
    try:
        for number, now in replay_record(game, record, lambda *event: events.append(event), chosen.at):
            state = now
            if number and chosen.at is None:
                seat, action, _ = record.rows[number - 1]
                done = " ".join(map(shortened, to_text(action).split(" ")))
                console.print(f"{number:>4} {'-' if seat < 0 else seat + 1:>2} {done}", markup=False)
                for event in events:
                    console.print(f"        {game.words.event(event, people_of(record))}", markup=False)
            events.clear()
    except RecordError as error:
        raise RecordError(f"{chosen.file}: {error}") from None
    assert state is not None
    # whoever holds the file could read everything in it, but a glance should spoil nothing
    view = game.looks.view(game.mask(state, None), None)
    console.print(game.looks.text(view))
    if state.to_move == OVER:
        console.print(say("files.result", record.result))
    if chosen.out and chosen.out.endswith(".webp") and chosen.at is None:
        with Progress(console=errors, transient=True) as progress:
            drawing = say("files.drawing")
            write_film(game, record, chosen.out, lambda each: progress.track(each, description=drawing))
        console.print(say("files.film-in", chosen.out))
    elif chosen.out:
        write_picture(game.looks.picture(view), chosen.out)
        console.print(say("files.drawn", chosen.out))
    return 0


def people_of(record: Record) -> list[str]:
    """Who sat where, as sentences name them."""
    return [
        f"{seat.removeprefix('bot:').capitalize()} ({number})" for number, seat in enumerate(record.seats, 1)
    ]


def check(chosen: argparse.Namespace) -> int:
    bad = 0
    with Progress(console=errors, transient=True) as progress:
        for path in progress.track(chosen.files, description=say("files.replaying")):
            try:
                game, study = read_study(path)
                compiling.warm(game, errors.print)
                try:
                    check_study(game, study, rule_ids(game.id))
                except RecordError as error:
                    raise RecordError(f"{path}: {error}") from None
            except BranchlineError as error:
                bad += 1
                print(f"branchline: {error}", file=sys.stderr)
    good = len(chosen.files) - bad
    console.print(say("files.replayed", good=good, all=len(chosen.files)))
    return 2 if bad else 0


def series_of(chosen: argparse.Namespace, rotate: bool = True) -> tuple[AnyGame, Match]:
    """The game and the series between bots that the command line asks for, all of it ready."""
    names = bots.entered(chosen.bots, chosen.bot_seconds)
    game = chosen_game(chosen.game, chosen.board)
    players = chosen.players or (len(names) if len(names) > 1 else min(4, game.seats[-1]))
    options = read_options(chosen.option)
    game.start(players, **options)
    bots.warm(game, names, errors.print)
    board = read_text(chosen.board) if chosen.board else None
    return game, Match(chosen.game, seats_for(names, players), chosen.seed, options, board, rotate)


def selfplay(chosen: argparse.Namespace) -> int:
    if chosen.out:
        will_write(chosen.out, folder=True)
    game, match = series_of(chosen, chosen.rotate)
    folder = Path(chosen.out) if chosen.out else None
    wins: Counter[str] = Counter()
    points: Counter[str] = Counter()
    played: Counter[str] = Counter()
    actions = 0
    facts = {"game": game.id, "board": f"{game.board.id} {game.board.digest}", "seed": chosen.seed}
    options = game.complete(match.options)
    facts |= {"options": " ".join(f"{name}={value}" for name, value in options.items())}
    facts |= {"branchline": __version__}
    table_file = ParquetFile(chosen.parquet, game, facts) if chosen.parquet else None
    with Progress(console=errors, transient=True) as progress, table_file or contextlib.nullcontext():
        series = play_series(match, chosen.games, chosen.processes)
        playing = say("files.playing")
        for number, record in enumerate(progress.track(series, total=chosen.games, description=playing)):
            if folder:
                (folder / f"{chosen.game}-{chosen.seed}-{number:05}.txt").write_text(write(record), "utf-8")
            if table_file:
                table_file.add(number, record)
            tally(record, wins, points, played)
            actions += len(record.rows)
    title = say("files.selfplay-title", game=game.name, games=chosen.games)
    table = Table(*say("files.selfplay-columns").split("\n"), title=title)
    for name in sorted(played, key=lambda each: -wins[each] / played[each]):
        share = wins[name] / played[name]
        table.add_row(
            name, str(played[name]), f"{wins[name]:g}", f"{share:.0%}", f"{points[name] / played[name]:.1f}"
        )
    console.print(table)
    console.print(say("files.selfplay-actions", actions=round(actions / chosen.games), seed=chosen.seed))
    if folder:
        console.print(say("files.records-in", str(folder)))
    if table_file:
        console.print(say("files.positions-in", chosen.parquet))
    return 0


def review(chosen: argparse.Namespace) -> int:
    """Look at a finished game again."""
    if chosen.out:
        will_write(chosen.out)
    game, record = read_record(chosen.file)
    game = here(game)
    bots.warm(game, ["expert"], errors.print)
    with Progress(console=errors, transient=True) as progress:
        bar = progress.add_task(say("files.looking-again"), total=1.0)
        found = review_of(game, record, tell=lambda part: progress.update(bar, completed=part))
    for line in telling.told(game, found):
        console.print(line, markup=False, soft_wrap=True)
    if chosen.out:
        Path(chosen.out).write_text(study_text(telling.as_study(game, found)), "utf-8")
        console.print("\n" + say("files.study-in", chosen.out), markup=False)
    return 0


def balance(chosen: argparse.Namespace) -> int:
    """Is a game on this board fair, and what is worth how much there?"""
    game, match = series_of(chosen)
    players = len(match.bots)
    found = Balance(players)
    out = Path(chosen.out or f"{game.id}-balance.html")
    processes = min(chosen.processes or os.cpu_count() or 1, chosen.games)
    with Progress(console=errors, transient=True) as progress:
        facts = counted(match, chosen.games, processes)
        for each in progress.track(facts, total=chosen.games, description=say("files.playing")):
            found.add(each)
    how = described(game, match, chosen.games)
    out.write_text(balance_page(game, found, how), "utf-8")
    for line in (how, *told(found), say("files.page-in", str(out))):
        console.print(line, markup=False, soft_wrap=True)
    return 0


def warm(chosen: argparse.Namespace) -> int:
    """Everything that a compiler makes for the bots, which otherwise the first of them to play waits for."""
    games = [load(id) for id in chosen.games or GAMES]
    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    with Progress(*columns, TimeElapsedColumn(), console=errors, transient=True) as progress:
        bar = progress.add_task("", total=len(games))

        def show(number: int, part: float) -> None:
            progress.update(bar, completed=number + part)

        for number, game in enumerate(games):
            progress.update(bar, description=game.name)
            begun = perf_counter()
            with compiling.watched(game, partial(show, number)):
                bots.warm(game, bots.BOTS, lambda text: None)
            console.print(say("files.ready", here(game).name, f"{perf_counter() - begun:.1f}"))
            show(number, 1.0)
    return 0


def tally(record: Record, wins: Counter[str], points: Counter[str], played: Counter[str]) -> None:
    """Count a finished record; a shared win counts in parts."""
    scores = [tuple(map(int, score.split(","))) for score in record.result.split()]
    best = winners(scores)
    for seat, score in enumerate(scores):
        name = record.seats[seat].removeprefix("bot:")
        played[name] += 1
        points[name] += score[0]
        if seat in best:
            wins[name] += 1 / len(best)  # type: ignore[assignment]


def board(chosen: argparse.Namespace) -> int:
    if chosen.game == "check":
        return check_board(chosen)
    game = here(chosen_game(chosen.game, chosen.board or chosen.file))
    if chosen.out:
        write_picture(game.looks.picture(None), chosen.out)
        console.print(say("files.drawn", chosen.out))
        return 0
    data = game.board.data
    console.print(f"{game.name}: {data.get('title', game.board.id)} ({game.board.id} {game.board.digest})")
    if data.get("note"):
        console.print(data["note"], markup=False)
    console.print(game.looks.text(None))
    return 0


def check_board(chosen: argparse.Namespace) -> int:
    if not chosen.file:
        raise BranchlineError(say("files.board-what"))
    text = read_text(chosen.file)
    data = strict_json(text, chosen.file)
    games = {game_id: game for game_id, game in sound(errors.print).items() if has_boards(game_id)}
    game_id = max(games, key=lambda each: likeness(data, games[each].board.data))
    found = read_board(game_id, text, chosen.file)
    board = {"board": found.id, "game": game_id, "digest": found.digest}
    console.print(say("files.good-board", file=chosen.file, **board))
    return 0


def likeness(data: object, ours: dict[str, object]) -> int:
    """How much a file looks like one of our boards: which game it was written for."""
    if not isinstance(data, dict):
        return 0
    return len(data.keys() & ours.keys()) + (data.get("rules") == ours.get("rules"))
