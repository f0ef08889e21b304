"""Why a bot did that: its turn beside the next best, by what the asker may know; hints where all agreed."""

from __future__ import annotations

from itertools import count as numbers
from pathlib import Path
from random import Random
from typing import Any

import pytest

from branchline.arena.selfplay import Match, play_match
from branchline.bots.levels import learned
from branchline.core.record import last_state, read, write
from branchline.core.told import ledger_text, percent, plan_text
from branchline.games import GAMES, load
from branchline.review.reasons import WORLDS, fitting, mean, reasons
from branchline.review.telling import signed_by
from branchline.review.turns import turns_of
from branchline.review.weigh import after
from branchline.server.hall import Settings
from tests.browser.chrome import at_part, played
from tests.server.house import GENEROUS, House, fixed_world, house
from tests.server.worlds import pairs

LEARNED = [game_id for game_id in GAMES if learned("expert", game_id)]
ALONE = ("me", "casual", "casual")
NAMES = ["Anna", "Jo", "Kim"]


@pytest.mark.parametrize("game_id", LEARNED)
def test_what_is_said_can_be_computed_again(game_id: str) -> None:
    game = load(game_id)
    record = play_match(Match(game_id, ("casual",) * 3, "why"), 0)
    turns = turns_of(game, record)[0]
    for turn in turns[6 :: max(1, len(turns) // 4)]:
        asker = (turn.seat + 1) % 3
        seen = game.mask(turn.state, asker)
        found, lines = reasons(game, seen, asker, turn.plan)
        worlds = fitting(game, seen, asker, turn.plan)
        assert 1 <= len(worlds) <= WORLDS
        for world in worlds:  # they fit what the asker has seen
            assert game.mask(world, None) == game.mask(turn.state, None)
        chosen, *others = found
        assert chosen.plan == turn.plan
        then = mean([game.mind.outlook(after(game, world, turn.plan)) for world in worlds])
        assert chosen.chance == pytest.approx(then[turn.seat])
        chances = [each.chance for each in others]
        assert chances == sorted(chances, reverse=True)
        said = [signed_by(line, NAMES) for line in lines]
        assert signed_by(chosen.text, NAMES) == plan_text(game, worlds[0], turn.plan, NAMES)
        assert percent(chosen.chance) in said[0] and NAMES[turn.seat] in said[0]
        if others:
            assert percent(others[0].chance) in said[0]
            assert ledger_text(chosen.ledger) in said[1] and ledger_text(others[0].ledger) in said[1]
        assert any("hidden" in line for line in said) == (len(worlds) > 1)


async def test_against_bots_alone_it_is_told_in_the_game(served: House) -> None:
    record = at_part(played("sncf-france", 3), 0.5)
    made = await served.create(*ALONE, record=record)
    id, token = made["id"], made["seats"][0]["token"]
    rows = (await served.get(f"/api/tables/{id}/log", token)).json()["rows"]
    step = max(number for number, row in enumerate(rows, start=1) if row["seat"] > 0)
    seat = rows[step - 1]["seat"]
    told = (await served.ask(id, token, why=step, key="w")).json()
    assert (told["type"], told["seat"], told["key"]) == ("explained", seat, "w")
    assert told["began"] < step <= told["step"]
    assert [rows[each]["seat"] for each in range(told["began"], told["step"])] == [seat] * (
        told["step"] - told["began"]
    )
    assert told["turns"][0]["plan"] == [row["action"] for row in rows[told["began"] : told["step"]]], (
        "what it did comes first"
    )
    names = [each["name"] for each in (await served.table(id))["seats"]]
    assert any(names[seat] in line for line in told["lines"])
    mine = max(number for number, row in enumerate(rows, start=1) if row["seat"] == 0)
    refused = (await served.ask(id, token, why=mine)).json()
    assert refused["text"] == f"{names[0]} did that, who is no bot."
    refused = (await served.ask(id, token, why=len(rows) + 9)).json()
    assert refused["error"] == "unknown"
    assert (await served.ask(id, None, why=step)).json()["error"] == "not-yours"


async def test_among_people_only_when_all_agreed_by_sitting_down(served: House) -> None:
    record = at_part(played("sncf-france", 3), 0.5)
    rows = read(record).rows
    step = max(number for number, row in enumerate(rows, start=1) if row[0] == 2)
    for hints in (False, True):
        made = await served.create("me", "anyone", "casual", record=record, hints=hints)
        id, token = made["id"], made["seats"][0]["token"]
        now = await served.table(id)
        assert now["hints"] is hints, "everybody sees it before they sit down"
        said = [each["text"] for each in (await served.get(f"/api/tables/{id}/log")).json()["chat"]]
        assert any("whoever sits down agrees" in text for text in said) is hints
        assert (await served.ask(id, None, join=1, name="Bo", key="k" * 20)).json()["type"] == "sat"
        asked = [await served.ask(id, token, hint=True), await served.ask(id, token, why=step)]
        kinds = ["hinted", "explained"] if hints else ["refused", "refused"]
        assert [each.json()["type"] for each in asked] == kinds
        if not hints:
            assert {each.json()["error"] for each in asked} == {"consent"}


async def test_a_rematch_keeps_what_was_agreed(served: House) -> None:
    made = await served.create(*ALONE, record=write(played("sncf-france", 3)), hints=True)
    again = (await served.ask(made["id"], made["seats"][0]["token"], rematch=True)).json()
    assert (await served.table(again["id"]))["hints"] is True


async def test_after_the_end_everybody_may_ask(served: House) -> None:
    record = played("bridgetown", 3)
    made = await served.create(*ALONE, game="bridgetown", record=write(record))
    step = max(number for number, row in enumerate(record.rows, start=1) if row[0] == 1)
    told = (await served.ask(made["id"], None, why=step)).json()
    assert (told["type"], told["seat"]) == ("explained", 1)


async def test_it_knows_no_secret(tmp_path: Path) -> None:
    """Two tables that differ only in what the asker may not know get the same bytes."""
    game = load("sncf-france")
    for number in numbers():
        records = pairs(game, 3, 0, f"why-{number}", steps=14)
        rows = read(records[0]).rows
        if rows[-1][0] in (1, 2) and last_state(game, read(records[0])).to_move >= 0:
            break
    said: list[bytes] = []
    for name, record in zip("ab", records, strict=True):
        (tmp_path / name).mkdir()
        settings = Settings(GENEROUS, bot_seconds=300, world=fixed_world())
        async with house(tmp_path / name / "t.db", settings) as served:
            made = await served.create(*ALONE, record=record)
            found = await served.ask(made["id"], made["seats"][0]["token"], why=len(rows))
            assert found.json()["turns"], found.text
            said.append(found.content)
    assert said[0] == said[1]


def test_that_test_can_fail() -> None:
    """From what the bot itself knows the reasons of such a pair differ."""
    game, differing = load("sncf-france"), 0
    for number in range(30):
        pair = [turns_of(game, read(each))[0][-1] for each in pairs(game, 3, 0, f"why-{number}", 14)]
        if pair[0].seat == 0:
            continue
        own: list[Any] = [
            reasons(game, game.mask(each.state, each.seat), each.seat, each.plan) for each in pair
        ]
        differing += own[0] != own[1]
        seen = [reasons(game, game.mask(each.state, 0), 0, each.plan) for each in pair]
        assert seen[0] == seen[1]
    assert differing


def test_worlds_in_which_the_turn_could_not_be_done_do_not_fit() -> None:
    game = load("sncf-france")
    record = play_match(Match(game.id, ("casual",) * 3, "why"), 1)
    trades = [turn for turn in turns_of(game, record)[0] if turn.plan[0][0] == "trade"]
    for turn in trades[:6]:
        seen = game.mask(turn.state, (turn.seat + 1) % 3)
        for world in fitting(game, seen, (turn.seat + 1) % 3, turn.plan):
            game.check(world, turn.plan[0])
        assert game.guess(seen, (turn.seat + 1) % 3, Random(1)) is not None
