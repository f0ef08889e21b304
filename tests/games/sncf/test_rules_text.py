"""RULES.md for players: every rule says whose it is, and every option and its values are in the table."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from .positions import france_game, germany_game

TEXT = (files("branchline.games.sncf") / "RULES.md").read_text("utf-8")
CHAPTERS = TEXT.split("\n## ")
RULES = dict(re.findall(r"^### (\S+)\n(.*?)(?=\n#|\Z)", TEXT, re.MULTILINE | re.DOTALL))
MARKS = ("*printed*", "*follows*", "*our ruling*")


def test_the_chapters_are_in_the_order_of_the_rulebook() -> None:
    assert [chapter.split("\n")[0] for chapter in CHAPTERS[1:]] == [
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
    ]


@pytest.mark.parametrize("rule", RULES)
def test_every_paragraph_of_a_rule_says_whose_it_is(rule: str) -> None:
    for paragraph in RULES[rule].strip().split("\n\n"):
        assert paragraph.endswith(MARKS)


def test_every_option_and_each_of_its_values_is_in_the_table_default_first() -> None:
    for game, name in ((france_game(), "France"), (germany_game(), "Germany")):
        for option in game.options:
            row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{option.name}` |"))
            assert (
                f"| both | {_listed(option.values)} |" in row
                or f"| {name} | {_listed(option.values)} |" in row
            )


def _listed(values: tuple[str, ...]) -> str:
    return ", ".join(f"`{value}`" for value in values)
