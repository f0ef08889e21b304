"""Actions as text and as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline.core.action import from_json, from_text, next_words, to_text, with_ids
from branchline.core.errors import BadAction

ids = st.from_regex(r"[a-z][a-z0-9_.#-]{0,8}", fullmatch=True)
numbers = st.integers(-(10**17), 10**17)
points = st.tuples(numbers, numbers)
arguments = st.one_of(ids, numbers, points, st.lists(points, min_size=0, max_size=4).map(tuple))
actions = st.builds(lambda verb, rest: (verb, *rest), ids, st.lists(arguments, max_size=4))


@given(actions)
def test_an_action_survives_its_text(action: tuple[Any, ...]) -> None:
    assert from_text(to_text(action)) == action


@given(actions)
def test_an_action_survives_json(action: tuple[Any, ...]) -> None:
    assert from_json(json.loads(json.dumps(action))) == action


@given(st.text(max_size=60))
def test_any_text_is_an_action_or_is_refused_with_a_sentence(text: str) -> None:
    try:
        action = from_text(text)
    except BadAction as error:
        assert str(error)
    else:
        assert from_text(to_text(action)) == action


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@given(json_values)
def test_any_json_is_an_action_or_is_refused_with_a_sentence(data: Any) -> None:
    try:
        action = from_json(data)
    except BadAction as error:
        assert str(error)
    else:
        assert isinstance(action[0], str)


@pytest.mark.parametrize(
    "text", ["", "  ", "3 build", "1,2 build", "build 1,2,3", "build a,b", "build 1;2", "build x;"]
)
def test_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(BadAction):
        from_text(text)


def test_a_list_of_one_point_is_not_a_point() -> None:
    assert to_text(("lay", ((1, 2),))) == "lay 1,2;"
    assert to_text(("lay", (1, 2))) == "lay 1,2"


def test_printed_names_become_ids_without_accents_and_case() -> None:
    names = {"d6": "Le Havre", "e7": "Évreux", "l3": "Frankfurt (Main)"}
    assert with_ids("build red LE HAVRE", names) == "build red d6"
    assert with_ids("build red evreux", names) == "build red e7"
    assert with_ids("start red frankfurt (main)", names) == "start red l3"
    assert with_ids("build red le mans", names) == "build red le mans"


def test_next_words_are_listed_once_in_order() -> None:
    legal = [("build", "red", "a1"), ("build", "red", "a2"), ("trade", "red", "blue", 1), ("done",)]
    assert next_words(legal, ()) == ["build", "trade", "done"]
    assert next_words(legal, ("build", "red")) == ["a1", "a2"]
    assert next_words(legal, ("trade", "red", "blue", 1)) == []
