"""What the conformance suite asks of a game's mind: plans, and outlooks that know no more than who asks."""

from __future__ import annotations

from random import Random
from typing import Any

from branchline.core.action import to_text
from branchline.core.game import OVER, AnyGame, winners
from branchline.core.mind import Plan
from branchline.core.record import digest
from branchline.testing.clauses import keep, refusal


def check_plans(game: AnyGame, state: Any, rng: Random, width: int = 3) -> None:
    """What a search asks of a game: plans that can be carried out, by what the seat knows, and outlooks."""
    seat, before = state.to_move, digest(state)
    masked, luck = game.mask(state, seat), rng.getrandbits(32)
    advice = game.mind.advise(game.mask(state, seat), Random(luck))
    keep("advise", refusal(game, state, advice) is None, f"{advice} is not legal")
    plans = game.mind.plans(masked, Random(luck), width)
    keep("plans", 0 < len(plans) <= width, f"{len(plans)} plans where 1 to {width} were asked for")
    keep("plans", len(set(plans)) == len(plans), "a plan is proposed twice")
    world = game.guess(masked, seat, rng)
    again = game.mind.plans(game.mask(world, seat), Random(luck), width)
    keep("plans", again == plans, "plans tell what the seat cannot know")
    for plan in plans:
        keep("plans", plan, "there is a plan without an action")
        after = state.copy()
        for action in plan:
            keep("plans", after.to_move == seat, f"{plan} goes on after the turn of seat {seat}")
            keep("plans", refusal(game, after, action) is None, f"'{to_text(action)}' of {plan} is not legal")
            game.apply(after, action)
        check_outlook(game, after)
        if after.to_move == OVER:
            check_foreseen_end(game, masked, game.guess(masked, seat, rng), plan)
    for action in plans[0]:
        game.apply(world, action)
    check_shares("playout", game.mind.playout(world, rng, 0), state.players)
    keep("plans", digest(state) == before, "plans have changed the state")


def check_outlook(game: AnyGame, state: Any) -> None:
    """Shares of the win, one a seat, that add up to one; exact at the end."""
    shares = game.mind.outlook(state)
    check_shares("outlook", shares, state.players)
    if state.to_move == OVER:
        won = winners(game.scores(state))
        same = all((share > 0) == (seat in won) for seat, share in enumerate(shares))
        keep("outlook", same, "the outlook at the end is not who has won")


def check_foreseen_end(game: AnyGame, masked: Any, world: Any, plan: Plan) -> None:
    """Where hands are hidden to the end, who thinks of ending the game is not told who would win."""
    foreseen, ended = masked.copy(), world.copy()
    for action in plan:
        game.apply(foreseen, action)
        game.apply(ended, action)
    won = winners(game.scores(ended))
    sure = [seat for seat, share in enumerate(game.mind.outlook(foreseen)) if share == 1]
    keep("outlook", set(sure) <= set(won), "an end that is only thought of is sure of what is hidden")


def check_shares(clause: str, shares: list[float], players: int) -> None:
    keep(clause, len(shares) == players, f"there are {len(shares)} shares for {players} seats")
    keep(clause, abs(sum(shares) - 1) < 1e-6, f"the shares add up to {sum(shares)}")
    keep(clause, min(shares) >= 0, f"somebody's share is {min(shares)}")
