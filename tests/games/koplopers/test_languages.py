"""Positions, lists and what was not understood, in French, Dutch and German."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from branchline import OVER, load
from branchline.core.errors import BranchlineError
from branchline.games.koplopers.rules.state import ANSWER, PLAY, KoplopersState

from ..tongues import english, faults

OTHERS = ["fr", "nl", "de"]


@cache
def middle(variant: str) -> KoplopersState:
    """A random game when trains have been under way for some time."""
    game, rng = load("koplopers"), Random("tongues")
    state = game.start(3, variant=variant)
    while state.round < 8 or state.phase != PLAY or state.to_move < 0:
        assert state.to_move != OVER
        game.apply(state, game.random_action(state, rng))
    return state


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("variant", ["family", "advanced"])
def test_a_position_is_told_and_drawn_in_the_language_of_the_game(variant: str, language: str) -> None:
    assert faults("koplopers", middle(variant), language) == []


@pytest.mark.parametrize("language", OTHERS)
def test_an_exchange_is_told_in_the_language_of_the_game(language: str) -> None:
    game, rng = load("koplopers"), Random("exchange")
    state = game.start(2)
    while state.phase != ANSWER:
        offers = [each for each in game.legal_actions(state) if each[0] in ("negotiate", "offer")]
        game.apply(state, offers[0] if offers and state.to_move >= 0 else game.random_action(state, rng))
        if state.to_move == OVER:
            state = game.start(2)
    assert faults("koplopers", state, language) == []


@pytest.mark.parametrize("language", OTHERS)
def test_what_may_be_done_is_listed_in_the_language_of_the_game(language: str) -> None:
    game = load("koplopers", language=language)
    brings = "\n".join(why for _, why in game.looks.listing(middle("family").copy(), ()) or ())
    assert brings and english(brings, language) == []


WRONG = [
    "fly R1",
    "drive",
    "drive X9 Zwolle",
    "build Meppel",
    "stop R1 R2 R3",
    "couple R1 R1",
    "board R1 P99",
]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("typed", WRONG)
def test_what_was_not_understood_is_said_in_the_language_of_the_game(typed: str, language: str) -> None:
    said = []
    for each in ("en", language):
        game = load("koplopers", language=each)
        with pytest.raises(BranchlineError) as refused:
            game.check(middle("family"), tuple(typed.split()))
        said.append(str(refused.value))
    assert said[0] != said[1]
    if not typed.startswith("fly"):  # there it lists the verbs
        assert english(said[1], language) == []
    quoted = {"fr": "«\u00a0", "nl": "‘", "de": "„"}[language]
    assert ("'" in said[0]) == (quoted in said[1])
