"""The end of a game: the curve ends at the final points, and where they came from adds up to them."""

from __future__ import annotations

import pytest

from branchline import GAMES, load
from branchline.core.record import last_state, write
from branchline.games import GAMES as ALL
from tests.browser.chrome import at_part, played
from tests.server.house import House

OPTIONS = {"koplopers": (("game", "advanced"),)}


def options_of(game_id: str) -> tuple[tuple[str, str], ...]:
    known = {option.name: option.values for option in load(game_id).options}
    return tuple(each for each in OPTIONS.get(game_id, ()) if each[1] in known.get(each[0], ()))


@pytest.mark.parametrize("least", [True, False])
@pytest.mark.parametrize("game_id", GAMES)
async def test_what_is_told_of_points_adds_up(served: House, game_id: str, least: bool) -> None:
    game = load(game_id)
    record = played(game_id, game.seats[0] if least else game.seats[-1], options_of(game_id))
    kinds = ["me"] * record.players
    made = await served.create(*kinds, game=game_id, record=write(record), options=record.options)
    told = (await served.get(f"/api/tables/{made['id']}/ending")).json()
    final = game.looks.points(last_state(game, record))
    assert told["curve"][-1] == [len(record.rows), final]
    assert [sum(origin["points"] for origin in each) for each in told["origins"]] == final
    steps = [step for step, _ in told["curve"]]
    dealt = next(step for step, (seat, *_) in enumerate(record.rows) if seat >= 0)
    assert steps == sorted(set(steps)) and steps[0] == dealt
    if game_id != "string-railway" or not least:  # with two players only the lower colour counts
        rules = {origin["rule"] for each in told["origins"] for origin in each}
        assert "Everything else" not in rules
    best = told["best"]
    points: dict[int, int] = {step: each[best["seat"]] for step, each in told["curve"]}

    def at(step: int) -> int:
        return points[max(known for known in points if known <= step)]

    assert at(best["step"]) - at(best["began"]) == best["points"] > 0
    assert best["lines"]


async def test_before_the_end_nothing_is_told(served: House) -> None:
    record = played("sncf-france", 4)
    made = await served.create(*["me"] * 4, game="sncf-france", record=at_part(record, 0.5))
    found = await served.get(f"/api/tables/{made['id']}/ending")
    assert (found.status_code, found.json()["error"]) == (403, "secret")


def test_every_game_counts_at_the_end_what_decides_first() -> None:
    for game_id in ALL:
        if game_id == "bridgetown":  # a flag of every bridge is a win, and counts as eight colours
            continue
        game = load(game_id)
        state = last_state(game, played(game_id, game.seats[-1]))
        assert game.looks.points(state) == [score[0] for score in game.scores(state)]
