"""What every game inherits, on a game so small that all of it can be seen."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from branchline.core.board import shipped_board
from branchline.core.errors import BadAction, BranchlineError, Refused, over
from branchline.core.game import CHANCE, OVER, Action, Game, Option, Options, Say, silent, winners


@dataclass(slots=True)
class Coins:
    """Each seat in turn takes one or two of what chance has laid out; whoever takes the last wins."""

    to_move: int
    players: int
    left: int
    took: list[int]

    def copy(self) -> Coins:
        return Coins(self.to_move, self.players, self.left, self.took[:])


class Nim(Game[Coins]):
    name, seats, longest = "Nim", range(2, 4), 20
    options = (Option("most", ("2", "3")),)
    most = 2

    def setup(self, players: int, options: Options) -> Coins:
        return Coins(CHANCE, players, 0, [0] * players)

    def chance(self, state: Coins) -> list[tuple[Action, int]]:
        return [(("lay", coins), coins) for coins in (5, 7)]

    def legal_actions(self, state: Coins) -> list[Action]:
        if state.to_move == OVER:
            raise over()
        if state.to_move == CHANCE:
            return [action for action, _ in self.chance(state)]
        return [("take", coins) for coins in range(1, min(self.most, state.left) + 1)]

    def apply(self, state: Coins, action: Action, say: Say = silent) -> None:
        if state.to_move == OVER:
            raise over()
        if action[0] == "lay":
            state.left, state.to_move = action[1], 0
            return
        state.left -= action[1]
        say("took", state.to_move, action[1])
        state.took[state.to_move] += 1
        state.to_move = OVER if not state.left else (state.to_move + 1) % state.players

    def scores(self, state: Coins) -> list[tuple[int, ...]]:
        return [(took,) for took in state.took]


def nim() -> Nim:
    words = {
        "events": {"took": "{0:seat} takes {1:points}."},
        "options": {"most": "How many at a time.", "most.2": "Two.", "most.3": "Three."},
        "ui": {"about.nim": "Take one coin or two."},
    }
    return Nim("nim", shipped_board('{"id": "table"}'), words)


def test_show_refuses_a_seat_that_the_game_does_not_have() -> None:
    game = nim()
    state = game.start(2)
    assert "left" in str(game.show(state, 1))
    for seat in (2, -1, "a", True):
        with pytest.raises(BranchlineError, match="a seat of this game is 0 to 1, or None for a spectator"):
            game.show(state, seat)  # type: ignore[arg-type]


def test_a_draw_follows_its_weights() -> None:
    game, rng = nim(), Random(1)
    state = game.start(2)
    drawn = [game.draw(state, rng)[1] for _ in range(6000)]
    assert abs(drawn.count(7) / 6000 - 7 / 12) < 0.03


def test_start_refuses_what_the_game_does_not_have() -> None:
    game = nim()
    with pytest.raises(BranchlineError, match="is for 2 to 3 players, not for 9"):
        game.start(9)
    with pytest.raises(BranchlineError, match="has no option 'colour'; it has most"):
        game.start(2, colour="red")
    with pytest.raises(BranchlineError, match="is one of 2, 3, not '4'"):
        game.start(2, most="4")


def test_check_refuses_after_the_end_and_what_cannot_be_drawn() -> None:
    game = nim()
    state = game.start(2)
    with pytest.raises(BadAction, match="not among what can be drawn"):
        game.check(state, ("lay", 6))
    game.apply(state, ("lay", 5))
    with pytest.raises(BadAction, match="is not possible now"):
        game.check(state, ("take", 3))
    for coins in (2, 2, 1):
        game.apply(state, ("take", coins))
    with pytest.raises(Refused, match="the game is over"):
        game.check(state, ("take", 1))
    with pytest.raises(Refused, match="the game is over"):
        game.draw(state, Random(1))


def test_a_list_is_told_that_an_action_is_a_tuple() -> None:
    game = nim()
    state = game.start(2, most=3)  # type: ignore[arg-type]  # a number that says the same is taken
    game.apply(state, ("lay", 5))
    with pytest.raises(BadAction, match="an action is a tuple"):
        game.check(state, ["take", 1])  # type: ignore[arg-type]


def test_nothing_is_drawn_while_a_seat_is_to_move() -> None:
    game = nim()
    state = game.start(2)
    game.apply(state, ("lay", 5))
    with pytest.raises(Refused, match="nothing is to be drawn: a seat is to move"):
        game.draw(state, Random(1))


def test_what_is_said_in_another_way_is_taken_as_the_listed_action(monkeypatch: pytest.MonkeyPatch) -> None:
    game = nim()
    state = game.start(2)
    monkeypatch.setattr(Nim, "meant", lambda self, state, action: ("take", action[-1]))
    with pytest.raises(BadAction, match="not among what can be drawn"):
        game.accept(state, ("please", "take", 1))
    game.apply(state, ("lay", 5))
    assert game.accept(state, ("take", 1)) == ("take", 1)
    assert game.accept(state, ("please", "take", 2)) == ("take", 2)
    with pytest.raises(BadAction, match="'take 9' is not possible now"):
        game.accept(state, ("please", "take", 9))


def test_equal_scores_share_the_win() -> None:
    assert winners([(3, 0), (3, 1), (3, 1)]) == [1, 2]


def test_sentences_name_seats_and_sign_points() -> None:
    words = nim().words
    assert words.event(("took", 1, 2), ["Anna", "Ben"]) == "Ben takes +2."
    assert words.event(("took", 1, -2)) == "Seat 2 takes −2."
    assert words.fields("events", "took") == {"0", "1"}
