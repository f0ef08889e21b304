"""What a bot is, the list of them, and the one way to ask them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from threading import Timer
from typing import Any

from branchline.bots import compiling, greedy, levels, random_bot
from branchline.bots.fault import Fault
from branchline.core.action import Action
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, AnyGame
from branchline.core.voice import quoted, say

#: Answers with one or more actions to do one after the other: a turn is thought out once.
Bot = Callable[[AnyGame, Any, Random], tuple[Action, ...]]

#: Every bot by its name; `enter` adds one that can be named everywhere.
BOTS: dict[str, Bot] = {
    **{level: levels.bot(level) for level in levels.LEVELS},
    "greedy": greedy.pick,
    "random": random_bot.pick,
}
#: Bots to measure others against, in the arena alone.
POOL: dict[str, Bot] = {name: levels.bot(name) for name in levels.POOL}
OURS = BOTS | POOL  # tested here; what anyone else's bot answers is checked
USUAL = "casual"  #: Whom people meet who have not chosen.
PLANS = 7  # of a game that gets ready
PATIENCE = 1.0  # seconds before people are told what they are waiting for,
LOADS = 5.0  # and in which kernels are loaded that were compiled before


def named(name: str) -> Bot:
    """A bot by its name."""
    if name not in BOTS and name not in POOL:
        raise BranchlineError(say("core.no-bot", quoted(name), list(BOTS)))
    return BOTS.get(name) or POOL[name]


def warm(game: AnyGame, names: Iterable[str], tell: Callable[[str], None], at_table: bool = False) -> None:
    """Get ready what these bots would otherwise wait for in their first turn; some games need a compiler."""
    # at a table nobody waits for a network: until it is compiled its levels play more simply. Everywhere else
    # a seed must lead to the same game, so there one waits
    compiling.warm(game, tell)
    names = list(names)
    learned = any(levels.learned(name, game.id) for name in names)
    if learned and at_table and compiling.prepare_aside(game):
        tell(say("terminal.bots-simply"))
        learned = False
    if not learned and not any(levels.searches(name, game.id) for name in names):
        return
    patience = LOADS if compiling.is_kept(game) else PATIENCE
    waiting = Timer(patience, tell, [say("terminal.bots-ready")])
    waiting.daemon = True
    waiting.start()
    if learned:
        compiling.prepare(game)
    if any(levels.searches(name, game.id) for name in names):
        play_ahead(game)
    waiting.cancel()


def play_ahead(game: AnyGame) -> None:
    """A few plans and a playout, because phases of a game may have kernels of their own."""
    state, rng = game.start(game.seats[0]), Random(1)
    for _ in range(PLANS):
        while state.to_move == CHANCE:
            game.apply(state, game.draw(state, rng))
        for action in game.mind.plans(state, rng, 2)[0]:
            game.apply(state, action)
    game.mind.playout(state, rng, 1)


def choose(bot: Bot, game: AnyGame, state: Any, rng: Random) -> tuple[Action, ...]:
    """Ask a bot for the seat to move. It is given that seat's masked state and nothing else.

    What it answers holds until chance or another seat has a say; then it must be asked again.

    >>> from branchline import CHANCE, load
    >>> game, rng = load("sncf-france"), Random(7)
    >>> state = game.start(players=4)
    >>> while state.to_move == CHANCE:
    ...     game.apply(state, game.draw(state, rng))
    >>> actions = choose(named("greedy"), game, state, rng)
    >>> actions[0] in game.legal_actions(state)
    True
    """
    return bot(game, game.mask(state, state.to_move), rng)


def player(game: AnyGame, bots: Sequence[Bot], rng: Random) -> Callable[[Any], Action]:
    """What chance and the bots in these seats do next, action by action, for one whole game."""
    ready: list[Action] = []
    owner = CHANCE
    step = -1

    def pick(state: Any) -> Action:
        nonlocal ready, owner, step
        step += 1
        if state.to_move == CHANCE:
            ready = []
            return game.draw(state, rng)
        if not ready or owner != state.to_move:
            owner = state.to_move
            try:
                ready = list(choose(bots[owner], game, state, rng))
            except Fault as fault:
                raise fault.at(step) from None
        return ready.pop(0)

    return pick
