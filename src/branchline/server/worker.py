"""A process that thinks: reads a question from standard input, answers on standard output, for ever.

A question is a pickled tuple of our own server, with the language of whoever asks; an answer is JSON. Both
are led by their length in four bytes. The state in a question is masked already, so a worker knows no secret.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from random import Random
from typing import Any, BinaryIO

import msgspec

from branchline.bots import Fault, named, warm
from branchline.bots.compiling import is_compiling
from branchline.bots.levels import learned
from branchline.bots.own import Own, Seated
from branchline.core.action import Action
from branchline.core.errors import BranchlineError, Refused, RuleViolation
from branchline.core.game import AnyGame
from branchline.core.listing import offers
from branchline.core.voice import say as say_so
from branchline.core.voice import speak
from branchline.games import here, load
from branchline.review.hint import hints
from branchline.review.reasons import reasons

MOST = 60  # proposals in one answer
PLANS = 8  # looked at where ideas are asked for

_games: dict[tuple[str, str], AnyGame] = {}


def game_for(game_id: str, board: str) -> AnyGame:
    """Games stay loaded; boards from outside too, a few of them. In the language of whoever asks."""
    if (game_id, board) not in _games:
        if len(_games) > 20:
            _games.clear()
        _games[game_id, board] = game = load(game_id, board or None)
        game.mind.warm(print)
    game = _games[game_id, board]
    told = here(game)
    told.mind = game.mind  # it thinks alike in every language, and is loaded once
    return told


def think(game: AnyGame, state: Any, asked: tuple[Any, ...]) -> dict[str, Any]:
    """What a bot does; with a seed always the same. One that is not ours is told where it plays."""
    bot, seed, *place = asked
    if not isinstance(bot, Own):
        return {"actions": named(bot)(game, state, Random(seed))}
    table, options, step = place
    try:
        return {"actions": Seated(bot, f"table {table}", options)(game, state, Random(seed))}
    except Fault as fault:
        wrote = f" | {' | '.join(fault.wrote.splitlines())}" if fault.wrote else ""
        return {"fault": f"{fault.at(step)}{wrote}"}


def propose(game: AnyGame, state: Any, partial: tuple[Any, ...]) -> dict[str, Any]:
    """Completed actions with their ledgers; where not all can be listed, what promises most comes first."""
    actions = list(game.propose(state, partial))
    if not partial and not game.lists_all:
        first = [plan[0] for plan in game.mind.plans(state.copy(), Random(0), PLANS)]
        actions = list(dict.fromkeys([*first, *actions]))
    found = [(action, game.looks.foresee(state.copy(), [action]).ledger) for action in actions[:MOST]]
    return {"actions": found}


def hint(game: AnyGame, state: Any) -> dict[str, Any]:
    """The turns that promise most."""
    ready(game)
    return {"turns": hints(game, state)}


def why(game: AnyGame, state: Any, asked: tuple[int | None, list[Action]]) -> dict[str, Any]:
    """A turn beside the next best ones, by what the asker knows."""
    ready(game)
    asker, plan = asked
    turns, lines = reasons(game, state, asker, tuple(plan))
    return {"turns": turns, "lines": lines}


def ready(game: AnyGame) -> None:
    """Turns are compared only where there is a network that says what they promise."""
    if not learned("expert", game.id):
        raise Refused(say_so("server.unlearned-hints", game.name))
    if is_compiling(game.id):
        raise Refused(say_so("server.getting-ready"))


def meant(game: AnyGame, state: Any, line: str) -> list[Action]:
    """The actions that a typed line stands for; as they were typed where a rule forbids them, which `try`
    then explains."""
    try:
        return game.understand(state, line)[0]
    except RuleViolation:
        return game.steps(game.read(line))


def answer(question: tuple[Any, ...]) -> dict[str, Any]:
    what, game_id, board, state, argument = question
    game = game_for(game_id, board)
    try:
        if what == "warm" and isinstance(argument, Own):
            argument.start()
            return {"ready": True}
        if what == "warm":
            warm(game, [argument], print, at_table=True)
            return {"ready": True}
        if what == "understand":
            return {"actions": meant(game, state, argument)}
        if what == "offers":
            return {"lines": offers(game, state, argument)}
        if what == "hint":
            return hint(game, state)
        if what == "why":
            return why(game, state, argument)
        return think(game, state, argument) if what == "think" else propose(game, state, argument)
    except BranchlineError as error:
        return {"refused": error.to_json()}


def read(stream: BinaryIO) -> bytes | None:
    head = stream.read(4)
    if len(head) < 4:
        return None
    return stream.read(int.from_bytes(head, "big"))


def serve(answer: Callable[[tuple[Any, ...]], dict[str, Any]], out: BinaryIO | None = None) -> None:
    """Answer what comes in on standard input, one after the other."""
    outside = out or answers()
    while (data := read(sys.stdin.buffer)) is not None:
        language, question = pickle.loads(data)
        speak(language)
        say(outside, answer(question))


def answers() -> BinaryIO:
    """Where answers go; whatever a bot prints must not end up among them."""
    outside, sys.stdout = sys.stdout.buffer, sys.stderr
    return outside


def say(outside: BinaryIO, message: dict[str, Any]) -> None:
    body = msgspec.json.encode(message)
    outside.write(len(body).to_bytes(4, "big") + body)
    outside.flush()


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(5)  # the server goes first
    serve(answer)


if __name__ == "__main__":
    main()
