"""A table that is a puzzle: judged when a turn is whole, shown on demand, the same after a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from branchline.core.action import to_text
from branchline.games import GAMES
from branchline.games.puzzles import Listed, puzzles_of
from tests.server.house import House, bearer, house
from tests.test_lessons import figures


def long_one(game_id: str) -> Listed:
    """A puzzle with a wrong turn of several actions."""
    return next(each for each in puzzles_of(game_id) if len(turns(each)[1]) > 1)


def turns(listed: Listed) -> tuple[list[Any], list[Any]]:
    """A right turn and a wrong one."""
    puzzle = listed.puzzle()
    wrong = next(side for side in puzzle.place.sides if not side.places[-1].right)
    return list(puzzle.turn_of(puzzle.solution)), list(puzzle.turn_of(wrong))


async def begun(served: House, listed: Listed) -> tuple[str, str]:
    """A puzzle's table and its solver's token."""
    asked = {"game": listed.game, "puzzle": listed.id, "name": "Anna"}
    made = await served.client.post("/api/puzzles", json=asked)
    assert made.status_code == 201, made.text
    return made.json()["id"], made.json()["seats"][0]["token"]


async def do(served: House, id: str, token: str, action: Any) -> Any:
    table = await served.table(id, token)
    return await served.ask(id, token, do=action, after=table["version"])


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_puzzle_is_tried_and_solved_over_a_restart(tmp_path: Path, game_id: str) -> None:
    listed = puzzles_of(game_id)[0]
    right, wrong = turns(listed)
    async with house(tmp_path / "tables.db") as served:
        id, token = await begun(served, listed)
        table = await served.table(id, token)
        asked = table["lesson"]
        assert (asked["puzzle"], asked["finished"]) == (listed.id, False)
        assert asked["title"] == f"Puzzle 1 of {len(puzzles_of(game_id))}" and asked["notes"]
        assert table["to_move"] == table["seat"] and table["step"] == table["imported"] == listed.step
        for action in wrong[:-1]:
            assert (await do(served, id, token, action)).status_code == 200
        refused = await do(served, id, token, wrong[-1])
        assert (refused.status_code, refused.json()["error"]) == (422, "lesson")
        assert "That is not it" in refused.json()["text"]
    async with house(tmp_path / "tables.db") as served:
        table = await served.table(id, token)
        assert table["lesson"] == asked and table["step"] == listed.step + len(wrong) - 1
        if len(wrong) > 1:
            back = await served.ask(id, token, takeback=table["imported"], after=table["version"])
            assert back.status_code == 200, back.text
        for action in right:
            answer = await do(served, id, token, action)
            assert answer.status_code == 200, answer.text
        table = await served.table(id, token)
        assert table["lesson"]["finished"] and table["lesson"]["notes"][0].startswith("The best turn")


async def test_a_puzzle_is_told_and_judged_in_the_language_of_its_solver(served: House) -> None:
    """Whoever else was served in between, and in whatever language the table was woken."""
    listed = puzzles_of("sncf-france")[0]
    right, wrong = turns(listed)
    id, token = await begun(served, listed)
    english, french = (
        (await served.table(id, token))["lesson"],
        (await served.table(id, token, lang="fr"))["lesson"],
    )
    assert french["notes"] == [
        "Ici, un tour entier est nettement meilleur que tous les autres. Lequel\u00a0?"
    ]
    assert [figures(line) for line in french["hints"]] == [figures(line) for line in english["hints"]]
    assert not {*french["hints"]} & {*english["hints"]}
    if len(wrong) > 1:
        for action in wrong[:-1]:
            assert (await do(served, id, token, action)).status_code == 200
    refused = await served.client.post(
        f"/api/tables/{id}?lang=de",
        json={"do": wrong[-1], "after": (await served.table(id, token))["version"]},
        headers=bearer(token),
    )
    assert refused.json()["text"].startswith("Das ist es nicht: Ein anderer Spielzug ist deutlich besser.")
    assert (await served.ask(id, token, show=True)).status_code == 200
    why = (await served.table(id, token, lang="nl"))["lesson"]["notes"]
    assert why[0].startswith("De beste beurt: Anna ") and right


async def test_the_solution_is_shown_and_what_was_begun_is_taken_back(served: House) -> None:
    listed = long_one("sncf-france")
    right, wrong = turns(listed)
    id, token = await begun(served, listed)
    assert (await do(served, id, token, wrong[0])).status_code == 200
    hinted = await served.ask(id, token, hint=True)
    assert (hinted.status_code, hinted.json()["error"]) == (403, "consent"), "it would give the puzzle away"
    assert (await served.ask(id, token, show=True)).status_code == 200
    room = await served.hall.tables.room(id)
    stood = [row.body for row in room.match.standing][listed.step : listed.step + len(right)]
    assert stood == [to_text(action) for action in right]
    assert (await served.table(id, token))["lesson"]["finished"]
    again = await served.ask(id, token, show=True)
    assert again.json()["error"] == "over"


async def test_nothing_is_shown_in_a_game_that_was_ended_and_nothing_proposed_before(served: House) -> None:
    id, token = await begun(served, long_one("sncf-france"))
    proposed = await served.ask(id, token, propose=[])
    assert (proposed.status_code, proposed.json()["error"]) == (403, "consent"), "it would give it away"
    await served.ask(id, token, agree="end")
    assert (await served.table(id))["status"] == "ended"
    assert (await served.ask(id, token, show=True)).json()["error"] == "over"
    assert (await served.table(id))["status"] == "ended"


async def test_nothing_from_before_the_puzzle_is_taken_back(served: House) -> None:
    id, token = await begun(served, puzzles_of("sncf-france")[0])
    table = await served.table(id, token)
    assert table["takeback"] is None
    answer = await served.ask(id, token, takeback=table["version"] - 1, after=table["version"])
    assert answer.json()["error"] == "takeback"


async def test_only_its_solver_hears_the_puzzle(served: House) -> None:
    id, _ = await begun(served, puzzles_of("sncf-france")[0])
    assert (await served.table(id))["lesson"] is None
    assert (await served.get(f"/api/tables/{id}/record")).status_code >= 400


async def test_all_puzzles_are_listed_in_order_with_the_one_of_today(served: House) -> None:
    found = (await served.get("/api/puzzles")).json()
    for game_id in GAMES:
        mine = [each for each in found["puzzles"] if each["game"] == game_id]
        assert [each["number"] for each in mine] == list(range(1, len(puzzles_of(game_id)) + 1))
        assert [each["id"] for each in mine] == [each.id for each in puzzles_of(game_id)]
    assert found["today"] in found["puzzles"]
    games = (await served.get("/api/games")).json()["games"]
    assert {each["id"]: each["puzzles"] for each in games} == {
        game_id: len(puzzles_of(game_id)) for game_id in GAMES
    }


async def test_a_puzzle_that_is_none_is_refused(served: House) -> None:
    for game_id in ("chess", "koplopers"):
        answer = await served.client.post("/api/puzzles", json={"game": game_id, "puzzle": "nonsense"})
        assert (answer.status_code, answer.json()["error"]) == (404, "unknown")
