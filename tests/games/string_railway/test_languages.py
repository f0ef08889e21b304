"""Positions, lists and what was not understood, in French, Dutch and German."""

from __future__ import annotations

import pytest

from branchline import load
from branchline.core.action import from_text
from branchline.core.errors import BranchlineError
from branchline.games.string_railway.rules.refusals import cm

from ..tongues import english, faults
from .positions import HOME_AND_CENTRAL, played, position

OTHERS = ["fr", "nl", "de"]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("players", [2, 5])
def test_a_position_is_told_and_drawn_in_the_language_of_the_game(players: int, language: str) -> None:
    assert faults("string-railway", played(players, 7, "tongues"), language) == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_may_be_done_is_listed_in_the_language_of_the_game(language: str) -> None:
    game = load("string-railway", language=language)
    state = position(*HOME_AND_CENTRAL, drawn=("town",))
    brings = "\n".join(why for _, why in game.looks.listing(state, ()) or ())
    assert "," in brings and english(brings, language) == []


WRONG = [
    "fly", "place town 1.5 2", "place town 1 2 3 4", "lay short 1 2 3 4", "place", "place hut 3,4 5",
    "lay wide 1,2;3,4", "place town x 3", "place town 3,4 95", "place town 300000,4 5", "lay short x1",
    "place 99",
]  # fmt: skip


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("typed", WRONG)
def test_what_was_not_understood_is_said_in_the_language_of_the_game(typed: str, language: str) -> None:
    said = []
    state = position(*HOME_AND_CENTRAL, drawn=() if typed.startswith("lay") else ("town",))
    for each in ("en", language):
        game = load("string-railway", language=each)
        with pytest.raises(BranchlineError) as refused:
            game.check(state, from_text(typed))
        said.append(str(refused.value))
    assert said[0] != said[1]
    quoted = {"fr": "«\u00a0", "nl": "‘", "de": "„"}[language]
    assert ("'" in said[0]) <= (quoted in said[1])
    assert "cannot" not in said[1] and "there is" not in said[1] and "should" not in said[1]


@pytest.mark.parametrize(
    ("language", "number"), [("en", "0.31"), ("fr", "0,31"), ("nl", "0,31"), ("de", "0,31")]
)
def test_a_length_has_the_decimal_mark_of_the_language(language: str, number: str) -> None:
    assert cm(load("string-railway", language=language), 310) == number
