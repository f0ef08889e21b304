"""The conformance suite finds every clause of the contract that is broken, and says what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from branchline import load
from branchline.core.errors import BadAction
from branchline.core.game import CHANCE
from branchline.core.words import Words
from branchline.testing import CLAUSES, conform
from tests.core.test_game import Coins, Nim, nim

PAGE = Path(__file__).parent.parent / "docs" / "add-a-game.md"
Spoiler = Callable[[Nim], Any]


def put(thing: Any, name: str, how: Callable[..., Any]) -> None:
    """Let a game, its looks or its mind answer otherwise; `how` is given the honest answer first."""
    honest = getattr(thing, name)
    setattr(thing, name, lambda *given, **more: how(honest(*given, **more), *given))


def without(group: str, key: str) -> Spoiler:
    def spoil(game: Nim) -> None:
        groups = {name: dict(words) for name, words in game.words.groups.items()}
        del groups[group][key]
        game.words = Words(groups)

    return spoil


def changed(**values: Any) -> Callable[[Any, Any], Any]:
    """A state with other values."""

    def change(state: Any, *_: Any) -> Any:
        for name, value in values.items():
            setattr(state, name, value)
        return state

    return change


def shifty(game: Nim) -> None:
    """It does something else every time."""
    honest, times = game.apply, count()

    def apply(state: Coins, action: Any, say: Any = lambda *_: None) -> None:
        honest(state, action, say)
        if state.to_move >= 0:
            state.took[0] += next(times)

    setattr(game, "apply", apply)  # noqa: B010 - a method is not assigned to


def endless(game: Nim) -> None:
    game.longest = 2


def leaping(game: Nim) -> None:
    honest = game.apply

    def apply(state: Coins, action: Any, say: Any = lambda *_: None) -> None:
        honest(state, action, say)
        if state.to_move >= 0:
            state.to_move = 7

    setattr(game, "apply", apply)  # noqa: B010


def sharing(game: Nim) -> None:
    class Shared(Coins):
        def copy(self) -> Coins:
            return Shared(self.to_move, self.players, self.left, self.took)

    put(game, "setup", lambda state, *_: Shared(state.to_move, state.players, state.left, state.took))


def listed(found: Any, *_: Any) -> Any:
    return found if len(found) > 2 else found * 2


def drawn_in_secret(game: Nim) -> None:
    put(game, "shown", lambda action, *_: ("lay", "?") if action[0] == "lay" else action)


SPOILT: dict[str, Spoiler] = {
    "about": without("ui", "about.nim"),
    "words": without("events", "took"),
    "players": lambda game: put(game, "setup", changed(players=5)),
    "to_move": leaping,
    "copy": sharing,
    "legal_actions": lambda game: put(game, "legal_actions", listed),
    "apply": shifty,
    "check": lambda game: setattr(game, "check", lambda state, action: None),
    "explain": lambda game: put(game, "explain", lambda *_: BadAction("")),
    "meant": lambda game: put(game, "meant", lambda *_: ("take", 99)),
    "actions": lambda game: put(game, "chance", lambda *_: [(("lay", 5.0), 1), (("lay", 7.0), 1)]),
    "over": lambda game: setattr(game, "draw", lambda state, rng: ("lay", 5)),
    "longest": endless,
    "scores": lambda game: put(game, "scores", lambda scores, *_: scores[1:]),
    "chance": lambda game: put(game, "chance", lambda outcomes, *_: [(each, 0.5) for each, _ in outcomes]),
    "mask": lambda game: put(game, "mask", changed(left=1)),
    "shown": lambda game: put(game, "shown", lambda action, *_: action if action[0] == "lay" else ("?",)),
    "reveals": drawn_in_secret,
    "guess": lambda game: put(game, "guess", changed(left=1)),
    "view": lambda game: put(game.looks, "view", lambda view, *_: {**view, "seats": []}),
    "text": lambda game: put(game.looks, "text", lambda *_: ""),
    "position": lambda game: put(game.looks, "position", lambda *_: [("Now", [])]),
    "where": lambda game: put(game.looks, "places", lambda *_: {"here": "Here"}),
    "picture": lambda game: put(game.looks, "picture", lambda *_: "<svg/>"),
    "ledger": lambda game: put(game.looks, "ledger", lambda *_: [("one", 1)]),
    "advise": lambda game: put(game.mind, "advise", lambda *_: ("take", 99)),
    "plans": lambda game: put(game.mind, "plans", lambda *_: []),
    "outlook": lambda game: put(game.mind, "outlook", lambda *_: [1.0]),
    "playout": lambda game: put(game.mind, "playout", lambda *_: [1.0]),
    "record": lambda game: put(game, "setup", changed(took={0: 0, 1: 0}, left={1})),
}


DRAWN_OR_PLANNED = ("text", "position", "where", "picture", "ledger", "advise", "plans", "outlook", "playout")


def test_a_small_game_of_ones_own_conforms() -> None:
    for seed in range(20):
        for players in (2, 3):
            conform(nim(), players, seed, rate=1, plan_rate=1)


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_broken_clause_is_named_with_what_to_do(clause: str) -> None:
    game = nim()
    SPOILT[clause](game)
    with pytest.raises(AssertionError, match=rf"^nim, 2 players, .*: {clause}: ") as raised:
        for seed in range(40):
            conform(game, 2, seed, rate=1, plan_rate=clause in DRAWN_OR_PLANNED)
    assert CLAUSES[clause] in str(raised.value)


def test_every_clause_stands_in_the_docs_and_can_be_broken() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert rows == list(CLAUSES) == list(SPOILT)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (without("options", "most.3"), "'options' has no 'most.3'"),
        (lambda game: put(game.looks, "view", lambda *_: {"seats": {1, 2}}), "does not survive JSON"),
        (lambda game: put(game, "scores", lambda *_: [[1], [2]]), "the scores are"),
        (lambda game: put(game.mind, "outlook", lambda *_: [0.5, 0.6]), "add up to"),
        (lambda game: put(game, "legal_actions", lambda *_: []), "nothing that may be done"),
        (lambda game: setattr(game, "explain", lambda state, action: {}[action]), "raises KeyError"),
    ],
)  # fmt: skip
def test_a_clause_is_broken_in_more_than_one_way(spoil: Spoiler, says: str) -> None:
    game = nim()
    spoil(game)
    with pytest.raises(AssertionError, match=says):
        for seed in range(20):
            conform(game, 2, seed, rate=1, plan_rate=1)


def test_a_sentence_that_asks_for_what_is_not_there_is_found() -> None:
    game = nim()
    game.words = Words({**game.words.groups, "events": {"took": "{0:seat} takes {3}."}})
    with pytest.raises(AssertionError, match=r"'took' in 'events' does not fit its values \[0, 1\]"):
        conform(game, 2, 1, rate=1)


def test_whoever_plays_a_game_without_its_sentence_gets_the_bare_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = nim()
    without("events", "took")(game)
    game.words.of = "nim"
    assert [game.words.event(("took", 1, 2)) for _ in range(2)] == ["took 1 2"] * 2
    assert caplog.messages == [
        "words/en.json of nim has no good sentence 'took' in 'events': KeyError('took')"
    ]
    assert str(game.violation("take.most", most=2)) == "take.most 2"


def test_sncf_with_six_seats_conforms_without_being_told_anything() -> None:
    state = conform(load("sncf-france"), 6, 1)
    assert state.players == 6 and state.to_move != CHANCE


def test_an_error_of_the_game_itself_is_told_with_game_seed_and_step() -> None:
    game = nim()
    put(game, "scores", lambda found, *_: [points for (points,) in found])
    with pytest.raises(AssertionError, match=r"nim, 2 players, options .*, seed 1, step \d+: the game fails"):
        conform(game, 2, 1)
