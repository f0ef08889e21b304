"""Whole games in a real browser by one kind of hand, from the first move to the end's own page."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.async_api import expect

from branchline.core.game import winners
from tests.browser.chrome import at_part, played, seated
from tests.browser.conftest import Visit
from tests.browser.player import Player
from tests.browser.shots import players_of
from tests.server.house import House

LATE = 0.97  # where the short form begins
HANDS: dict[str, dict[str, Any]] = {
    "mouse": {},
    "keyboard": {},
    "touch": {"phone": True},
    "touch aside": {"size": "aside"},
}
ORDER = ["string-railway", "sncf-france", "bridgetown", "koplopers", "sncf-germany"]


@pytest.mark.prove("browser")
@pytest.mark.parametrize("hand", HANDS)
async def test_a_whole_game_is_played_to_its_final_score(
    visit: Visit, served: House, hand: str, count: Callable[[int, int], int]
) -> None:
    """The end of one game by each hand in every run; five whole games by each in the long proof."""
    first = list(HANDS).index(hand)
    late = bool(count(1, 0))
    for game_id in (ORDER[first:] + ORDER[:first])[: count(1, len(ORDER))]:
        page = await visit(**HANDS[hand])
        players = players_of(game_id)
        more = {"record": at_part(played(game_id, players), LATE)} if late else {}
        id = await seated(page, served, game_id, ["me"] + ["greedy"] * (players - 1), **more)
        await to_the_end(Player(page, (await served.hall.tables.room(id)).match, hand.split()[0]))


async def to_the_end(player: Player) -> None:
    page, match, rng, moves = player.page, player.match, Random("whole"), 0
    while match.status == "playing":
        if match.state.to_move != 0:
            await page.wait_for_timeout(20)
            continue
        await expect(page).to_have_title("● Your turn · Branchline")
        await player.do(match.game.mind.advise(match.game.mask(match.state, 0), rng))
        moves += 1
    end = page.get_by_label("The end")
    await expect(end).to_be_visible()
    told = await end.locator("ol li").all_inner_texts()
    won = winners(match.game.scores(match.state))
    assert sum("winner" in each for each in told) == len(won)
    for seat in won:
        assert any(match.seats[seat].name in each and "winner" in each for each in told)
    print(f"{match.game.id} by {player.hand}: {moves} moves, typed all the same: {len(player.typed)}")
