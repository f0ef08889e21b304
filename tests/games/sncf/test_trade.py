"""Chapter "Sell and buy": one share out, one or two of another railroad in."""

from __future__ import annotations

from random import Random

import pytest

from branchline.core.errors import RuleViolation
from branchline.core.game import OVER, Action
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import COLOURS, SncfState

from .positions import france, france_game, germany, germany_game


@pytest.mark.rule("trade.shares")
def test_jay_sells_a_blue_and_buys_two_reds() -> None:
    at = france().hold(0, blue=4, green=6)
    red, blue = at.box("red"), at.box("blue")
    assert at.do("trade blue red 2") == [("traded", 0, "blue", "red", 2)]
    assert at.hand(0) == [2, 3, 6, 0, 0, 0]
    assert (at.box("red"), at.box("blue")) == (red - 2, blue + 1)
    assert at.state.shares[0] == 11
    assert at.state.to_move == 1


@pytest.mark.rule("trade.shares")
def test_one_may_buy_one_where_two_are_there() -> None:
    at = france()
    at.do("trade blue red 1")
    assert at.hand(0) == [3, 1, 2, 2, 1, 1]
    assert at.state.shares[0] == 10


@pytest.mark.rule("trade.shares")
def test_every_pair_of_two_railroads_is_offered_with_one_and_with_two() -> None:
    at = france()
    offered = {action for action in at.game.legal_actions(at.state) if action[0] == "trade"}
    assert offered == {("trade", a, b, n) for a in COLOURS for b in COLOURS if a != b for n in (1, 2)}


@pytest.mark.rule("trade.shares")
def test_only_sales_that_a_purchase_completes_are_offered() -> None:
    at = germany().lay("red", "g9").hold(0, red=10).drain(1, blue=0, green=0, yellow=0, purple=0, black=0)
    assert at.verbs() == {"build"}  # red alone has cubes in its box, and red alone could be sold
    assert at.refused("trade red blue 1").rule == "trade.box"
    at.turn_of(1)
    assert {action[2] for action in at.game.legal_actions(at.state) if action[0] == "trade"} == {"red"}


@pytest.mark.rule("trade.count")
@pytest.mark.parametrize("count", [0, 3, 5])
def test_one_buys_one_or_two_shares(count: int) -> None:
    violation = france().refused(f"trade blue red {count}")
    assert violation.rule == "trade.count"
    assert f"not {count}" in str(violation)


@pytest.mark.rule("trade.other")
@pytest.mark.parametrize("count", [1, 2])
def test_what_is_sold_may_not_be_bought_in_the_same_turn(count: int) -> None:
    violation = france().refused(f"trade blue blue {count}")
    assert violation.rule == "trade.other"
    assert "Blue" in str(violation)


@pytest.mark.rule("trade.other")
def test_what_is_sold_may_be_bought_back_in_a_later_turn() -> None:
    at = france()
    at.do("trade blue red 1", "trade blue red 1", "trade blue red 1", "trade red blue 1")
    assert at.hand(0) == [2, 2, 2, 2, 1, 1]


@pytest.mark.rule("trade.hold")
def test_one_sells_only_what_one_holds() -> None:
    at = france().hold(0, red=10)
    violation = at.refused("trade blue red 1")
    assert violation.rule == "trade.hold"
    assert "no share of Blue" in str(violation)


@pytest.mark.rule("trade.box")
@pytest.mark.parametrize(("left", "count"), [(0, 1), (0, 2), (1, 2)])
def test_one_buys_only_what_the_box_holds(left: int, count: int) -> None:
    at = france().drain(1, red=left)
    violation = at.refused(f"trade blue red {count}")
    assert violation.rule == "trade.box"
    held = "1 share" if left == 1 else f"{left} shares"
    assert str(violation) == f"Red's box holds {held}, so you cannot buy {count}."


@pytest.mark.rule("trade.box")
def test_the_last_share_in_a_box_can_be_bought() -> None:
    at = france().drain(1, red=1)
    at.do("trade blue red 1")
    assert at.box("red") == 0


@pytest.mark.rule("trade.shares")
def test_shares_of_an_unstarted_railroad_are_bought_and_sold_like_others() -> None:
    at = germany().lay("red", "g9")
    at.do("trade green blue 2")
    at.do("trade blue green 1")
    assert at.hand(0) == [2, 4, 1, 2, 1, 1]


@pytest.mark.rule("trade.shares")
def test_a_seat_never_holds_fewer_shares_than_it_was_dealt() -> None:
    at = france(6)
    for seat in range(6):
        at.do(f"trade red blue {1 + seat % 2}")
    assert at.state.shares == [5, 6, 5, 6, 5, 6]


@pytest.mark.rule("trade.hold", "trade.other", "trade.box")
@pytest.mark.parametrize("game", [france_game(), germany_game()], ids=lambda game: game.id)
def test_the_view_names_the_rule_that_forbids_to_sell_or_buy(game: Sncf) -> None:
    """What the page says beside a button is what the rules would answer."""
    rng, seen = Random("reasons"), set()
    for _ in range(2):
        state = game.start(3)
        while state.to_move != OVER:
            seat = state.to_move
            legal = [action for action in game.legal_actions(state) if action[0] == "trade"]
            for each in game.looks.view(game.mask(state, seat), seat)["railroads"] if legal else ():
                colour, trade = each["id"], each["trade"]
                assert (trade["sell"] == "") == any(sold == colour for _, sold, _, _ in legal)
                seen.add(trade["sell"])
                for count, rule in enumerate(trade["buy"], start=1):
                    assert (rule == "") == any(action[2:] == (colour, count) for action in legal)
                    others = [other for other in COLOURS if other != colour]
                    why = {refused(game, state, ("trade", other, colour, count)) for other in others}
                    assert rule in why
                    seen.add(rule)
            game.apply(state, game.random_action(state, rng))
    assert seen == {"", "trade.hold", "trade.box"}


def refused(game: Sncf, state: SncfState, action: Action) -> str:
    """The rule that an action breaks, or ""."""
    try:
        game.check(state, action)
    except RuleViolation as violation:
        return violation.rule
    return ""
