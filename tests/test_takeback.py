"""Takeback: one rule, by the log alone, in the terminal and on a server (`tests/server/test_moves.py`)."""

from __future__ import annotations

import io
from random import Random

import pytest
from rich.console import Console

from branchline import load
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE
from branchline.core.record import read, write
from branchline.core.takeback import takebacks
from branchline.prompt import Reader
from branchline.table import Table, do, new_table, undo


@pytest.mark.parametrize(
    ("log", "with_people", "with_bots"),
    [
        ([], [], []),
        ([0, 0], [1, 2], [1, 2]),
        ([0, 1, 0, 0], [1, 2], [1, 2, 4]),
        ([0, 1], [], [2]),
        ([0, CHANCE], [], [2]),
        ([CHANCE, 1, 2], [], []),
        ([CHANCE, 0, CHANCE, 0, 2, 1], [], [3, 5]),
    ],
)
def test_only_what_nobody_has_answered_goes_back_where_other_people_play(
    log: list[int], with_people: list[int], with_bots: list[int]
) -> None:
    assert list(takebacks(reversed(log), 0, alone=False)) == with_people
    assert list(takebacks(reversed(log), 0, alone=True)) == with_bots


def played(table: Table, until: int) -> None:
    """Random play until that seat is to move again, after everybody else."""
    rng = Random("takeback")
    do(table, table.game.random_action(table.state, rng))
    while table.state.to_move != until or table.record.rows[-1][0] == until:
        do(table, table.game.random_action(table.state, rng))


def table_of(game_id: str, *seats: str) -> Table:
    console = Console(file=io.StringIO())
    table = new_table(load(game_id), list(seats), {}, console, Reader(console), "takeback")
    while table.state.to_move == CHANCE:
        do(table, table.game.draw(table.state, table.rng))
    return table


def test_alone_with_bots_one_goes_back_past_them() -> None:
    table = table_of("sncf-france", *["bot:random"] * 3)
    seat = table.state.to_move
    table.record.seats[seat] = "Ann"
    before = table.state.copy()
    played(table, seat)
    undo(table, seat)
    assert table.state.to_move == seat
    while table.state != before:  # a build is several actions
        undo(table, seat)
    assert table.record.redrawn == 0
    with pytest.raises(BranchlineError, match="nothing yet"):
        undo(table, seat)


def test_beside_another_person_one_goes_back_past_nobody() -> None:
    table = table_of("sncf-france", "Ann", "Ben", "bot:random")
    seat = table.state.to_move
    played(table, seat)
    with pytest.raises(BranchlineError, match="a bot, chance or another person acted since"):
        undo(table, seat)


def test_what_chance_drew_is_drawn_anew_and_the_record_says_so() -> None:
    table, rng = table_of("koplopers", "Ann", "bot:random"), Random("chance")
    while table.record.rows[-1][0] != CHANCE or 0 not in [mover for mover, _, _ in table.record.rows]:
        do(table, table.game.random_action(table.state, rng))
    undo(table, 0)
    assert (table.state.to_move, table.record.redrawn) == (0, 1)
    assert read(write(table.record)) == table.record
