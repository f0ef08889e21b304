"""A whole game as text: whatever changes in rules, words or advice shows up here as a difference."""

from __future__ import annotations

from .traces import FILE, trace


def test_the_kept_trace_is_what_the_game_says_today() -> None:
    assert trace().splitlines() == FILE.read_text("utf-8").splitlines()
