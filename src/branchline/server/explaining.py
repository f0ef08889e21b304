"""Hints, and why a bot did something: who may ask for it, and what it is made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from branchline.core.action import Action, from_text
from branchline.core.game import OVER
from branchline.core.voice import say
from branchline.review.telling import signed_by
from branchline.server import takebacks
from branchline.server.history import seen
from branchline.server.live import Room
from branchline.server.match import Match
from branchline.server.names import inside
from branchline.server.refusals import Denied
from branchline.server.review_answers import HintedTurn


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A turn of a bot, and what its asker may know of the position before it."""

    seat: int
    began: int
    step: int
    plan: list[Action]
    eyes: int | None  # whose knowledge it is
    seen: Any


def allowed(match: Match, seat: int) -> None:
    """Help in a running game: alone with bots, or where everyone has agreed by sitting down."""
    if not match.setup.hints and not takebacks.alone(match, seat):
        raise Denied("consent", say("server.hints-alone"))


def turn_of(room: Room, asker: int | None, step: int) -> BotTurn:
    """The turn that led to a step; runs beside the event loop."""
    match, game, over = room.match, room.match.game, room.match.state.to_move == OVER
    standing = match.standing[:]
    if not over:
        if asker is None or match.status != "playing":
            raise Denied("not-yours", say("server.why-players"))
        allowed(match, asker)
    if step > len(standing):
        raise Denied("unknown", say("server.no-action", len(standing), step))
    seat = standing[step - 1].seat
    if seat < 0 or not match.seats[seat].bot:
        who = (
            say("server.chance-did") if seat < 0 else say("server.no-bot-did", inside(match.seats[seat].name))
        )
        raise Denied("unknown", who)
    began, end = step - 1, step
    while began > 0 and standing[began - 1].seat == seat:
        began -= 1
    while end < len(standing) and standing[end].seat == seat:
        end += 1
    plan = [from_text(row.body) for row in standing[began:end]]
    eyes, state, _ = seen(room, asker, began)
    if over:
        eyes = seat  # nothing is left to hide: what the bot itself knew
    now = state.copy()
    for action in plan:
        if not over and game.shown(now, action, eyes) != action:
            raise Denied("secret", say("server.turn-hidden"))
        game.apply(now, action)
    return BotTurn(seat, began, end, plan, eyes, game.mask(state, eyes))


def turns(room: Room, found: list[Any]) -> list[HintedTurn]:
    """Turns as they are told, with the names that people have now."""
    names = room.names()
    return [HintedTurn(plan, signed_by(text, names), chance, ledger) for plan, text, chance, ledger in found]
