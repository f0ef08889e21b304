"""RULES.md for players: every rule says whose it is, and every option and its values are in the table."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from .positions import game

TEXT = (files("branchline.games.bridgetown") / "RULES.md").read_text("utf-8")
RULES = dict(re.findall(r"^### (\S+)\n(.*?)(?=\n#|\Z)", TEXT, re.MULTILINE | re.DOTALL))
MARKS = ("*printed*", "*follows*", "*our ruling*")


@pytest.mark.parametrize("rule", RULES)
def test_every_paragraph_of_a_rule_says_whose_it_is(rule: str) -> None:
    for paragraph in RULES[rule].strip().split("\n\n"):
        assert paragraph.endswith(MARKS)


def test_every_option_and_each_of_its_values_is_in_the_table_default_first() -> None:
    for option in game().options:
        values = ", ".join(f"`{value}`" for value in option.values)
        assert f"| `{option.name}` | {values} |" in TEXT


def test_the_table_of_modes_is_that_of_our_board() -> None:
    for mode in game().board.data["modes"]:
        assert f"| {mode['name']} | {mode['speed']} | {mode['color']} |" in TEXT


def test_the_actions_shown_are_well_formed() -> None:
    for line in re.findall(r"What you type.*", TEXT):
        for text in re.findall(r"`([a-z]+ [^`]+)`", line):
            assert text.split()[0] in game().words.groups["verbs"]
