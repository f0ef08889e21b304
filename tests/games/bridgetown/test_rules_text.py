"""RULES.md for players, beyond what every game promises in tests/test_vocabulary.py."""

from __future__ import annotations

import re
from importlib.resources import files

from .positions import game

TEXT = (files("branchline.games.bridgetown") / "RULES.md").read_text("utf-8")


def test_the_table_of_modes_is_that_of_our_board() -> None:
    for mode in game().board.data["modes"]:
        assert f"| {mode['name']} | {mode['speed']} | {mode['color']} |" in TEXT


def test_the_actions_shown_are_well_formed() -> None:
    for line in re.findall(r"What you type.*", TEXT):
        for text in re.findall(r"`([a-z]+ [^`]+)`", line):
            assert text.split()[0] in game().words.groups["verbs"]
