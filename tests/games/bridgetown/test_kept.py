"""Kept games and counts of sequences: what they say today is what they said then."""

from __future__ import annotations

import pytest

from branchline.core.record import last_state, read, write

from .keep import GAME, HERE, RECORDS, Wanted, kept, perft
from .pieces import audit

PERFT = [line.split() for line in (HERE / "perft.txt").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("name", "wanted"), [(name, wanted) for name, _, _, wanted in RECORDS])
def test_records_end_as_their_name_says(name: str, wanted: Wanted) -> None:
    record = kept(name)
    state = last_state(GAME, record)
    assert wanted(state)
    audit(GAME, state)
    assert read(write(record)) == record


@pytest.mark.parametrize(("name", "upto", "depth", "number"), PERFT, ids=[" ".join(line) for line in PERFT])
def test_perft(name: str, upto: str, depth: str, number: str) -> None:
    assert perft(last_state(GAME, kept(name), int(upto)), int(depth)) == int(number)
