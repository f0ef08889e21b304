"""The conformance suite: run it on a game of your own to see whether it keeps the contract.

    from branchline.testing import conform
    conform(my_game, players=3, seed=1)

One call plays one seeded random game and checks every property of the contract on its way. It
raises AssertionError with the game, the seed and the step where a promise is broken.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from branchline.core.action import Action, from_json, from_text, to_text
from branchline.core.errors import BadAction, BranchlineError, Refused, RuleViolation
from branchline.core.game import CHANCE, OVER, AnyGame, winners
from branchline.core.record import digest, last_state, new_record, play_row, read, write

Audit = Callable[[Any], None]


def conform(
    game: AnyGame,
    players: int,
    seed: int | str = 0,
    options: dict[str, str] | None = None,
    audit: Audit | None = None,
    rate: float = 0.12,
    plan_rate: float = 0.002,
) -> Any:
    """Play one random game and check the contract; returns the final state.

    `audit(state)` may assert what only this game knows (pieces are conserved). `rate` is the share
    of positions that get the dear checks, `plan_rate` the share in which a search is tried, which is
    dearer still.
    """
    rng = Random(f"{game.id}/{players}/{seed}")
    options = options or {}
    state = game.start(players, **options)
    record = new_record(game, players, options)
    thought = Random(f"plans/{game.id}/{players}/{seed}")
    steps = 0
    try:
        while state.to_move != OVER:
            assert steps < game.longest, f"the game goes on after {game.longest} actions"
            dear = rng.random() < rate
            action = game.random_action(state, rng)
            if dear or game.lists_all:  # where moves cannot be listed, proposals are dear too
                legal = game.legal_actions(state)
                assert legal, "legal_actions is empty before the game is over"
            if dear:
                check_position(game, state, legal, rng)
                check_worlds(game, state, action, rng)
            if state.to_move >= 0 and thought.random() < plan_rate:
                check_plans(game, state, thought)
            play_row(game, record, state, action)
            if audit is not None:
                audit(state)
            steps += 1
        check_end(game, state, players)
        text = write(record)
        assert write(read(text)) == text, "a record does not come back from its text"
        assert last_state(game, read(text)) == state, "a record does not replay to the same state"
    except (AssertionError, BranchlineError) as error:
        where = f"{game.id}, {players} players, options {options}, seed {seed}, step {steps}"
        raise AssertionError(f"{where}: {error}") from error
    return state


def check_position(game: AnyGame, state: Any, legal: list[Action], rng: Random) -> None:
    """What must hold at any position: actions, copies, refusals, and the mover's own knowledge."""
    assert len(set(legal)) == len(legal), "legal_actions lists an action twice"
    before = digest(state)
    assert state.copy() == state, "a copy differs from its original"
    for action in rng.sample(legal, min(4, len(legal))):
        check_action(game, state, action)
        assert digest(state) == before, f"'{to_text(action)}' on a copy has changed the original"
    check_refusals(game, state, legal, rng)
    assert digest(state) == before, "check has changed the state"
    if state.to_move >= 0:
        check_mover(game, state, legal, rng)
    else:
        check_chance(game, state, rng)


def check_action(game: AnyGame, state: Any, action: Action) -> None:
    """A legal action passes check, survives text and JSON, and its events have words."""
    game.check(state, action)
    assert from_text(to_text(action)) == action, f"{action} does not survive its text"
    assert from_json(json.loads(json.dumps(action))) == action, f"{action} does not survive JSON"
    if state.to_move >= 0:
        assert game.shown(state, action, state.to_move) == action, f"{action} is hidden from its actor"
    after, events = applied(game, state, action)
    assert after.to_move in (CHANCE, OVER, *range(100)), f"to_move is {after.to_move}"
    for event in events:
        game.words.event(event)


def applied(game: AnyGame, state: Any, action: Action) -> tuple[Any, list[tuple[Any, ...]]]:
    """A copy after the action, and what was said."""
    events: list[tuple[Any, ...]] = []
    after = state.copy()
    game.apply(after, action, lambda *event: events.append(event))
    return after, events


def refusal(game: AnyGame, state: Any, action: Action) -> dict[str, Any] | None:
    """What `check` says against an action; None if it is allowed. Anything but an error of ours escapes."""
    try:
        game.check(state, action)
    except BranchlineError as error:
        return error.to_json()
    return None


