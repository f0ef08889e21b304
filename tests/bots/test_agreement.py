"""Whether what reviews call mistakes are some: what the kept games say, and how they are made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from bench import agreement
from bench.page import PAGE

from branchline.games import load

SHORT = ("sncf-france", "koplopers", "string-railway")  # in every run


def test_the_page_is_what_the_kept_games_say() -> None:
    assert PAGE.read_text("utf-8") == agreement.page(), "run: python3 dev.py agreement"


def test_what_another_review_found_does_not_count(tmp_path: Path) -> None:
    found = agreement.Tried(
        "koplopers", agreement.made_by(load("koplopers")), 1, [agreement.Case(0, 9, 0.1, 0.2)]
    )
    agreement.keep(found, tmp_path)
    assert agreement.tried("koplopers", tmp_path) == found
    found.made_by = found.made_by | {"cost": 0.01}
    agreement.keep(found, tmp_path)
    assert not agreement.tried("koplopers", tmp_path).cases


@pytest.mark.parametrize(("game_id", "strong"), [*((each, False) for each in SHORT), ("sncf-france", True)])
def test_a_mistake_is_played_to_the_end(game_id: str, strong: bool) -> None:
    """As a review plays on, or by that level itself."""
    cases = agreement.one_game(game_id, 2, 0, load(game_id).seats[0], strong)
    assert cases, "careless players make some"
    assert all(abs(case.gain) <= 1 and case.cost > 0 for case in cases)


@pytest.mark.timeout(7200)
@pytest.mark.prove("review")
def test_strong_players_agree_that_a_mistake_was_one(
    count: Callable[[int, int], int], record_property: Callable[[str, object], None], tmp_path: Path
) -> None:
    """300 over all titles, found and played to the end afresh; every run looks at the kept ones."""
    if count(0, 1):
        results = [
            agreement.play(game_id, *wanted, 2, tmp_path) for game_id, wanted in agreement.WANTED.items()
        ]
        record_property("sheet", agreement.rows(results))
        assert agreement.in_all(results)[0] == 300
    else:
        results = agreement.results_of()
        assert {each.game for each in results} == set(agreement.WANTED), "run: dev.py agreement play"
    cases, agreed = agreement.in_all(results)
    assert agreed >= agreement.AGREED * cases
