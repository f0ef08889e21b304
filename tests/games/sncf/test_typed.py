"""What people type and read at the terminal: names, several hexes in one line, the map as text."""

from __future__ import annotations

import pytest
from rich.text import Text

from branchline.core.action import Action, from_typed
from branchline.games.sncf.rules.game import Sncf

from .positions import drawn_germany, france, france_game, germany, germany_game


@pytest.mark.parametrize(
    ("line", "actions"),
    [
        ("Build RED Le Havre", [("build", "red", "d6")]),
        (
            "build red, g9, g10, H10",
            [("build", "red", "g9"), ("build", "red", "g10"), ("build", "red", "h10")],
        ),
        ("build red g9 le mans", [("build", "red", "g9"), ("build", "red", "g7")]),
        ("build red evreux", [("build", "red", "e7")]),
        ("Trade Blue Red 2", [("trade", "blue", "red", 2)]),
        ("DONE", [("done",)]),
    ],
)
def test_capitals_commas_names_and_several_hexes_are_understood(line: str, actions: list[Action]) -> None:
    game = france_game()
    assert game.steps(from_typed(line, game.called)) == actions


def test_a_start_is_understood_by_the_name_of_its_city() -> None:
    game = germany_game()
    assert game.steps(from_typed("start Green frankfurt (oder)", game.called)) == [("start", "green", "g10")]


@pytest.mark.parametrize("game", [france_game(), germany_game()], ids=["france", "germany"])
def test_the_examples_of_help_mean_something_on_this_board(game: Sncf) -> None:
    examples = game.words.groups["examples"]
    assert 4 <= len(examples) <= 7
    for line in examples:
        for action in game.steps(from_typed(line, game.called)):
            assert game.called(action[0], 1) or action == ("done",)
            assert all(part in game.tables.index for part in action[2:] if action[0] == "build")


def test_the_prompt_says_how_many_cubes_are_left() -> None:
    at = france()
    assert at.game.looks.prompt(at.game.looks.view(at.state, 0)) == ""
    at.do("build red c8")
    assert at.game.looks.prompt(at.game.looks.view(at.state, 0)) == "4 left, 'done' ends it"


def plain(game: Sncf, view: object) -> str:
    return Text.from_markup(game.looks.text(view)).plain


def test_the_map_as_text_has_names_the_goal_and_heavy_lines() -> None:
    text = plain(france_game(), None)
    assert "o12 ★Marseille 4" in text
    assert "Track in ★ Marseille ends the game." in text
    assert "e6 Caen – d6 Le Havre" in text
    assert "·┃(1)" in text.replace(" ", "")  # between d5 and Le Havre
    assert "★4★" in text


def test_names_are_a_part_of_their_own_that_does_not_change() -> None:
    at = germany()
    before = plain(at.game, at.game.looks.view(at.state, 0)).split("\n\n")
    at.do("start red g9")
    after = plain(at.game, at.game.looks.view(at.state, 0)).split("\n\n")
    assert len(before) == len(after) == 4
    assert before[0] == after[0]
    assert before[1] != after[1]


def test_counts_of_one_are_singular() -> None:
    at = france().hold(0, red=1).lay("red", "d7")
    text = plain(at.game, at.game.looks.view(at.state, 0))
    assert "1 share " in text
    assert "= 1 point\n" in text
    at.do("build red d6")
    at.drain(1, red=1)
    assert "Red is building: 1 cube left" in plain(at.game, at.game.looks.view(at.state, 0))


def test_there_is_no_build_to_end_before_the_first_cube() -> None:
    for at in (france(), germany().lay("red", "g9")):
        assert "'done' comes after the last" in str(at.refused("done"))


def test_a_heavy_line_without_a_name_is_told_as_one() -> None:
    at = drawn_germany("1 . 2 . .\n. . . . .", heavy="a1-a2").lay("red", "a1")
    assert str(at.refused("build red a2")) == (
        "A heavy line lies between yellow-a1 and a2: they are not neighbours. "
        "Nearest to it, Red may enter b1."
    )
