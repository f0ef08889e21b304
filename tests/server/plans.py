"""Plans for tests: somebody guesses what the others do, and plans a turn of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.chrome import at_part, played
from tests.server.house import House

Pick = Callable[[list[Any]], Any]


def first(choices: list[Any]) -> Any:
    return choices[0]


async def others_turn(served: House, game_id: str = "sncf-france", **more: Any) -> tuple[str, list[str], int]:
    """A table of three in the middle of a game, and a seat that waits for another to move."""
    id, tokens = await served.people(3, game=game_id, record=at_part(played(game_id, 3), 0.5), **more)
    return id, tokens, ((await served.table(id))["to_move"] + 1) % 3


async def begin(served: House, id: str, token: str, plan: int = 1, at: int | None = None) -> Any:
    step = (await served.table(id))["step"] if at is None else at
    return (await served.ask(id, token, plan=plan, at=step)).json()


async def until_over(served: House, id: str, token: str, told: Any, pick: Pick = first) -> Any:
    """Go on with a plan until its own seat has had a turn."""
    plan, eyes = told["plan"], told["eyes"]
    while not told["turn"] or told["table"]["to_move"] == eyes:
        assert told["table"]["to_move"] >= 0
        choices = told["table"]["choices"]
        action = pick(choices) if told["table"]["to_move"] == eyes else choices[0]
        told = (await served.ask(id, token, plan=plan, then=[action])).json()
        assert told["type"] == "planned", told
    return told


async def do(served: House, id: str, tokens: list[str], pick: Pick = first) -> Any:
    """Whoever is to move acts."""
    seat, now = await served.mover(id, tokens)
    done = await served.ask(id, tokens[seat], do=pick(now["choices"]), after=now["version"])
    assert done.is_success, done.text
    return now


def builds(choices: list[Any]) -> Any:
    """A build while there is one: a turn of several actions."""
    return next((each for each in choices if each[0] == "build"), choices[-1])


def trades(choices: list[Any]) -> Any:
    """A turn of one action, in which no track is built."""
    return next(each for each in choices if each[0] == "trade")
