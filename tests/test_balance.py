"""`branchline balance`: what is counted agrees with the games, and the page says it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from branchline import load
from branchline.arena.selfplay import Match, play_match
from branchline.balance import Balance, Facts, facts_of, told
from branchline.cli import main
from branchline.core.record import last_state
from branchline.games import GAMES

SEATS = {"sncf-france": 3, "sncf-germany": 3, "koplopers": 2, "bridgetown": 2, "string-railway": 2}


@pytest.mark.parametrize("game_id", GAMES)
def test_what_rules_and_places_brought_is_every_point_of_a_game(game_id: str) -> None:
    seats = SEATS.get(game_id, load(game_id).seats[0])
    match = Match(game_id, ("random",) * seats, "balance")
    facts = facts_of(match, 0)
    record = play_match(match, 0)
    game = load(game_id)
    assert facts.points == game.looks.points(last_state(game, record))
    start = game.looks.points(game.start(seats))
    for seat, brought in enumerate(facts.brought):
        assert start[seat] + sum(brought.values()) == facts.points[seat]
    assert sum(facts.won) == pytest.approx(1)
    assert 0 < facts.turns <= len(record.rows)


def test_a_seat_that_wins_too_often_is_named() -> None:
    balance = Balance(2)
    for number in range(100):
        won = [1.0, 0.0] if number % 5 else [0.0, 1.0]
        points = [10, 4] if won[0] else [4, 10]
        balance.add(Facts(20 + number % 3, "It ends.", points, won, [{("Cities", "Lyon"): 4}, {}]))
    assert told(balance) == [
        "Seat 1 wins more than its part of the games: 80 % (71 % to 87 %) instead of 50 %.",
        "Seat 2 wins less than its part of the games: 20 % (13 % to 29 %) instead of 50 %.",
        "A game takes 21 turns (from 20 to 22);"
        " the first is 6.0 points ahead of the second, 6.0 of the last.",
        "100 %: It ends.",
        "Places that bring most, in points a game: Lyon (Cities) 4.0.",
    ]
    assert (balance.places["Lyon"].seats, balance.places["Lyon"].wins) == (100, 80)


def test_the_command_writes_a_page_that_needs_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "page.html"
    words = ["balance", "bridgetown", "--players", "2", "--bots", "random", "--games", "6"]
    assert main([*words, "--processes", "1", "--out", str(out)]) == 0
    page = out.read_text("utf-8")
    assert "<h1>How Bridgetown Races plays</h1>" in page
    assert not re.search(r"https?://(?!www\.w3\.org)|<script|<link", page)
    assert "6 games of 2" in capsys.readouterr().out
    assert main([*words, "--processes", "2", "--out", str(out)]) == 0
    assert out.read_text("utf-8") == page, "as many processes as there are count the same"


def test_a_number_of_players_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "bridgetown", "--players", "9", "--games", "1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