def check_refusals(game: AnyGame, state: Any, legal: list[Action], rng: Random) -> None:
    """Mutated actions are refused with a known rule and a sentence, or are legal after all."""
    allowed = set(legal)
    for action in mutations(legal, rng, 6):
        try:
            game.check(state, action)
        except RuleViolation as error:
            assert error.rule in game.words.groups["refusals"], f"unknown rule {error.rule!r}"
            assert str(error), f"{error.rule} has no sentence"
        except BadAction as error:
            assert str(error), f"{action} is refused without a sentence"
        else:
            assert action in allowed or not game.lists_all, f"check allows {action}, which is not listed"
            continue
        listed = game.meant(state, action) if state.to_move >= 0 else action
        if listed != action:
            assert refusal(game, state, listed) is None, (
                f"{action} is said to mean {listed}, which is refused"
            )


def mutations(legal: list[Action], rng: Random, count: int) -> list[Action]:
    """Actions near to legal ones: another verb, an argument changed, swapped, dropped or added."""
    pool = [argument for action in rng.sample(legal, min(12, len(legal))) for argument in action]
    pool += ["?", "nosuch", "done", "build", 0, 1, -1, 7, 10**9, (0, 0), ((1, 2), (3, 4)), ()]
    found = []
    for _ in range(count):
        action = list(rng.choice(legal))
        for _ in range(rng.randint(1, 2)):
            place = rng.randrange(len(action) + 1)
            how = rng.randrange(4)
            if how == 0 and len(action) > 1 and place < len(action):
                del action[place]
            elif how == 1:
                action.insert(place, rng.choice(pool))
            elif how == 2:
                rng.shuffle(action)
            elif place < len(action):
                action[place] = rng.choice(pool)
        if not isinstance(action[0], str):
            action[0] = rng.choice(["nosuch", rng.choice(legal)[0]])
        found.append(tuple(action))
    return found


def check_mover(game: AnyGame, state: Any, legal: list[Action], rng: Random) -> None:
    """The seat to move can do the same on its masked state as on the true one."""
    seat = state.to_move
    masked = game.mask(state, seat)
    assert game.legal_actions(masked) == legal, "the mover's masked state allows other actions"
    for action in mutations(legal, rng, 3):
        assert refusal(game, masked, action) == refusal(game, state, action), (
            f"'{action}' is judged otherwise on the mover's masked state"
        )
    action = rng.choice(legal)
    true, true_events = applied(game, state, action)
    seen, seen_events = applied(game, masked, action)
    assert true_events == seen_events, f"'{to_text(action)}' says other things on the masked state"
    assert true.to_move == seen.to_move, f"'{to_text(action)}' leads to another mover on the masked state"
    if true.to_move != OVER:
        assert game.mask(true, seat) == game.mask(seen, seat), (
            f"'{to_text(action)}' leads elsewhere on the mover's masked state"
        )


def check_chance(game: AnyGame, state: Any, rng: Random) -> None:
    """Outcomes that look alike to a seat leave it with the same knowledge."""
    legal = game.legal_actions(state)
    game.check(state, game.draw(state, rng))
    for viewer in viewers(game, state, rng):
        alike: dict[Action, list[Action]] = {}
        for action in legal:
            alike.setdefault(game.shown(state, action, viewer), []).append(action)
        for group in alike.values():
            if len(group) > 1:
                one, other = (applied(game, state, action) for action in rng.sample(group, 2))
                assert one[1] == other[1], f"events tell seat {viewer} what was drawn"
                if OVER not in (one[0].to_move, other[0].to_move) and not game.reveals(state, group[0]):
                    assert game.mask(one[0], viewer) == game.mask(other[0], viewer), (
                        f"the masked state tells seat {viewer} what was drawn"
                    )


