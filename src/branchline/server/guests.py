"""Bots that whoever runs the server has named by `serve --bots`, in seats: in workers, as all bots.

One that fails or is late loses its seat to the usual bot. The table hears only that, because what it tried
may tell of its hand; the log of the server hears everything.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from branchline.bots import BOTS, USUAL
from branchline.bots.bot import POOL
from branchline.bots.fault import Fault
from branchline.bots.own import Own, named_in, read
from branchline.core.action import Action, from_json
from branchline.core.errors import BranchlineError
from branchline.core.voice import say
from branchline.server.live import Room
from branchline.server.seats import hashed
from branchline.server.sitting import changed
from branchline.server.spoken import later
from branchline.server.workers import WARMING, Failed

if TYPE_CHECKING:
    from branchline.server.thinking import Thinkers

log = logging.getLogger("branchline.guests")
SPARE = 5.0  # seconds beyond a bot's own limit before its worker is ended
CHECK = """
import sys
from branchline.bots.own import read
from branchline.core.errors import BranchlineError
try:
    read(sys.argv[1]).ready()
except BranchlineError as its_fault:
    sys.exit(str(its_fault))
"""


def guests(text: str, seconds: float) -> tuple[Own, ...]:
    """`mine=package.module:function,other=cmd:PROGRAM`: each has a name, and is there."""
    found: dict[str, Own] = {}
    for each in filter(None, text.split(",")):
        own = read(each, seconds)
        if each == own.source:
            raise BranchlineError(say("server.bot-nameless", each))
        if own.name in found:
            raise BranchlineError(say("server.bots-same", repr(own.name)))
        there(each)
        found[own.name] = own
    return tuple(found.values())


def there(text: str) -> None:
    """Raise unless it is. Its code runs in no process that people are served by, not even for this."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", CHECK, text],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=WARMING, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise BranchlineError(say("server.bot-not-loaded", repr(text), f"{WARMING:g}")) from None
    if done.returncode:
        wrote = done.stderr.strip().splitlines() or [say("server.bot-unloadable", repr(text))]
        raise BranchlineError(wrote[-1])


def guest(bot: str) -> Own | None:
    """The bot of this name if it is a guest; also one that was here before the server was started anew."""
    found = BOTS.get(bot)
    if found is None and bot not in POOL:
        return Own(bot, "")
    return found if isinstance(found, Own) else None


async def turn(thinkers: Thinkers, room: Room, own: Own, masked: Any, seed: str | None) -> tuple[Action, ...]:
    """What a guest does, or nothing: then its seat has another bot, which is asked next."""
    match = room.match
    seat, why = masked.to_move, "not here"
    if own.source:
        place = hashed(match.id)[:12], dict(match.setup.options), len(match.standing)
        question = ("think", match.game.id, match.setup.board, masked, (own, seed, *place))
        try:
            with thinkers.metrics.thinking.time():
                found = await thinkers.ask(room, question, own.longest + SPARE)
            if "actions" in found:
                return tuple(map(from_json, found["actions"]))
            why = found.get("fault") or found["refused"]["text"]
        except Failed as error:
            what = str(error) if error.status is None else f"ended (status {error.status}), no answer"
            why = str(Fault(named_in(own.name, f"table {place[0]}", match.game), what, step=place[2]))
    log.warning("a bot of one's own failed", extra={"bot": own.name, "why": why})
    async with match.lock:
        sits = match.seats[seat]
        if room.match is match and sits.bot == own.name:
            text = later("server.guest-failed", name=sits.name, own=own.name, usual=USUAL)
            await changed(room, seat, "away", ("say", -1, text), bot=USUAL)
    return ()
