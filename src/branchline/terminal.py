"""Playing in the terminal: people and bots in any seats, at one screen."""

from __future__ import annotations

import contextlib
import random
import signal
from functools import reduce

from rich.cells import cell_len
from rich.markup import escape, render

from branchline.bots import USUAL, Fault, choose, warm, watched
from branchline.bots.own import over
from branchline.bots.program import end_all
from branchline.core.action import Action, folded, shortened, to_text
from branchline.core.errors import BranchlineError, RuleViolation
from branchline.core.game import CHANCE, OVER, AnyGame, winners
from branchline.core.languages import ENGLISH
from branchline.core.lesson import Astray, Lesson
from branchline.core.listing import offers
from branchline.core.puzzle import Puzzle
from branchline.core.voice import say
from branchline.files import action_text, why_not
from branchline.games.rules_text import rule_text
from branchline.table import Table, command, cut, do, loaded_table, save, undo

COMMANDS = ("help", "try", "map", "position", "where", "log", "rules", "undo", "save", "load", "quit")


class Leave(Exception):
    """The person leaves the table."""


def sit_down(table: Table) -> int:
    """Play until the game is over or the person leaves; whatever happens, the game is not lost."""
    for name in ("SIGTERM", "SIGHUP"):  # a window that is closed, a machine that shuts down
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    try:
        warm(table.game, [] if table.lesson else bots_of(table), table.console.print, at_table=True)
        while table.state.to_move != OVER and not learnt(table):
            take_turn(table)
        if table.state.to_move == OVER:
            finish(table)
        if table.lesson:
            teach(table, table.lesson)
    except (Leave, EOFError, KeyboardInterrupt, OSError):
        saved = save(table, None)
        with contextlib.suppress(OSError):  # the screen may be gone
            again = say("terminal.saved-go-on", command("play", "--load", str(saved)))
            table.console.print(f"\n{again}", markup=False, soft_wrap=True)
    return 0


def bots_of(table: Table) -> list[str]:
    return [seat.removeprefix("bot:") for seat in table.record.seats if seat.startswith("bot:")]


def take_turn(table: Table) -> None:
    game, state = table.game, table.state
    noted = table.lesson.noted(state) if table.lesson else None
    if noted is not None:
        do(table, noted)
        return
    if state.to_move == CHANCE:
        do(table, game.draw(state, table.rng))
        return
    seat = state.to_move
    driver = table.record.seats[seat]
    if driver.startswith("bot:"):
        for action in turn_of(table, seat):
            do(table, action)
            if state.to_move != seat:
                break
        return
    if table.drawn_for != seat:
        hand_over(table, seat)
        show(table, seat)
    if table.lesson:
        teach(table, table.lesson)
    ask(table, seat)


def turn_of(table: Table, seat: int) -> tuple[Action, ...]:
    """What the bot in a seat does; where one of somebody's own fails, ours plays on in its place."""
    name = table.record.seats[seat].removeprefix("bot:")
    bot = watched(name, "this game", table.record.options)
    try:
        return choose(bot, table.game, table.state, random.Random(table.rng.random()))
    except Fault as fault:
        told = str(fault.at(len(table.record.rows)))
        told = say("terminal.fault", fault=told[:1].upper() + told[1:], bot=USUAL.capitalize())
        table.console.print(told, markup=False)
        for line in fault.wrote.splitlines():
            table.console.print(f"  | {line}", markup=False)
        table.record.seats[seat] = f"bot:{USUAL}"
        warm(table.game, [USUAL], table.console.print, at_table=True)
        return turn_of(table, seat)


def learnt(table: Table) -> bool:
    """The lesson is over: all tasks are done, and what was noted after them."""
    lesson = table.lesson
    return lesson is not None and lesson.finished and lesson.noted(table.state) is None


def teach(table: Table, lesson: Lesson | Puzzle) -> None:
    """What the lesson says now, once for each step; at its end what was learnt."""
    step = lesson.now(table.people)
    if table.told == lesson.step:
        return
    table.told = lesson.step
    if isinstance(lesson, Puzzle):
        table.console.print(f"\n[bold]{say('terminal.why')}[/]" if step.finished else "")
        for line in [*step.notes, *([] if step.finished else [say("terminal.show")])]:
            table.console.print(f"  {line}", markup=False)
        return
    head = say("terminal.learnt") if step.finished else say("terminal.step", step.number, step.of)
    table.console.print(f"\n[bold]{head}[/]")
    for line in step.notes:
        table.console.print(f"  {line}", markup=False)
    if step.finished:
        real = say("terminal.real-game", command("play", table.game.id))
        table.console.print(f"\n{real}", markup=False)
    else:
        table.console.print(f"  [dim]{say('terminal.why-rules', step.why)}[/]")


def hint(table: Table) -> None:
    """For whoever has tried something else than a lesson asks for; a puzzle gives one more at every try."""
    hints = table.lesson.now(table.people).hints if table.lesson else []
    for line in hints[: max(0, table.tries - 1)] if isinstance(table.lesson, Puzzle) else hints:
        table.console.print(f"[dim]{escape(say('terminal.hint', line))}[/]")