def check_worlds(game: AnyGame, state: Any, action: Action, rng: Random) -> None:
    """Worlds that differ only in what a seat may not know are the same to it, now and after a move."""
    for viewer in viewers(game, state, rng):
        masked = game.mask(state, viewer)
        assert game.mask(masked, viewer) == masked, f"masking twice differs for seat {viewer}"
        world = game.guess(masked, viewer, rng)
        assert game.mask(world, viewer) == masked, f"a guess does not fit what seat {viewer} knows"
        view = game.looks.view(masked, viewer)
        assert json.loads(json.dumps(view)) == view, "a view does not survive JSON"
        assert game.looks.view(game.mask(world, viewer), viewer) == view, (
            f"the view tells seat {viewer} a secret"
        )
        if refusal(game, world, action) is not None:
            continue  # in that world the mover could not have done this
        assert game.shown(world, action, viewer) == game.shown(state, action, viewer), (
            f"what seat {viewer} is shown of '{to_text(action)}' tells a secret"
        )
        true, true_events = applied(game, state, action)
        other, other_events = applied(game, world, action)
        if OVER not in (true.to_move, other.to_move) and not game.reveals(state, action):
            assert true_events == other_events, f"the events of '{to_text(action)}' tell a secret"
            assert game.mask(true, viewer) == game.mask(other, viewer), (
                f"after '{to_text(action)}' seat {viewer} knows more than it should"
            )


def viewers(game: AnyGame, state: Any, rng: Random) -> list[int | None]:
    """Two who may look at this position, drawn from the seats and a spectator; all get their turn."""
    return rng.sample([None, *range(state.players)], 2)


def check_plans(game: AnyGame, state: Any, rng: Random, width: int = 3) -> None:
    """What a search asks of a game: plans that can be carried out, by what the seat knows, and outlooks."""
    seat, before = state.to_move, digest(state)
    masked, luck = game.mask(state, seat), rng.getrandbits(32)
    plans = game.mind.plans(masked, Random(luck), width)
    assert 0 < len(plans) <= width, f"{len(plans)} plans where 1 to {width} were asked for"
    assert len(set(plans)) == len(plans), "a plan is proposed twice"
    world = game.guess(masked, seat, rng)
    again = game.mind.plans(game.mask(world, seat), Random(luck), width)
    assert again == plans, "plans tell what the seat cannot know"
    for plan in plans:
        assert plan, "a plan without an action"
        after = state.copy()
        for action in plan:
            assert after.to_move == seat, f"the plan {plan} goes on after the turn of seat {seat}"
            game.check(after, action)
            game.apply(after, action)
        check_outlook(game, after)
    for action in plans[0]:
        game.apply(world, action)
    shares = game.mind.playout(world, rng, 0)
    assert abs(sum(shares) - 1) < 1e-6, f"the shares after a playout add up to {sum(shares)}"
    assert digest(state) == before, "plans have changed the state"


def check_outlook(game: AnyGame, state: Any) -> None:
    """Shares of the win, one a seat, that add up to one; exact at the end."""
    shares = game.mind.outlook(state)
    assert abs(sum(shares) - 1) < 1e-6, f"the outlook adds up to {sum(shares)}"
    assert min(shares) >= 0, f"somebody's outlook is {min(shares)}"
    if state.to_move == OVER:
        won = winners(game.scores(state))
        assert all((share > 0) == (seat in won) for seat, share in enumerate(shares)), (
            "the outlook at the end is not who has won"
        )


def check_over(game: AnyGame, state: Any) -> None:
    """A finished game cannot be revived: whoever goes on is told that it is over."""
    before = digest(state)
    for goes_on in (
        lambda: game.legal_actions(state),
        lambda: game.draw(state, Random(1)),
        lambda: game.apply(state, ("done",)),
        lambda: game.check(state, ("done",)),
    ):
        try:
            goes_on()
        except Refused:
            continue
        raise AssertionError(
            "a game that is over goes on: draw, apply, check and legal_actions raise `over()`"
        )
    assert digest(state) == before, "a state has changed after the end"


def check_end(game: AnyGame, state: Any, players: int) -> None:
    """At the end there is a score for every seat, and nothing is hidden or allowed any more."""
    scores = game.scores(state)
    assert len(scores) == players, f"{len(scores)} scores for {players} seats"
    assert all(isinstance(part, int) for score in scores for part in score), "a score is no tuple of ints"
    check_over(game, state)
    check_outlook(game, state)
    for viewer in (None, *range(players)):
        assert game.mask(state, viewer) == state, "mask hides something after the end"
