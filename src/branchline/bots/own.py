"""Bots of one's own, by what a person types: a function of a module, or a program in any language.

    package.module:function         mine=package.module:function
    cmd:./my-bot                    mine=cmd:node my-bot.mjs

Nothing that comes from outside (a record, a client of a server) is ever read as one: only whoever types a
command, or writes Python, enters a bot; then it has a name in `BOTS`, as ours have.
"""

from __future__ import annotations

import pickle
import re
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter
from types import FrameType
from typing import Any

from branchline.bots import program
from branchline.bots.bot import BOTS, OURS, Bot, named
from branchline.bots.fault import Fault
from branchline.core.action import Action, from_json
from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame, Options, shown
from branchline.core.voice import say

PACKAGE = str(Path(__file__).parent.parent)
SECONDS = 10.0  # for an answer
_OWN = re.compile(r"(?:(?P<name>[^=:]*)=)?(?P<source>cmd:.+|[\w.]+:\w+)", re.DOTALL)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,23}")
CARRIED: dict[str, bytes] = {}  # functions that came along, pickled with their modules, by their source


@dataclass(frozen=True, slots=True)
class Own:
    """A bot that is not ours: asked within its time, and judged at every answer."""

    name: str
    source: str  # `package.module:function` or `cmd:...`
    seconds: float = SECONDS
    pick: Callable[..., Any] | None = None  # the function, where its source does not lead to it

    @property
    def command(self) -> str:
        """What is run; nothing for a function."""
        return self.source.removeprefix("cmd:") if self.source.startswith("cmd:") else ""

    @property
    def longest(self) -> float:
        """Seconds after which there is an answer or a Fault, if a function lets itself be stopped."""
        return self.seconds + (program.STARTING + program.ENDING if self.command else 0)

    def ready(self) -> None:
        """Raise, with a sentence, where there is no such function or program; it gets loaded."""
        if self.command:
            program.found(self.command)
        elif self.pick is None:
            function(self.source)

    def start(self) -> None:
        """The same, and a program begins to run, so that nobody waits for that later."""
        self.ready()
        if self.command:
            program.running(self.command)

    def __call__(self, game: AnyGame, state: Any, rng: Random) -> tuple[Action, ...]:
        return Seated(self)(game, state, rng)


@dataclass(frozen=True, slots=True)
class Seated:
    """A bot of one's own at one table: `where` is "game 3"."""

    own: Own
    where: str = ""
    options: Options = field(default_factory=dict)

    def __call__(self, game: AnyGame, state: Any, rng: Random) -> tuple[Action, ...]:
        who = named_in(self.own.name, self.where, game)
        given = state.copy()  # the bot may do with its state what it likes
        try:
            if self.own.command:
                answer: Any = program.ask(
                    self.own.command, game, state, rng, self.where, self.options, self.own.seconds
                )
            else:
                answer = asked(self.own, game, state, rng)
        except Fault as fault:
            raise fault.of(who) from None
        except BranchlineError as error:
            raise Fault(who, f"cannot play: {error}") from None
        return judged(game, given, answer, who)

    def over(self, game: AnyGame, state: Any) -> None:
        """The game has ended; a program is told."""
        if self.own.command:
            program.over(self.own.command, game, state, self.where)


def named_in(name: str, where: str, game: AnyGame) -> str:
    return f"the bot {name!r} in {where} of {game.id}" if where else f"the bot {name!r} in {game.id}"


# --- entering


def is_own(text: str) -> bool:
    """Is it written as a bot of one's own, whether there is one or not?

    >>> is_own("my_bot:pick"), is_own("mine=cmd:./my-bot"), is_own("casual")
    (True, True, False)
    """
    return _OWN.fullmatch(text) is not None