def hand_over(table: Table, seat: int) -> None:
    """Hide one person's secrets before the next one looks."""
    if len(table.humans()) > 1:
        table.console.clear()
        table.reader.ask(say("terminal.your-turn", table.people[seat]) + " ", [])
    table.drawn_for = seat


def show(table: Table, seat: int, whole: bool = False) -> None:
    """The position; of what one person saw a turn ago only the parts that have changed."""
    game, state = table.game, table.state
    table.console.print()
    text = game.looks.text(game.looks.view(game.mask(state, seat), seat))
    for block in changed(text, "" if whole or len(table.humans()) > 1 else table.drawn):
        table.console.print(block + "\n")
    table.drawn = text
    if len(table.humans()) > 1:  # the screen was cleared, and with it what the others did
        for line in table.log[-8:]:
            table.console.print(f"[dim]{escape(line)}[/]")


def tell(table: Table, seat: int) -> None:
    """The position in words, in the order in which players think."""
    looks = table.game.looks
    view = looks.view(table.game.mask(table.state, seat), seat)
    for title, lines in looks.position(view, table.people):
        table.console.print(f"[bold]{escape(title)}[/]")
        for line in lines:
            table.console.print(f"  {line}", markup=False, soft_wrap=True)


def locate(table: Table, seat: int, typed: str) -> None:
    """How far a place is, or all that is near, by what the seat knows."""
    looks = table.game.looks
    title, lines = looks.found(looks.view(table.game.mask(table.state, seat), seat), typed)
    table.console.print(f"[bold]{escape(title)}[/]")
    for line in lines:
        table.console.print(f"  {line}", markup=False, soft_wrap=True)


def changed(text: str, before: str) -> list[str]:
    """The parts of a text, between blank lines, that did not stand in the one before.

    >>> changed("map\\n\\nhand: 3", "map\\n\\nhand: 2")
    ['hand: 3']
    """
    known = before.split("\n\n")
    return [block for block in text.strip("\n").split("\n\n") if block not in known]


def examples(game: AnyGame, legal: list[Action]) -> str:
    """Lines that one could type, from the game's words; a game without them shows its first action."""
    known = game.words.examples(say("text.says-try")) or {game.words.line(shortened(to_text(legal[0]))): ""}
    width = max(map(len, known))
    return "\n".join(f"  [bold]{escape(line.ljust(width))}[/]   {escape(why)}" for line, why in known.items())


def question(table: Table, seat: int) -> str:
    """What stands before the cursor: who is asked, what is left, and once how to get help."""
    game = table.game
    left = game.looks.prompt(game.looks.view(game.mask(table.state, seat), seat))
    hint = "" if table.hinted else say("terminal.hint-help") + "\n"
    table.hinted = True
    return f"{hint}{table.people[seat]}{f' ({left})' if left else ''}> "


def how_to_say(game: AnyGame, legal: list[Action]) -> str:
    """Lines that one could type, and the commands as the language spoken here calls them."""
    begun = game.words.line(" ".join(str(word) for word in legal[0][:2] if isinstance(word, str)))
    said = {command: word for word, command in commands().items()}
    rows = say("terminal.help", examples=examples(game, legal), begun=begun, **said).split("\n")
    width = max(cell_len(render(row.split("\t")[0]).plain) for row in rows if "\t" in row)
    for at, (left, tab, what) in enumerate(row.partition("\t") for row in rows):
        if tab:
            rows[at] = f"  {left}{' ' * (width - cell_len(render(left).plain))}   {what}"
    return "\n".join(rows)


def commands() -> dict[str, str]:
    """The words for commands in the language spoken here, and what they are everywhere."""
    return {say(f"text.says-{each}"): each for each in (*COMMANDS, "show")}


def ask(table: Table, seat: int) -> None:
    """One line from a person: an action or a command."""
    legal = table.game.legal_actions(table.state)
    own, words = commands(), table.game.words
    known = ["?", *(word for word, command in own.items() if command != "show")]
    line = table.reader.ask(
        question(table, seat), known, legal, words.names, words.verbs if words.language != ENGLISH else {}
    ).strip()
    if not line:
        return
    word, _, rest = line.partition(" ")
    word = {folded(each): command for each, command in own.items()}.get(folded(word), word.lower())
    try:
        if line.endswith("?") and line != "?":
            line = line.removesuffix("?").strip()
            preview(table, seat, line) if complete(table, line) else list_actions(table, line)
        elif word == "?":
            list_actions(table, rest)
        elif word in ("help", "h"):
            table.console.print(how_to_say(table.game, legal))
        elif word == "try":
            preview(table, seat, rest)
        elif word == "map":
            show(table, seat, whole=True)
        elif word == "position":
            tell(table, seat)
        elif word == "where":
            locate(table, seat, rest)
        elif word == "log":
            table.console.print("\n".join(table.log[-60:]) or say("terminal.nothing-happened"), markup=False)
        elif word == "rules":
            table.console.print(rule_text(table.game, rest.strip()), markup=False)
        elif word == "undo":
            undo(table, seat)
        elif word == "show" and isinstance(table.lesson, Puzzle):
            cut(table, table.lesson.start)
            for action in table.lesson.turn_of(table.lesson.solution):
                do(table, action)
        elif word == "save":
            saved = str(save(table, rest.strip() or None))
            table.console.print(say("terminal.saved-in", saved), markup=False, soft_wrap=True)
        elif word == "load":
            reload(table, rest.strip())
        elif word in ("quit", "q", "exit"):
            raise Leave
        else:
            act(table, seat, line)
    except RuleViolation as error:  # said once more, with the names of those who sit here
        text = table.game.words.sentence("refusals", error.rule, people=table.people, **error.values)
        table.console.print(f"{text} [{error.rule}]", markup=False)
        hint(table)
    except BranchlineError as error:
        table.console.print(str(error), markup=False)
        if isinstance(error, Astray) and isinstance(table.lesson, Puzzle):
            table.tries += 1
            cut(table, table.lesson.start)
        hint(table)
    except OSError as error:
        table.console.print(say("terminal.bad-file", why_not(error)), markup=False)


