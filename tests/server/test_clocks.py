"""Clocks, on a clock that the test moves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from branchline import GAMES, load
from branchline.server.clocks import DAY
from branchline.server.hall import Settings
from tests.processes import PATIENCE
from tests.server.house import GENEROUS, House, Time, fixed_world, house


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[tuple[House, Time]]:
    time = Time()
    async with house(tmp_path / "t.db", Settings(GENEROUS, world=fixed_world(time=time))) as served:
        yield served, time


async def trade(served: House, id: str, token: str) -> Any:
    now = await served.table(id, token)
    action = next(each for each in now["choices"] if each[0] == "trade" and each[3] == 2)
    done = await served.ask(id, token, do=action, after=now["version"])
    assert done.is_success, done.text
    return await served.table(id, token)


async def test_no_clock_never_runs_out(timed: tuple[House, Time]) -> None:
    served, time = timed
    id, tokens = await served.people()
    time.now += 1000 * DAY
    await served.hall.pass_time()
    now = await served.table(id, tokens[0])
    assert now["clock"] is None
    assert all(seat["bot"] is None for seat in now["seats"])


async def test_a_live_clock_counts_each_seats_own_time(timed: tuple[House, Time], tmp_path: Path) -> None:
    served, time = timed
    tempo = {"kind": "live", "seconds": 100, "increment": 5}
    id, tokens = await served.people(tempo=tempo)
    seat, now = await served.mover(id, tokens)
    assert now["clock"] == {"left": [100.0] * 3, "deadline": time.now + 100}
    time.now += 30
    now = await trade(served, id, tokens[seat])
    assert now["clock"]["left"][seat] == 75
    following = now["to_move"]
    assert now["clock"]["deadline"] == time.now + 100
    # the same is reckoned from the store
    served.hall.tables.rooms.clear()
    assert (await served.table(id, tokens[seat]))["clock"] == now["clock"]
    time.now += 101
    await served.hall.pass_time()
    now = await served.table(id, tokens[following])
    assert now["seats"][following]["bot"] == "casual"
    async with asyncio.timeout(PATIENCE):  # and the bot moves
        while (await served.table(id))["to_move"] == following:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("game_id", GAMES)
async def test_the_first_clock_runs_when_everyone_is_there(timed: tuple[House, Time], game_id: str) -> None:
    served, time = timed
    players = load(game_id).seats[0]
    tempo = {"kind": "live", "seconds": 100, "increment": 0}
    made = await served.create(*["me"] * (players - 1), "friend", game=game_id, tempo=tempo)
    time.now += 1000
    await served.hall.pass_time()
    assert (await served.table(made["id"]))["status"] == "waiting"
    await served.ask(made["id"], None, join=None, token=made["seats"][-1]["token"])
    for _ in range(2):
        now = await served.table(made["id"])
        assert now["status"] == "playing"
        assert now["clock"] == {"left": [100.0] * players, "deadline": time.now + 100}
        served.hall.tables.rooms.clear()


async def test_a_takeback_gives_no_time_back(timed: tuple[House, Time]) -> None:
    served, time = timed
    id, tokens = await served.people(tempo={"kind": "live", "seconds": 100, "increment": 0})
    seat, start = await served.mover(id, tokens)
    time.now += 10
    now = await trade(served, id, tokens[seat])
    time.now += 7
    back = await served.ask(id, tokens[seat], takeback=start["version"], after=now["version"])
    assert back.is_success
    after = await served.table(id, tokens[seat])
    assert after["clock"]["left"][seat] == 83  # whoever takes back pays for the time since
    live = after["clock"]
    served.hall.tables.rooms.clear()
    assert (await served.table(id, tokens[seat]))["clock"] == live


async def test_doing_and_taking_back_makes_no_time(timed: tuple[House, Time]) -> None:
    served, time = timed
    id, tokens = await served.people(tempo={"kind": "live", "seconds": 60, "increment": 30})
    seat, start = await served.mover(id, tokens)
    version = start["version"]
    for _ in range(5):
        time.now += 1
        now = await trade(served, id, tokens[seat])
        assert now["takeback"] is not None
        back = await served.ask(id, tokens[seat], takeback=start["version"], after=now["version"])
        version = back.json()["version"]
    now = await served.table(id, tokens[seat])
    assert now["version"] == version
    assert now["clock"]["left"] == [55.0 if each == seat else 60.0 for each in range(3)]
    served.hall.tables.rooms.clear()
    assert (await served.table(id, tokens[seat]))["clock"] == now["clock"]


async def test_who_passed_the_turn_cannot_take_back_for_ever(timed: tuple[House, Time]) -> None:
    served, _ = timed
    id, tokens = await served.people()
    seat, start = await served.mover(id, tokens)
    for number in range(6):
        now = await trade(served, id, tokens[seat])
        back = await served.ask(id, tokens[seat], takeback=start["version"], after=now["version"])
        assert back.is_success == (number < 5), back.text
    assert back.json()["error"] == "takeback"
    assert "until somebody else has acted" in back.json()["text"]
    assert now["takeback"] is None  # the page offers none
    served.hall.tables.rooms.clear()
    assert (await served.table(id, tokens[seat]))["takeback"] is None
    following = now["to_move"]
    assert (await trade(served, id, tokens[following]))["takeback"] is not None  # the game goes on


async def test_days_do_not_begin_anew_by_a_takeback(timed: tuple[House, Time]) -> None:
    served, time = timed
    id, tokens = await served.people(tempo={"kind": "days", "days": 2})
    seat, start = await served.mover(id, tokens)
    time.now += DAY
    now = await trade(served, id, tokens[seat])
    back = await served.ask(id, tokens[seat], takeback=start["version"], after=now["version"])
    assert back.is_success
    for _ in range(2):
        assert (await served.table(id, tokens[seat]))["clock"] == start["clock"]
        served.hall.tables.rooms.clear()
    time.now += DAY - 60
    now = await trade(served, id, tokens[seat])
    await served.ask(id, tokens[seat], takeback=start["version"], after=now["version"])
    assert (await served.table(id))["clock"]["deadline"] == time.now + 3600  # a while is always left


async def test_absent_people_are_played_for_until_they_return(timed: tuple[House, Time]) -> None:
    served, time = timed
    tempo = {"kind": "days", "days": 2}
    id, tokens = await served.people(tempo=tempo, absent="random")
    seat, now = await served.mover(id, tokens)
    assert now["clock"] == {"left": None, "deadline": time.now + 2 * DAY}
    time.now += 2 * DAY - 1
    await served.hall.pass_time()
    assert (await served.table(id))["seats"][seat]["bot"] is None
    time.now += 2
    served.hall.tables.rooms.clear()  # nobody has the table open
    await served.hall.pass_time()
    assert (await served.table(id))["seats"][seat]["bot"] == "random"
    assert (await served.ask(id, tokens[seat], drive=seat)).is_success
    assert (await served.table(id))["seats"][seat]["bot"] is None


async def test_a_table_may_choose_to_wait(timed: tuple[House, Time]) -> None:
    served, time = timed
    id, tokens = await served.people(tempo={"kind": "days", "days": 1}, absent="")
    seat, now = await served.mover(id, tokens)
    time.now += 5 * DAY
    await served.hall.pass_time()
    assert (await served.table(id))["seats"][seat]["bot"] is None
    assert (await served.ask(id, tokens[seat], do=now["choices"][0], after=now["version"])).is_success
