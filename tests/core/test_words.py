"""Sentences: one table of examples for the grammar that Python and the pages both fill in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from branchline.core.words import Words

SENTENCES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("sentences.json").read_text("utf-8"))


@pytest.mark.parametrize("each", SENTENCES, ids=lambda each: f"{each['template']}-{each['says']}")
def test_a_sentence_says_what_the_table_of_examples_says(each: dict[str, Any]) -> None:
    words = Words({"ui": {"it": each["template"]}}, {"d6": "Le Havre", "red": "Red"})
    words.language = each.get("language", "en")
    places, people = each.get("places", []), each.get("people", [])
    assert words.filled("ui", "it", *places, people=people, **each.get("values", {})) == each["says"]