def typed_action(table: Table, line: str) -> Action:
    return table.game.read(line)


def act(table: Table, seat: int, line: str) -> None:
    """Do what was typed: one action, or several of which either all are legal or none is done."""
    game = table.game
    actions, sure = game.understand(game.mask(table.state, seat), line)
    if sure and actions != game.steps(typed_action(table, line)):
        said = ", ".join(action_text(game, each) for each in actions)
        table.console.print(say("terminal.that-is", said), markup=False)
    if sure or agreed(table, seat, actions):
        for action in actions:
            if table.lesson:
                table.lesson.judge(table.state, action)
            do(table, action)


def agreed(table: Table, seat: int, actions: list[Action]) -> bool:
    """Show what completed actions would bring, and ask before they are done."""
    show_gain(table, seat, actions)
    yes, no = say("terminal.yes"), say("terminal.no")
    agrees, refuses = {"", "y", "yes", yes, yes[0]}, {"n", "no", no}
    while True:
        said = table.reader.ask(say("terminal.do-it") + " ", [yes, no]).strip().lower()
        if said in agrees | refuses:
            return said in agrees
        table.console.print(say("terminal.yes-or-no"), markup=False)


def complete(table: Table, line: str) -> bool:
    return typed_action(table, line) in table.game.legal_actions(table.state)


def list_actions(table: Table, begun: str) -> None:
    """The legal actions that begin with these words, those with the same ends on one line."""
    found = offers(table.game, table.state, begun)
    if not found:
        table.console.print(say("terminal.none-begins", begun.strip()), markup=False)
    width = max((len(offer.typed) + 1 for offer in found if offer.brings), default=0)
    for offer in found:
        if offer.verb:
            table.console.print(f"[dim]{escape(offer.verb)}[/]")
        table.console.print(
            f"  [bold]{escape(offer.typed.ljust(width))}[/] {escape(offer.brings or ', '.join(offer.ends))}"
        )


def preview(table: Table, seat: int, line: str) -> None:
    """What an action would bring, on the seat's masked state: nothing is done and nothing revealed."""
    game = table.game
    show_gain(table, seat, game.understand(game.mask(table.state, seat), line)[0])


def show_gain(table: Table, seat: int, actions: list[Action]) -> None:
    foreseen = table.game.looks.foresee(table.game.mask(table.state, seat), actions)
    said = ", ".join(action_text(table.game, action) for action in actions)
    table.console.print(f"[dim]{escape(say('terminal.if', said))}[/]")
    for event in foreseen.events:
        table.console.print(f"  {table.game.words.event(event, table.people)}", markup=False)
    for points, why in foreseen.ledger:
        table.console.print(f"  {points:+d}  {why}", markup=False)


def reload(table: Table, path: str) -> None:
    if not path:
        raise BranchlineError(say("terminal.load-what"))
    other = loaded_table(path, table.console, table.reader, language=table.game.words.language)
    kept = save(table, None)
    end_all()  # programs that play are told of the other game from its beginning
    table.game, table.record, table.state = other.game, other.record, other.state
    table.drawn_for, table.drawn, table.log = None, "", []
    table.console.print(say("terminal.loaded", str(kept)), markup=False, soft_wrap=True)


def finish(table: Table) -> None:
    game, state = table.game, table.state
    over((watched(bot, "this game") for bot in bots_of(table)), game, state)
    table.console.print()
    table.console.print(game.looks.text(game.looks.view(state, None)))
    best = winners(game.scores(state))
    names = reduce(lambda one, other: say("page.and", one, other), (table.people[seat] for seat in best))
    won = say("terminal.wins" if len(best) == 1 else "terminal.share", names)
    table.console.print(f"\n[bold]{escape(won)}[/]")
    if table.record.redrawn:
        table.console.print(say("terminal.redrawn"))
    table.console.print(say("terminal.record-in", str(save(table, None))), markup=False, soft_wrap=True)
