"""Chapter "Hidden hands": what each seat may know, and worlds that fit it."""

from __future__ import annotations

from random import Random

import pytest

from branchline.core.errors import Refused, RuleViolation
from branchline.core.game import CHANCE, OVER
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.hidden import UNKNOWN
from branchline.games.sncf.rules.state import COLOURS, DEAL, LOCOMOTIVE, SncfState

from .positions import Position, france, france_game, germany_game

GAMES = [pytest.param(france_game(), id="france"), pytest.param(germany_game(), id="germany")]


def played(game: Sncf, seed: str, actions: int, players: int = 4, **options: str) -> SncfState:
    """A state after so many random actions, chance included, or the end of that game."""
    rng, state = Random(seed), game.start(players, **options)
    for _ in range(actions):
        if state.to_move == OVER:
            break
        game.apply(state, game.random_action(state, rng))
    return state


# --- mask and view


@pytest.mark.rule("hidden.hands")
@pytest.mark.parametrize("hidden", ["strict", "tally"])
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_a_seat_sees_its_own_hand_alone(hidden: str, seat: int | None) -> None:
    at = france(hidden=hidden)
    known = at.game.mask(at.state, seat)
    view = at.game.looks.view(known, seat)
    for other in range(3):
        hand = known.hands[other * 6 : other * 6 + 6]
        if other == seat:
            assert hand == at.hand(other)
            assert view["seats"][other]["hand"] == dict(zip(COLOURS, hand, strict=True))
            assert view["seats"][other]["points"] == 0
        else:
            assert hand == [UNKNOWN] * 6
            assert view["seats"][other]["hand"] is None
            assert view["seats"][other]["points"] is None


@pytest.mark.rule("hidden.hands")
def test_a_mask_leaves_the_true_state_as_it_is() -> None:
    at = france()
    before = at.state.copy()
    at.game.mask(at.state, 0).hands[0] = 9
    assert at.state == before


@pytest.mark.rule("hidden.hands")
@pytest.mark.parametrize("game", GAMES)
def test_at_the_end_all_hands_are_shown(game: Sncf) -> None:
    state = played(game, "end", 5000)
    assert state.to_move == OVER
    for seat in (0, 3, None):
        assert game.mask(state, seat) == state
        view = game.looks.view(game.mask(state, seat), seat)
        assert [each["points"] for each in view["seats"]] == [score[0] for score in game.scores(state)]


@pytest.mark.rule("hidden.public")
def test_boxes_track_values_and_the_size_of_each_hand_are_public() -> None:
    at = france().lay("red", "c8 b8 a9")
    at.do("trade blue red 2")
    view = at.game.looks.view(at.game.mask(at.state, None), None)
    assert [seat["shares"] for seat in view["seats"]] == [11, 10, 10]
    red = view["railroads"][0]
    assert red["id"] == "red"
    assert red["box"] == at.box("red") == 31 - 6 - 3 - 2
    assert red["value"] == 2
    assert set(red["track"]) == {"d8", "c8", "b8", "a9"}


@pytest.mark.rule("hidden.public")
def test_the_penalty_follows_from_the_size_of_a_hand_and_is_public() -> None:
    at = france(6).hold(1, red=12)
    seats = at.game.looks.view(at.game.mask(at.state, 0), 0)["seats"]
    assert [seat["penalty"] for seat in seats] == [0, 40, 0, 0, 0, 0]


@pytest.mark.rule("hidden.tally")
def test_the_tally_shows_what_each_seat_bought_and_sold_and_only_with_its_option() -> None:
    for hidden in ("strict", "tally", "open"):
        at = france(hidden=hidden)
        at.do("trade blue red 2", "trade red green 1", "trade red green 1", "trade green red 1")
        tallies = [seat["tally"] for seat in at.game.looks.view(at.game.mask(at.state, 2), 2)["seats"]]
        if hidden == "tally":
            assert list(tallies[0].values()) == [3, -1, -1, 0, 0, 0]
            assert list(tallies[1].values()) == [-1, 0, 1, 0, 0, 0]
        else:
            assert tallies == [None, None, None]


@pytest.mark.rule("hidden.open")
def test_with_open_hands_everybody_sees_everything() -> None:
    at = france(hidden="open")
    for seat in (0, 2, None):
        assert at.game.mask(at.state, seat) == at.state
        assert all(each["hand"] for each in at.game.looks.view(at.game.mask(at.state, seat), seat)["seats"])


@pytest.mark.parametrize("hidden", ["strict", "tally", "open"])
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_may_do_the_same_on_what_it_knows_as_on_the_truth(game: Sncf, hidden: str) -> None:
    rng, state = Random("same"), game.start(5, hidden=hidden)
    while state.to_move != OVER:
        seat = state.to_move
        action = game.random_action(state, rng)
        if seat != CHANCE:
            known = game.mask(state, seat)
            assert game.legal_actions(known) == game.legal_actions(state)
            game.apply(known, action)
            after = state.copy()
            game.apply(after, action)
            if after.to_move != OVER:
                assert known == game.mask(after, seat)
        game.apply(state, action)


# --- the deal


@pytest.mark.rule("hidden.deal")
def test_a_dealt_cube_is_seen_by_its_owner_alone() -> None:
    game = france_game()
    for hidden, seen in (("strict", "?"), ("tally", "?"), ("open", "red")):
        state = game.start(3, hidden=hidden)
        assert game.shown(state, ("deal", 1, "red"), 1) == ("deal", 1, "red")
        assert game.shown(state, ("deal", 1, "red"), 0) == ("deal", 1, seen)
        assert game.shown(state, ("deal", 1, "red"), None) == ("deal", 1, seen)


