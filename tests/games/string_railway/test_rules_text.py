"""RULES.md for players: every rule says whose it is, and every option and its values are in the table."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from .positions import GAME

TEXT = (files("branchline.games.string_railway") / "RULES.md").read_text("utf-8")
RULES = dict(re.findall(r"^### (\S+)\n(.*?)(?=\n#|\Z)", TEXT, re.MULTILINE | re.DOTALL))
MARKS = ("*printed*", "*follows*", "*our ruling*")


@pytest.mark.parametrize("rule", RULES)
def test_every_paragraph_of_a_rule_says_whose_it_is(rule: str) -> None:
    for paragraph in RULES[rule].strip().split("\n\n"):
        assert paragraph.endswith(MARKS)


def test_every_option_and_each_of_its_values_is_in_the_table_default_first() -> None:
    for option in GAME.options:
        row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{option.name}` |"))
        assert row.split("|")[2].strip() == ", ".join(f"`{value}`" for value in option.values)
