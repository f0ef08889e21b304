"""Every refusal has a sentence: malformed actions, and rules that are broken."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from branchline.core.action import Action, from_json
from branchline.core.errors import BadAction, BranchlineError, RuleViolation
from branchline.core.game import CHANCE, OVER
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import COLOURS

from .positions import france, france_game, germany, germany_game


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (("fly",), "SNCF France has no verb 'fly'; it has build, trade, done"),
        (
            ("sell", "blue", "buy", "red", 2),
            "no verb 'sell'; a trade is typed 'trade SOLD BOUGHT COUNT', such",
        ),
        (
            ("buy", 2, "red"),
            "no verb 'buy'; a trade is typed 'trade SOLD BOUGHT COUNT', such as 'trade blue red 2'",
        ),
        (("build", "red", "Marsaille"), "no hex 'Marsaille' on france-1; did you mean Marseille?"),
        (("build", "red", "St-Étienne"), "no hex 'St-Étienne' on france-1; did you mean Saint-Étienne?"),
        (("build", "red", "Le"), "no hex 'Le' on france-1; did you mean Le Havre or Le Mans"),
        (("start", "red", "d7"), "SNCF France has no verb 'start'; it has build, trade, done"),
        (("deal", 0, "red"), "SNCF France has no verb 'deal'; it has build, trade, done"),
        ((7, "red"), "SNCF France has no verb '7'; it has build, trade, done"),
        (("build",), "'build' should be 'build RAILROAD HEX'"),
        (("build", "red"), "'build red' should be 'build RAILROAD HEX'"),
        (("build", "red", "c8", "c9"), "'build red c8 c9' should be 'build RAILROAD HEX'"),
        (("trade", "red", "blue"), "'trade red blue' should be 'trade SOLD BOUGHT COUNT'"),
        (("done", 1), "'done 1' should be 'done'"),
        (("build", "pink", "c8"), "there is no railroad 'pink'; there are red, blue, green, yellow,"),
        (("build", 3, "c8"), "there is no railroad '3'"),
        (("trade", "red", "pink", 1), "there is no railroad 'pink'"),
        (("build", "red", "z9"), "there is no hex 'z9' on france-1"),
        (("build", "red", 8), "there is no hex '8' on france-1"),
        (("build", "red", ((1, 2),)), "there is no hex '((1, 2),)'"),
        (("trade", "red", "blue", "two"), "how many shares to buy is 1 or 2, not 'two'"),
    ],
)
def test_a_malformed_action_is_told_what_it_should_be(action: Action, sentence: str) -> None:
    assert sentence in france().malformed(action)


def test_a_malformed_start_is_told_what_it_should_be() -> None:
    at = germany()
    assert "should be 'start RAILROAD CITY'" in at.malformed(("start", "red"))
    assert "no hex 'z9' on germany" in at.malformed(("start", "red", "z9"))
    assert "it has build, start, trade, done" in at.malformed(("fly",))
    assert "no hex 'Cologne' on germany-1; did you mean Köln?" in at.malformed(("start", "red", "Cologne"))


def test_an_empty_action_is_malformed() -> None:
    assert france().malformed(())


@pytest.mark.parametrize(
    "data",
    [
        ["done", ["a"]],
        ["done", [1, 2, 3]],
        ["done", []],
        ["done", [[1, 2, 3]]],
        ["build", ["red"], "c8"],
        ["build", "red", [[0, 5], [30, 5]]],
        ["trade", "red", "blue", [1]],
        ["trade", "red", "blue", [[]]],
    ],
)
def test_strange_json_is_answered_by_a_sentence(data: list[Any]) -> None:
    try:
        action = from_json(data)
    except BadAction as error:
        assert str(error)
    else:
        assert france().malformed(action)


def test_what_chance_cannot_draw_is_refused() -> None:
    game = france_game()
    with pytest.raises(BranchlineError, match="'deal 0 red' is not among what can be drawn now"):
        game.check(game.start(3), ("deal", 0, "red"))


def test_long_nonsense_is_not_repeated_in_full() -> None:
    assert len(france().malformed(("x" * 1000,))) < 200
    assert len(france().malformed(("build", "x" * 1000, "c8"))) < 200
    assert len(france().malformed(("build", *("x" * 1000,) * 9))) < 200


def everything(game: Sncf) -> list[Action]:
    """Every well-formed action of the game."""
    hexes = list(game.tables.index)
    found: list[Action] = [("done",)]
    found += [("build", colour, hex) for colour in COLOURS for hex in hexes]
    if game.germany:
        found += [("start", colour, hex) for colour in COLOURS for hex in hexes]
    found += [("trade", a, b, n) for a in COLOURS for b in COLOURS for n in range(4)]
    return found


@pytest.mark.parametrize("game", [france_game(), germany_game()], ids=["france", "germany"])
def test_in_every_position_every_other_action_is_refused_by_a_rule_and_a_whole_sentence(game: Sncf) -> None:
    rng = Random("explain")
    actions = everything(game)
    for players in (3, 6):
        state = game.start(players)
        while state.to_move != OVER:
            if state.to_move != CHANCE and rng.random() < 0.05:
                legal = set(game.legal_actions(state))
                known = game.mask(state, state.to_move)
                for action in rng.sample(actions, 60):
                    if action not in legal:
                        check_refusal(game, game.explain(state, action), game.explain(known, action))
            game.apply(state, game.random_action(state, rng))


def check_refusal(game: Sncf, error: BranchlineError, masked: BranchlineError) -> None:
    assert isinstance(error, RuleViolation)
    assert game.words.fields("refusals", error.rule) <= set(error.values)
    assert str(error).endswith(".")
    assert "{" not in str(error)
    assert error.to_json() == masked.to_json()  # the reason tells no secret


@pytest.mark.parametrize("colour", COLOURS)
def test_the_nearest_hex_that_is_named_is_one_that_may_be_entered(colour: str) -> None:
    at = france()
    for hex in ("o12", "f1", "e15", "a9"):
        values: dict[str, Any] = at.refused(f"build {colour} {hex}").values
        assert at.allows(f"build {colour} {values['nearest']}")


@pytest.mark.rule("build.city")
@pytest.mark.rule("build.rural")
@pytest.mark.rule("build.twice")
def test_a_hex_that_is_full_comes_with_the_nearest_that_is_not() -> None:
    at = france().lay("red", "c9").lay("green", "f7").lay("purple", "g8 f7")
    for colour, hex, rule in (
        ("blue", "c9", "build.city"),
        ("black", "f7", "build.rural"),
        ("green", "f7", "build.twice"),
        ("red", "e9", "build.paris"),
        ("red", "d9", "build.suburb"),
    ):
        refusal = at.refused(f"build {colour} {hex}")
        assert refusal.rule == rule
        assert at.allows(f"build {colour} {refusal.values['nearest']}")
        assert f"Nearest to it, {colour.capitalize()} may enter " in str(refusal)


@pytest.mark.rule("build.box")
def test_an_empty_box_comes_with_the_nearest_hex_of_another_railroad() -> None:
    at = france().drain(1, red=0)
    refusal = at.refused("build red c8")
    assert str(refusal) == "Red's box is empty, so it cannot build. Nearest to it, Blue may enter Amiens."
    assert at.allows("build blue c9")


@pytest.mark.rule("trade.hold")
def test_who_has_nothing_to_sell_is_told_what_he_holds() -> None:
    at = france().hold(0, blue=2, green=1, black=7)
    assert str(at.refused("trade red blue 1")) == (
        "You hold no share of Red to sell; you hold Blue, Green and Black."
    )


@pytest.mark.rule("start.city")
def test_who_starts_in_the_country_is_told_the_nearest_city() -> None:
    at = germany()
    refusal = at.refused("start red g8")
    assert "Nearest to it, Red may start in Berlin." in str(refusal)
