"""RULES.md for players, beyond what every game promises in tests/test_vocabulary.py."""

from __future__ import annotations

import re
from importlib.resources import files

from .positions import koplopers

TEXT = (files("branchline.games.koplopers") / "RULES.md").read_text("utf-8")


def test_the_actions_shown_are_verbs_of_the_game() -> None:
    for text in re.findall(r"`([a-z]+ [A-Z][^`]+)`", TEXT):
        assert text.split()[0] in koplopers().words.groups["verbs"]
