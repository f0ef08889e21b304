"""What docs/bots.md says about the levels is what the committed games say, and the claims hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from bench import ladder

from branchline.arena.results import set_up
from branchline.arena.selfplay import Match
from branchline.cli import parser


def test_the_page_shows_the_committed_games() -> None:
    found = ladder.findings()
    assert ladder.PAGE.read_text("utf-8") == ladder.page(found), "run: python3 dev.py ladder"
    assert ladder.CHART.read_text("utf-8") == ladder.chart(found) + "\n", "run: python3 dev.py ladder"


def test_no_committed_game_is_without_a_claim() -> None:
    names = {f"{claim.name}.jsonl" for claim in ladder.CLAIMS}
    assert {path.name for path in ladder.RESULTS.glob("*.jsonl")} <= names


@pytest.mark.prove("ladder")
@pytest.mark.parametrize("claim", ladder.CLAIMS, ids=lambda claim: claim.name)
def test_a_claim_holds(claim: ladder.Claim, tmp_path: Path, count: Callable[[int, int], int]) -> None:
    """Every run reads the command; the proof plays it."""
    words = parser().parse_args(ladder.command(claim, tmp_path, 1))
    assert words.claim == pytest.approx(claim.share)
    if count(0, 1):
        holds, says = ladder.check(claim, tmp_path, 1)
        print(says)
        assert holds, says


def test_the_file_of_a_level_that_learned_can_be_gone_on_with() -> None:
    match = Match("sncf-france", ("expert", "strong", "strong"), "0", {}, None, rotate=True)
    assert json.loads(json.dumps(set_up(match))) == set_up(match)
