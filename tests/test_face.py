"""The public face: what `branchline` offers is there, documented, and pleasant at a prompt."""

from __future__ import annotations

import ast
import inspect
import sys
from types import ModuleType
from typing import Any, assert_type

import pytest

import branchline
from branchline import bots
from branchline.core import action, game, record
from branchline.core.game import AnyGame
from branchline.games import load
from branchline.games.bridgetown.rules.game import Bridgetown
from branchline.games.koplopers.rules.game import Koplopers
from branchline.games.sncf.rules.game import Sncf
from branchline.games.string_railway.rules.game import StringRailway

NAMES = sorted(set(branchline.__all__) - {"__version__", "bots"})
CLASSES = [name for name in NAMES if inspect.isclass(getattr(branchline, name))]
CONSTANTS: list[tuple[ModuleType, str]] = [
    (branchline, "__version__"),
    (sys.modules["branchline.games"], "GAMES"),
    (game, "CHANCE"),
    (game, "OVER"),
    (action, "Action"),
    *((bots.bot, name) for name in ("BOTS", "USUAL", "Bot")),
]


def plain_enough(found: Any) -> bool:
    """An example that runs (tests/test_docs.py runs them all), or one line."""
    text = inspect.getdoc(found) or ""
    return ">>>" in text or len(text.splitlines()) == 1


def test_every_public_name_is_there_and_in_the_listing() -> None:
    for name in branchline.__all__:
        assert hasattr(branchline, name)
        assert name in dir(branchline)
    with pytest.raises(AttributeError, match="no attribute 'fly'"):
        branchline.fly  # noqa: B018 - asking is the test


def test_every_public_name_has_an_example_or_one_line() -> None:
    told = {name for _, name in CONSTANTS}
    found = [getattr(branchline, name) for name in NAMES if name not in told]
    found += [branchline, bots, *(getattr(bots, name) for name in bots.__all__ if name not in told)]
    assert [each for each in found if not plain_enough(each)] == []


@pytest.mark.parametrize(("module", "name"), CONSTANTS, ids=lambda each: getattr(each, "__name__", each))
def test_every_public_constant_says_what_it_is(module: ModuleType, name: str) -> None:
    """By a comment `#:`, which the reference prints, above it or behind it."""
    lines = inspect.getsource(module).splitlines()
    for node in ast.parse("\n".join(lines)).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(each, ast.Name) and each.id == name for each in targets):
            assert "#: " in lines[node.lineno - 1] or lines[node.lineno - 2].startswith("#: ")
            return
    raise AssertionError(f"{module.__name__} has no {name}")


@pytest.mark.parametrize("name", CLASSES)
def test_every_public_method_says_what_it_does(name: str) -> None:
    kind = getattr(branchline, name)
    own = [each for each in vars(kind).items() if not each[0].startswith("_")]
    silent = [key for key, each in own if callable(each) and not inspect.getdoc(getattr(kind, key))]
    assert silent == []


def test_a_game_is_loaded_with_its_own_type() -> None:
    """`assert_type` is judged by mypy: a state has its game's own fields, without a cast."""
    assert_type(load("sncf-germany"), Sncf)
    assert_type(load("bridgetown"), Bridgetown)
    assert_type(load("koplopers"), Koplopers)
    assert_type(load("string-railway"), StringRailway)
    rules = load("sncf-france")
    assert assert_type(rules.start(players=3).phase, int) >= 0
    assert_type(load(rules.id), AnyGame)


def test_a_state_at_a_prompt_says_who_is_to_move_and_its_digest() -> None:
    state = load("sncf-france").start(players=4)
    assert repr(state) == f"<SncfState: 4 players, chance to draw, ~{record.digest(state)}>"
    state.to_move = 2
    assert "seat 2 to move" in repr(state)
    state.to_move = branchline.OVER
    assert "over" in repr(state)


@pytest.mark.parametrize("game_id", branchline.GAMES)
def test_every_state_is_brief_and_every_show_is_text_and_picture(game_id: str) -> None:
    rules = load(game_id)
    state = rules.start(players=rules.seats[0])
    assert repr(state) == record.brief(state)
    shown = rules.show(state)
    assert "[/" not in repr(shown) and repr(shown) == str(shown)
    assert len(repr(shown).splitlines()) > 3
    assert shown._repr_svg_().startswith("<svg")
