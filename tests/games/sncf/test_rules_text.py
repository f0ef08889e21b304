"""RULES.md for players, beyond what every game promises in tests/test_vocabulary.py."""

from __future__ import annotations

from importlib.resources import files

TEXT = (files("branchline.games.sncf") / "RULES.md").read_text("utf-8")
CHAPTERS = TEXT.split("\n## ")


def test_the_chapters_are_in_the_order_of_the_rulebook() -> None:
    assert [chapter.split("\n")[0] for chapter in CHAPTERS[1:]] == [
        "In one minute",
        "Two games",
        "Set-up",
        "A turn",
        "Build",
        "Sell and buy",
        "Germany: start a railroad",
        "Scoring",
        "The end",
        "Hidden hands",
        "Options",
        "Boards",
        "What you type",
        "Where a rule comes from",
    ]
