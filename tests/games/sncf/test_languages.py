"""SNCF on screens that have only letters, and where it was not understood, in every language."""

from __future__ import annotations

import pytest

from branchline import load
from branchline.core.languages import ENGLISH, LANGUAGES

from ..tongues import explained, walked_without_english

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
# words that none of the other languages has too, such as points and cubes
WORDS = dict.fromkeys(
    [
        "round",
        "turn",
        "box",
        "shares",
        "share",
        "railroad",
        "track",
        "city",
        "cities",
        "hexes",
        "worth",
        "seat",
        "hands",
        "building",
        "the",
        "you",
        "move",
        "game",
    ],
    "",
)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("hidden", ["strict", "tally"])
@pytest.mark.parametrize("game_id", ["sncf-france", "sncf-germany"])
def test_the_middle_and_the_end_of_a_game_are_shown_without_english(
    game_id: str, hidden: str, language: str
) -> None:
    walked_without_english(load(game_id, language=language), (70, 110), WORDS, hidden=hidden)


@pytest.mark.parametrize(
    ("language", "typed", "told"),
    [
        (
            "fr",
            ("biuld",),
            "SNCF France n’a pas de verbe «\u00a0biuld\u00a0»\u00a0; il a construire, échanger, terminer",
        ),
        ("nl", ("build", "red", "z9"), "er is geen veld ‘z9’ op france-1"),
        ("de", ("build", "red"), "„bauen red“ müsste „bauen GESELLSCHAFT FELD“ sein"),
        ("de", ("build", "red", "blue"), "es gibt kein Feld „blue“ auf france-1; meintest du "),
        ("fr", ("sell", "red"), "«\u00a0échanger VENDUE ACHETÉE NOMBRE\u00a0»"),
    ],
)
def test_what_was_not_understood_is_said_in_the_language_and_quoted_with_its_verb(
    language: str, typed: tuple[str, ...], told: str
) -> None:
    assert told in explained("sncf-france", language, typed)


def test_a_heavy_line_is_named_in_the_language() -> None:
    game = load("sncf-france", language="de")
    assert game.words.name("Seine estuary") == "Seinemündung"
    assert "<title>Seinemündung</title>" in game.looks.picture(None)
    assert "Zwischen Paris und Marseille" in game.looks.picture(None)
