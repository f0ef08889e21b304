"""Kept games: what they say today is what they said then."""

from __future__ import annotations

import pytest

from branchline.core.record import last_state, read, write

from .keep import GAME, RECORDS, Wanted, kept
from .pieces import audit


@pytest.mark.parametrize(("name", "wanted"), [(name, wanted) for name, _, _, wanted in RECORDS])
def test_records_end_as_their_name_says(name: str, wanted: Wanted) -> None:
    record = kept(name)
    state = last_state(GAME, record)
    assert wanted(state)
    audit(GAME, state)
    assert read(write(record)) == record