def read(text: str, seconds: float = SECONDS) -> Own:
    """The bot that a text stands for; without a name of its own it is called as it is written.

    >>> read("mine=cmd:./my-bot --deep").name, read("cmd:./my-bot --deep").name
    ('mine', 'cmd:./my-bot_--deep')
    """
    said = _OWN.fullmatch(text)
    if said is None:
        raise BranchlineError(
            "a bot of your own is package.module:function or cmd:PROGRAM, or NAME= before either,"
            f" not {shown(text)}"
        )
    name = said["name"]
    if name is None:
        name = "_".join(said["source"].split())
    else:
        checked_name(name)
    return Own(name, said["source"], seconds)


def checked_name(name: str) -> None:
    """Raise unless a bot of one's own may be called so."""
    if not _NAME.fullmatch(name):
        raise BranchlineError(
            f"the name of a bot is a letter and up to 23 letters, digits or '_.-', not {shown(name)}"
        )
    if name in OURS:
        raise BranchlineError(f"{name!r} is one of our bots: give yours another name")


def given(pick: Callable[..., Any], seconds: float = SECONDS) -> Own:
    """The bot that a function, or anything else that can be called, is; it has the function's name.

    >>> given(lambda game, state, rng: ()).name
    'lambda'
    """
    if not callable(pick):
        raise BranchlineError(
            f"a bot is a name, module:function, cmd:PROGRAM or a function, not {shown(pick)}"
        )
    name = str(getattr(pick, "__name__", type(pick).__name__)).strip("<>")
    module = str(getattr(pick, "__module__", None) or "")
    there = module != "__main__" and getattr(sys.modules.get(module), name, None) is pick
    return Own(name, f"{module}:{name}", seconds, None if there else pick)


def enter(bot: str | Callable[..., Any], seconds: float = SECONDS) -> str:
    """Enter a bot of one's own, by text or as a function, so that it can be named wherever bots are; its name
    is returned.

    >>> from branchline import bots
    >>> bots.enter("mine=branchline.bots.greedy:pick")
    'mine'
    >>> bots.named("mine").source
    'branchline.bots.greedy:pick'
    >>> del bots.BOTS["mine"]
    """
    if isinstance(bot, str):
        own = read(bot, seconds)
        own.ready()
    else:
        own = given(bot, seconds)
        checked_name(own.name)
    add([own])
    return own.name


def add(found: Iterable[Own]) -> None:
    """Bots that were read before, here or in another process, have their names here from now on."""
    BOTS.update({own.name: own for own in found})


def entered(text: str, seconds: float = SECONDS) -> list[str]:
    """The names in a list with commas, as a person types it; those of one's own are entered.

    >>> entered("casual,random")
    ['casual', 'random']
    """
    names, sources = [], dict[str, str]()
    for each in text.split(","):
        if not is_own(each):
            try:
                named(each)
            except BranchlineError as error:
                raise BranchlineError(say("core.own-bot", str(error))) from None
            names.append(each)
            continue
        own = read(each, seconds)
        if sources.setdefault(own.name, own.source) != own.source:
            raise BranchlineError(f"two bots are called {own.name!r}: give each a name of its own")
        own.ready()
        add([own])
        names.append(own.name)
    return names


def own_among(names: Iterable[str]) -> list[Own]:
    """The bots of one's own among names that were entered."""
    found = (BOTS.get(name) for name in dict.fromkeys(names))
    return [bot for bot in found if isinstance(bot, Own)]


# --- functions


@cache
def function(source: str) -> Callable[..., Any]:
    """`package.module:function`, from the folder that one is in or from what is installed."""
    path, _, name = source.partition(":")
    here = str(Path.cwd())
    if not {"", here} & set(sys.path):
        sys.path.append(here)
    try:
        module = import_module(path)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{path}.".startswith(f"{error.name}."):
            raise BranchlineError(
                f"the module {path!r} of a bot needs {error.name!r}, which is not installed"
            ) from None
        if source in CARRIED:
            return pickle.loads(CARRIED[source])  # type: ignore[no-any-return]
        meant = path.removesuffix(".py")
        hint = f"; did you mean {meant}:{name}?" if meant != path else ""
        raise BranchlineError(
            f"there is no module {path!r}, neither in this folder nor among what is installed{hint}"
        ) from None
    except (Exception, SystemExit) as error:
        raise BranchlineError(f"the module {path!r} of a bot cannot be loaded: {told(error)}") from None
    found = getattr(module, name, None)
    if not callable(found):
        raise BranchlineError(f"the module {path!r} has no function {name!r}")
    return found  # type: ignore[no-any-return]


