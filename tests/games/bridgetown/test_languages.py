"""Bridgetown on screens that have only letters, and where it was not understood, in every language."""

from __future__ import annotations

import pytest

from branchline import load
from branchline.core.languages import ENGLISH, LANGUAGES

from ..tongues import explained, walked_without_english

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
# "Bridge" is part of the printed names, and so are words of streets
WORDS = dict.fromkeys(
    [
        "round",
        "turn",
        "flag",
        "flags",
        "colour",
        "colours",
        "wheel",
        "bag",
        "spaces",
        "speed",
        "coordinators",
        "nobody",
        "seat",
        "the",
        "you",
        "move",
        "game",
    ],
    "",
)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("specials", ["on", "off"])
def test_the_middle_and_the_end_of_a_game_are_shown_without_english(specials: str, language: str) -> None:
    walked_without_english(load("bridgetown", language=language), (40, 55, 75), WORDS, specials=specials)


@pytest.mark.parametrize(
    ("language", "typed", "told"),
    [
        (
            "fr",
            ("fly",),
            "Bridgetown Races n’a pas d’action «\u00a0fly\u00a0»\u00a0; ses verbes sont placer, ",
        ),
        ("nl", ("place",), "‘plaatsen’ hoort ‘plaatsen VERVOERMIDDEL-OF-ACTIE’ te zijn"),
        ("de", ("place", "steel"), "in „setzen steel“ ist „steel“ auf portland-1 unbekannt"),
        ("de", ("place", "taxy"), "meintest du taxi?"),
    ],
)
def test_what_was_not_understood_is_said_in_the_language_and_quoted_with_its_verb(
    language: str, typed: tuple[str, ...], told: str
) -> None:
    assert told in explained("bridgetown", language, typed)
