"""RULES.md for players: every rule says whose it is, and every option and its values are in the table."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from .positions import koplopers

TEXT = (files("branchline.games.koplopers") / "RULES.md").read_text("utf-8")
RULES = dict(re.findall(r"^### (\S+)\n(.*?)(?=\n#|\Z)", TEXT, re.MULTILINE | re.DOTALL))
MARKS = ("*printed*", "*follows*", "*our ruling*")


@pytest.mark.parametrize("rule", RULES)
def test_every_paragraph_of_a_rule_says_whose_it_is(rule: str) -> None:
    for paragraph in RULES[rule].strip().split("\n\n"):
        assert paragraph.endswith(MARKS)


def test_every_option_and_each_of_its_values_is_in_the_table_default_first() -> None:
    for option in koplopers().options:
        values = ", ".join(f"`{value}`" for value in option.values)
        assert f"| `{option.name}` | {values} |" in TEXT


def test_the_actions_shown_are_verbs_of_the_game() -> None:
    for text in re.findall(r"`([a-z]+ [A-Z][^`]+)`", TEXT):
        assert text.split()[0] in koplopers().words.groups["verbs"]