class Late(BaseException):
    """Time is up; no bot should catch it."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Stop what takes longer, where the system and the place allow that: not in compiled code."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise Late

    before, timer = signal.signal(signal.SIGALRM, ring), signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def pressed() -> Iterator[list[int]]:
    """Tells a Ctrl-C of the person from a KeyboardInterrupt of a bot: the list holds the former."""
    found = list[int]()
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield found  # nobody can interrupt here
        return

    def note(number: int, frame: FrameType | None) -> None:
        found.append(number)
        signal.default_int_handler(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield found
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def asked(own: Own, game: AnyGame, state: Any, rng: Random) -> Any:
    """What a function answers within its time, or Fault."""
    pick, begun = own.pick or function(own.source), perf_counter()
    try:
        with limited(own.seconds), pressed() as keys:
            answer = pick(game, state, rng)
    except Late:
        raise Fault("", f"has not answered after {own.seconds:g} seconds") from None
    except BaseException as error:  # sys.exit() too: it would end us, and as if all were well
        if keys:
            raise
        raise Fault("", f"fails: {told(error)}") from None
    spent = perf_counter() - begun
    if spent > own.seconds:
        raise Fault("", f"has answered after {spent:.1f} seconds; it has {own.seconds:g}")
    return answer


def told(error: BaseException) -> str:
    """What somebody's code raised, and where, in one line."""
    if isinstance(error, SyntaxError):
        return f"SyntaxError: {error.msg} ({Path(error.filename or '?').name}, line {error.lineno})"
    theirs = [
        each for each in traceback.extract_tb(error.__traceback__) if not each.filename.startswith(PACKAGE)
    ]
    where = f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else ""
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}{f': {text}' if text else ''}{where}"


# --- judging


def watched(name: str, where: str, options: Mapping[str, str] | None = None) -> Bot:
    """A bot by its name for a game `where` ("game 3"); a bot that is not ours is judged at every answer."""
    bot = named(name)
    if isinstance(bot, Own):
        return Seated(bot, where, options or {})
    if OURS.get(name) is bot:
        return bot

    def pick(game: AnyGame, state: Any, rng: Random) -> tuple[Action, ...]:
        given = state.copy()  # the bot may do with its state what it likes
        return judged(game, given, bot(game, state, rng), named_in(name, where, game))

    return pick


def judged(game: AnyGame, state: Any, answer: Any, who: str) -> tuple[Action, ...]:
    """The listed actions that an answer on this masked state (it is used up) stands for, or an error that
    names all of it."""
    lists = (list, tuple)
    if not isinstance(answer, lists) or not answer or not all(isinstance(each, lists) for each in answer):
        bare = isinstance(answer, lists) and bool(answer) and isinstance(answer[0], str)
        right = f"one action: return ({tuple(answer)!r},)"[:200] if bare else "such as (('done',),)"
        comma = ", and this is" if bare else ","
        raise Fault(who, f"answers {shown(answer)}; an answer is a tuple of actions{comma} {right}")
    seat, found = state.to_move, []
    for action in answer:
        try:
            found.append(game.accept(state, from_json(action)))
        except BranchlineError as error:
            text = " ".join(map(str, action))[:80]
            raise Fault(who, f"answers '{text}', which is refused: {error}") from None
        game.apply(state, found[-1])
        if state.to_move != seat:
            break
    return tuple(found)


def over(bots: Iterable[Bot], game: AnyGame, state: Any) -> None:
    """Tell bots that watch for it that their game has ended."""
    for bot in bots:
        if isinstance(bot, Seated):
            bot.over(game, state)