@pytest.mark.rule("hidden.deal")
@pytest.mark.parametrize(
    "action",
    [("suburb", "red", "d8"), ("locomotive", 1), ("build", "red", "c8"), ("trade", "red", "blue", 2)],
)
def test_all_other_actions_are_public(action: tuple[str | int, ...]) -> None:
    at = france()
    assert at.game.shown(at.state, action, None) == action


@pytest.mark.rule("hidden.deal")
def test_during_the_deal_nobody_sees_the_bag() -> None:
    game = germany_game()
    state = played(game, "deal", 9)
    assert state.phase == DEAL
    for seat in (0, 1, None):
        known = game.mask(state, seat)
        assert known.box == [UNKNOWN] * 6
        assert [each["box"] for each in game.looks.view(known, seat)["railroads"]] == [None] * 6
    while state.phase != LOCOMOTIVE:
        game.apply(state, game.draw(state, Random(0)))
    assert game.mask(state, 0).box == state.box


# --- guess


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("hidden", ["strict", "tally", "open"])
def test_a_guess_fits_what_the_seat_knows_and_keeps_all_public_sums(game: Sncf, hidden: str) -> None:
    for number in range(0, 200, 3):
        state = played(game, f"guess {number}", number, 3 + number % 4, hidden=hidden)
        for seat in (0, 2, None):
            known = game.mask(state, seat)
            world = game.guess(known, seat, Random(number))
            assert game.mask(world, seat) == known
            check_world(game, world)


def check_world(game: Sncf, world: SncfState) -> None:
    """No cube is lost, hands are as large as known, and every hand could have made its trades."""
    suburb = 0 if game.germany else 1
    for railroad in range(6):
        laid = max(0, world.track[railroad].bit_count() - suburb)
        assert world.box[railroad] + laid + sum(world.hands[railroad::6]) == game.tables.cubes
    assert min(world.box) >= 0
    for seat in range(world.players):
        assert sum(world.hands[seat * 6 : seat * 6 + 6]) == world.shares[seat]
    for held, net, low in zip(world.hands, world.net, world.low, strict=True):
        dealt = held - net
        assert dealt + low >= 0  # at its lowest point too the seat held no less than nothing


@pytest.mark.rule("hidden.public")
def test_a_guess_gives_each_seat_what_it_is_proved_to_hold() -> None:
    """Seat 1 buys two reds, sells one of them and a blue: one red it must have."""
    at = france()
    at.do("trade green black 1", "trade blue red 2", "trade green black 1")
    at.do("trade black green 1", "trade red green 1", "trade black green 1")
    known = at.game.mask(at.state, 0)
    for number in range(300):
        hand = at.game.guess(known, 0, Random(number)).hands[6:12]
        assert hand[0] >= 1
        assert hand[2] >= 1


def test_guesses_differ_and_each_share_may_be_anywhere() -> None:
    at = france()
    known = at.game.mask(at.state, 0)
    hands = {tuple(at.game.guess(known, 0, Random(number)).hands[6:]) for number in range(50)}
    assert len(hands) > 25


def test_a_guess_of_open_hands_is_the_truth() -> None:
    at = Position(france_game(), played(france_game(), "open", 90, hidden="open"))
    assert at.game.guess(at.game.mask(at.state, 1), 1, Random(0)) == at.state


# --- a masked state is played on


@pytest.mark.rule("hidden.public")
@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("game", GAMES)
def test_a_masked_state_lists_what_the_seat_could_do_in_some_world(game: Sncf, seat: int | None) -> None:
    """What it lists for another seat is what that seat may do in all guessed worlds together."""
    rng, state = Random(f"possible/{seat}"), game.start(4)
    for number in range(400):
        if state.to_move == OVER:
            break
        if state.to_move >= 0 and state.building < 0 and number % 40 == 0:
            known = game.mask(state, seat)
            listed = set(game.legal_actions(known))
            assert set(game.legal_actions(state)) <= listed
            worlds = [game.guess(known, seat, rng) for _ in range(60)]
            assert set().union(*(game.legal_actions(world) for world in worlds)) == listed
        game.apply(state, game.random_action(state, rng))


@pytest.mark.rule("hidden.hands")
@pytest.mark.parametrize("game", GAMES)
def test_a_masked_hand_stays_masked_when_its_seat_trades(game: Sncf) -> None:
    """Whoever masks once and plays on knows as much as who masks after each action."""
    rng, state = Random("masked on"), game.start(3)
    while state.phase != LOCOMOTIVE:
        game.apply(state, game.draw(state, rng))
    known = game.mask(state, 0)
    while state.to_move != OVER:
        assert known == game.mask(state, 0)
        action = game.random_action(state, rng)
        assert action in game.legal_actions(known)
        game.apply(state, action)
        game.apply(known, action)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_drawn_after_the_end(game: Sncf) -> None:
    with pytest.raises(Refused, match="the game is over"):
        game.chance(played(game, "over", game.longest))


@pytest.mark.rule("trade.hold")
def test_what_a_masked_seat_cannot_hold_is_refused_as_such() -> None:
    at = france().drain(0, red=0)  # every red share lies in the first seat's hand, who sees all but two hands
    at.hold(1, blue=5).hold(2, blue=5).drain(0, red=0).turn_of(1)
    known = at.game.mask(at.state, 0)
    error = at.game.explain(known, ("trade", "red", "blue", 1))
    assert isinstance(error, RuleViolation)
    assert error.rule == "trade.hold"
