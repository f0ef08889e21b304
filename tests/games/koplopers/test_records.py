"""Kept games, one for each way in which a game can end; they replay to the same states for ever."""

from __future__ import annotations

import pytest

from branchline.core.record import last_state, read

from .make_records import HERE, WANTED
from .positions import koplopers


@pytest.mark.rule("end.rounds")
@pytest.mark.rule("end.early")
@pytest.mark.rule("score.ties")
@pytest.mark.rule("score.advanced")
@pytest.mark.parametrize("name", sorted(WANTED))
def test_a_kept_game_ends_as_its_name_says(name: str) -> None:
    players, _, _, test = WANTED[name]
    record = read((HERE / f"{name}.txt").read_text("utf-8"))
    state = last_state(koplopers(), record)
    assert state.players == players
    assert test(state, koplopers().scores(state))
