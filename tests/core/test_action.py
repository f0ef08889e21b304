"""Actions as text and as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline.core.action import from_json, from_text, from_typed, next_words, to_text
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


PLACES = {"red": "Red", "d6": "Le Havre", "e7": "Évreux", "l3": "Frankfurt (Main)", "g9": "g9", "R1": "R1"}
PLACES["rouen"] = "Rouen & Cie"  # whose first word is an id
PLACES |= {"RN-LH#1": "RN-LH#1", "RN-LH.1": "RN-LH.1"}  # which differ by a mark alone


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("build red LE HAVRE", "build red d6"),
        ("build red le-havre", "build red d6"),
        ("build red evreux", "build red e7"),
        ("start red frankfurt (main)", "start red l3"),
        ("build red rouen & cie", "build red rouen"),
        ("build red rouen", "build red rouen"),
        ("Build Red G9", "build red g9"),
        ("build red rn-lh#1", "build red RN-LH#1"),
        ("build red, g9,e7", "build red g9 e7"),
        ("DRIVE r1 5", "drive R1 5"),
        ("lay short 1,2;3,4", "lay short 1,2;3,4"),
        ("place town 1,2 3", "place town 1,2 3"),
        ("build red le mans", "build red le mans"),
        ("build red Frankfurt", "build red l3"),
        ("build red frankfurt le havre", "build red l3 d6"),
        ("drive le 5", "drive d6 5"),
    ],
)
def test_capitals_commas_and_printed_names_are_understood(typed: str, said: str) -> None:
    assert to_text(from_typed(typed, lambda verb, place: PLACES)) == said


def test_where_a_name_stands_for_two_things_the_verb_decides() -> None:
    def called(verb: str, place: int) -> dict[str, str]:
        return {"Vl": "Venlo"} if verb == "build" else {"Vl": "Venlo", "D7": "Venlo"}

    assert from_typed("build venlo", called) == ("build", "Vl")
    assert from_typed("disrupt venlo", called) == ("disrupt", "venlo"), "it could be either"


def test_next_words_are_listed_once_in_order() -> None:
    legal = [("build", "red", "a1"), ("build", "red", "a2"), ("trade", "red", "blue", 1), ("done",)]
    assert next_words(legal, ()) == ["build", "trade", "done"]
    assert next_words(legal, ("build", "red")) == ["a1", "a2"]
    assert next_words(legal, ("trade", "red", "blue", 1)) == []
