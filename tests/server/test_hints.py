"""Hints: the best turns by what the asker knows, against bots only, and nothing that is hidden in them."""

from __future__ import annotations

from itertools import count as numbers
from pathlib import Path
from typing import Any

import pytest

from branchline.bots.compiling import prepare
from branchline.bots.levels import BUDGETS, learned
from branchline.core.action import from_json
from branchline.core.errors import Refused
from branchline.core.record import last_state, read
from branchline.core.told import plan_text
from branchline.games import GAMES, load
from branchline.review.hint import TURNS, hints
from branchline.review.weigh import after
from branchline.server import worker
from branchline.server.hall import Settings
from tests.browser.chrome import at_part, played
from tests.server.house import GENEROUS, House, fixed_world, house
from tests.server.worlds import pairs

LEARNED = [game_id for game_id in GAMES if learned("expert", game_id)]
ALONE = ("me", "casual", "casual")
PEOPLE = "Hints are for tables against bots alone: other people play here."


@pytest.fixture(autouse=True, scope="module")
def kernels() -> None:
    """Compiled by one process, whoever is first: who asks meanwhile is told to wait."""
    for game_id in LEARNED:
        prepare(load(game_id))


@pytest.mark.parametrize("game_id", LEARNED)
async def test_the_best_turns_come_with_their_ledgers_and_chances(served: House, game_id: str) -> None:
    game = load(game_id)
    made = await served.create(*ALONE, game=game_id, record=at_part(played(game_id, 3), 0.5))
    id, token = made["id"], made["seats"][0]["token"]
    told = (await served.ask(id, token, hint=True, key="h")).json()
    assert (told["type"], told["key"], told["version"]) == (
        "hinted",
        "h",
        (await served.table(id))["version"],
    )
    turns = told["turns"]
    assert 1 < len(turns) <= TURNS
    masked = game.mask(served.hall.tables.rooms[id].match.state, 0)
    chances = [turn["chance"] for turn in turns]
    assert chances == sorted(chances, reverse=True)
    for turn in turns:
        plan = tuple(map(from_json, turn["plan"]))
        names = [seat["name"] for seat in (await served.table(id))["seats"]]
        assert turn["text"] == plan_text(game, masked, plan, names)
        foreseen = game.looks.foresee(masked.copy(), plan, judged=False)
        assert turn["ledger"] == [list(each) for each in foreseen.ledger]
        assert turn["chance"] == pytest.approx(game.mind.outlook(after(game, masked, plan))[0], abs=1e-6)
    version = told["version"]
    for action in turns[0]["plan"]:  # it can be done
        done = await served.ask(id, token, do=action, after=version)
        assert done.status_code == 200, done.text
        version = done.json()["version"]


async def test_a_hint_in_the_middle_of_a_turn_goes_on_from_there(served: House) -> None:
    made = await served.create(*ALONE, record=at_part(played("sncf-france", 3), 0.4))
    id, token = made["id"], made["seats"][0]["token"]
    now = await served.table(id, token)
    first = next(action for action in now["choices"] if action[0] == "build")
    assert (await served.ask(id, token, do=first, after=now["version"])).is_success
    told = (await served.ask(id, token, hint=True)).json()
    choices = (await served.table(id, token))["choices"]
    assert told["turns"] and all(turn["plan"][0] in choices for turn in told["turns"])


async def test_among_people_and_out_of_turn_there_is_none(served: House) -> None:
    record = at_part(played("sncf-france", 3), 0.5)
    for kinds in (("me", "me", "casual"), ("screen", "screen", "casual"), ("me", "screen", "casual")):
        made = await served.create(*kinds, record=record)
        refused = (await served.ask(made["id"], made["seats"][0]["token"], hint=True)).json()
        assert (refused["error"], refused["text"]) == ("consent", PEOPLE)
    made = await served.create(*ALONE, record=record)
    stranger = (await served.ask(made["id"], None, hint=True)).json()
    assert stranger["error"] == "not-yours"


def test_for_a_game_that_nobody_learned_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(BUDGETS, "string-railway")  # as a game that is not in the table yet
    game = load("string-railway")
    with pytest.raises(Refused, match="no hints for String Railway yet: its bots have not learned it"):
        worker.hint(game, last_state(game, read(at_part(played(game.id, 3), 0.5))))


async def test_a_hint_knows_no_secret(tmp_path: Path) -> None:
    """Two tables that differ only in what the asker may not know get the same bytes."""
    game = load("sncf-france")
    for number in numbers():
        records = pairs(game, 3, 0, f"hint-{number}", steps=12)
        if last_state(game, read(records[0])).to_move == 0:
            break
    said: list[bytes] = []
    for name, record in zip("ab", records, strict=True):
        (tmp_path / name).mkdir()
        settings = Settings(GENEROUS, bot_seconds=300, world=fixed_world())
        async with house(tmp_path / name / "t.db", settings) as served:
            made = await served.create(*ALONE, record=record)
            found = await served.ask(made["id"], made["seats"][0]["token"], hint=True)
            assert found.json()["turns"], found.text
            said.append(found.content)
    assert said[0] == said[1]


def test_that_test_can_fail() -> None:
    """From the whole states the hints of such a pair differ."""
    game, differing = load("sncf-france"), 0
    for number in range(60):
        states: list[Any] = [last_state(game, read(each)) for each in pairs(game, 3, 0, f"hint-{number}", 12)]
        if states[0].to_move == 0:
            differing += hints(game, states[0]) != hints(game, states[1])
            assert hints(game, game.mask(states[0], 0)) == hints(game, game.mask(states[1], 0))
    assert differing
