"""What docs/bots.md says about the levels is what the committed games say, and the claims hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from bench import ladder
from bench.page import PAGE, RESULTS

from branchline.arena.results import set_up
from branchline.arena.selfplay import Match
from branchline.arena.series import Result, seats_of


def test_the_page_shows_the_committed_games() -> None:
    found = ladder.findings()
    assert PAGE.read_text("utf-8") == ladder.page(found), "run: python3 dev.py ladder"
    assert ladder.CHART.read_text("utf-8") == ladder.chart(found) + "\n", "run: python3 dev.py ladder"


def test_no_committed_game_is_without_a_claim() -> None:
    names = {f"{claim.name}.jsonl" for claim in ladder.CLAIMS}
    assert {path.name for path in RESULTS.glob("*.jsonl")} <= names


@pytest.mark.prove("ladder")
@pytest.mark.parametrize("claim", ladder.CLAIMS, ids=lambda claim: claim.name)
def test_a_claim_holds(claim: ladder.Claim, tmp_path: Path, count: Callable[[int, int], int]) -> None:
    """Every run asks what is to be played; the proof plays it."""
    rotations = ladder.missing(claim, {}, claim.least, ladder.GAMES)
    assert {len(each) for each in rotations} == {claim.seats} and len(rotations) * claim.seats >= claim.least
    if count(0, 1):
        ladder.play([claim], tmp_path, 1)
        found = ladder.finding(claim, tmp_path)
        assert found is not None
        assert found.word().startswith("holds"), ladder.cell(found)


def test_a_claim_is_played_until_the_test_has_decided(tmp_path: Path) -> None:
    """A rotation that is missing in the middle comes first, and what is decided is not played on."""
    claim = ladder.Claim("bridgetown", "expert", "strong", 3, 0.5)
    wins = {number: Result(number, seats_of(claim.match, number), won(claim, number)) for number in range(99)}
    assert ladder.missing(claim, wins, 100, 400) == [[99, 100, 101]]
    assert ladder.missing(claim, wins, 99, 400) == []
    del wins[50]
    assert ladder.missing(claim, wins, 100, 400) == [[50], [99, 100, 101]]
    lots = {number: result for number, result in wins.items() if number < 3}
    assert ladder.missing(claim, lots, 3, 400)[-1] == [30, 31, 32], "ten rotations at a time"


def won(claim: ladder.Claim, number: int) -> tuple[tuple[int, ...], ...]:
    return tuple((int(name == claim.bot),) for name in seats_of(claim.match, number))


def test_the_file_of_a_level_that_learned_can_be_gone_on_with() -> None:
    match = Match("sncf-france", ("expert", "strong", "strong"), "0", {}, None, rotate=True)
    assert json.loads(json.dumps(set_up(match))) == set_up(match)
