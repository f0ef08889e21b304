"""The conformance suite: run it on a game of your own to see whether it keeps the contract.

    from branchline.testing import conform
    conform(my_game, players=3, seed=1)

One call plays one seeded random game and checks every clause of the contract on its way
(docs/add-a-game.md has them all). It raises AssertionError with the game, the seed and the step where a
promise is broken, the clause, what was found, and what to do.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from branchline.core.action import Action, from_json, from_text, to_text
from branchline.core.errors import BranchlineError, Refused, RuleViolation
from branchline.core.game import CHANCE, OVER, AnyGame
from branchline.core.looks import unmarked
from branchline.core.record import digest, last_state, new_record, play_row, read, write
from branchline.core.words import Words
from branchline.testing.clauses import CLAUSES, keep, refusal
from branchline.testing.minds import check_outlook, check_plans

__all__ = ["CLAUSES", "conform", "mutations", "refusal"]

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
    of positions that get the dear checks, `plan_rate` the share that is drawn and in which a search is
    tried, which is dearer still: let both be 1 for a small game.
    """
    rng = Random(f"{game.id}/{players}/{seed}")
    options = options or {}
    state = game.start(players, **options)
    record = new_record(game, players, options)
    thought = Random(f"plans/{game.id}/{players}/{seed}")
    steps = 0
    try:
        check_words(game)
        check_written(state)
        while state.to_move != OVER:
            keep("longest", steps < game.longest, f"the game goes on after {game.longest} actions")
            check_state(state, players)
            dear = rng.random() < rate
            if dear or game.lists_all:  # where moves cannot be listed, proposals are dear too
                legal = game.legal_actions(state)
                keep("legal_actions", legal, "there is nothing that may be done, and the game is not over")
            if dear:
                check_position(game, state, legal, rng)
            action = game.random_action(state, rng)
            if dear:
                check_worlds(game, state, action, rng)
            if state.to_move >= 0 and thought.random() < plan_rate:
                check_looks(game, state, thought)
                check_plans(game, state, thought)
            play_row(game, record, state, action)
            if audit is not None:
                audit(state)
            steps += 1
        check_end(game, state, players)
        text = write(record)
        keep("record", write(read(text)) == text, "a record does not come back from its text")
        keep("record", last_state(game, read(text)) == state, "a record does not replay to the same state")
    except Exception as error:
        where = f"{game.id}, {players} players, options {options}, seed {seed}, step {steps}"
        ours = isinstance(error, (AssertionError, BranchlineError))
        raise AssertionError(f"{where}: {error if ours else f'the game fails with {error!r}'}") from error
    return state


def check_words(game: AnyGame) -> None:
    """What the lobby prints of a game before anybody has played it."""
    words: Words = game.words
    keep("about", words.groups["ui"].get(f"about.{game.id}"), f"there is no 'about.{game.id}'")
    for option in game.options:
        for key in (option.name, *(f"{option.name}.{value}" for value in option.values)):
            keep("words", key in words.groups["options"], f"'options' has no {key!r}")


def check_state(state: Any, players: int) -> None:
    """What the platform reads of a state."""
    found = getattr(state, "players", None)
    keep("players", found == players, f"a state of {players} seats says {found}")
    keep("to_move", state.to_move in (CHANCE, OVER, *range(players)), f"to_move is {state.to_move}")


def check_written(state: Any) -> None:
    try:
        digest(state)
    except (TypeError, ValueError) as error:
        keep("record", False, f"a state cannot be written down: {error}")


def check_position(game: AnyGame, state: Any, legal: list[Action], rng: Random) -> None:
    """What must hold at any position: actions, copies, refusals, and the mover's own knowledge."""
    keep("legal_actions", len(set(legal)) == len(legal), "an action is listed twice")
    before = digest(state)
    keep("copy", state.copy() == state, "a copy differs from its original")
    for action in rng.sample(legal, min(4, len(legal))):
        check_action(game, state, action)
        changed = f"'{to_text(action)}' on a copy has changed the original"
        keep("copy", digest(state) == before, changed)
    check_refusals(game, state, legal, rng)
    keep("check", digest(state) == before, "check has changed the state")
    if state.to_move >= 0:
        check_mover(game, state, legal, rng)
    else:
        check_chance(game, state, rng)


def check_action(game: AnyGame, state: Any, action: Action) -> None:
    """A legal action passes check, survives text and JSON, and its events have words."""
    refused = refusal(game, state, action)
    keep("check", refused is None, f"{action} is listed but refused: {refused}")
    keep("actions", from_text(to_text(action)) == action, f"{action} does not survive its text")
    keep("actions", from_json(json.loads(json.dumps(action))) == action, f"{action} does not survive JSON")
    if state.to_move >= 0:
        shown = game.shown(state, action, state.to_move)
        keep("shown", shown == action, f"{action} is hidden from its actor")
    after, events = applied(game, state, action)
    same = (after, events) == applied(game, state, action)
    keep("apply", same, f"'{to_text(action)}' does another thing the second time")
    check_state(after, state.players)
    for event in events:
        check_sentence(game, "events", event[0], *event[1:])


def check_sentence(game: AnyGame, group: str, key: str, *places: Any, **values: Any) -> None:
    """There are words for it, and they ask for no value that there is not."""
    keep("words", key in game.words.groups[group], f"{group!r} has no {key!r}")
    try:
        game.words.filled(group, key, *places, **values)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        given = [*range(len(places)), *values]
        keep("words", False, f"{key!r} in {group!r} does not fit its values {given}: {error!r}")


def applied(game: AnyGame, state: Any, action: Action) -> tuple[Any, list[tuple[Any, ...]]]:
    """A copy after the action, and what was said."""
    events: list[tuple[Any, ...]] = []
    after = state.copy()
    game.apply(after, action, lambda *event: events.append(event))
    return after, events


def check_refusals(game: AnyGame, state: Any, legal: list[Action], rng: Random) -> None:
    """Mutated actions are refused with a known rule and a sentence, or are legal after all."""
    allowed = set(legal)
    for action in mutations(legal, rng, 6):
        try:
            game.check(state, action)
        except RuleViolation as error:
            check_sentence(game, "refusals", error.rule, **error.values)
        except BranchlineError as error:
            keep("explain", str(error), f"{action} is refused without a sentence")
        except Exception as error:
            raise AssertionError(f"explain: {action} raises {error!r}; {CLAUSES['explain']}") from error
        else:
            listed = action in allowed or not game.lists_all
            keep("check", listed, f"check allows {action}, which is not listed")
            continue
        other = game.meant(state, action) if state.to_move >= 0 else action
        if other != action:
            kept = refusal(game, state, other) is None
            keep("meant", kept, f"{action} is said to mean {other}, which is refused")


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
    same = game.legal_actions(masked) == legal
    keep("mask", same, "the mover's masked state allows other actions")
    for action in mutations(legal, rng, 3):
        same = refusal(game, masked, action) == refusal(game, state, action)
        keep("mask", same, f"'{action}' is judged otherwise on the mover's masked state")
    action = rng.choice(legal)
    text = to_text(action)
    true, true_events = applied(game, state, action)
    seen, seen_events = applied(game, masked, action)
    keep("mask", true_events == seen_events, f"'{text}' says other things on the masked state")
    keep("mask", true.to_move == seen.to_move, f"'{text}' leads to another mover on the masked state")
    if true.to_move != OVER:
        same = game.mask(true, seat) == game.mask(seen, seat)
        keep("mask", same, f"'{text}' leads elsewhere on the mover's masked state")


def check_looks(game: AnyGame, state: Any, rng: Random) -> None:
    """What a screen and a terminal show of a position, and of what an action would bring."""
    looks, seat = game.looks, state.to_move
    masked = game.mask(state, seat)
    for what, view in (("a view", looks.view(masked, seat)), ("the bare board", None)):
        text: Any = looks.text(view)
        svg: Any = looks.picture(view)
        keep("text", isinstance(text, str) and text, f"{what} comes out as {text!r}")
        drawn = isinstance(svg, str) and svg.lstrip().startswith("<svg") and "viewBox=" in svg
        keep("picture", drawn, f"{what} comes out as {str(svg)[:40]!r}")
    for viewer in (seat, None):
        view = looks.view(game.mask(state, viewer), viewer)
        places = looks.places(view)
        for place in ("", *list(places)[:3]) if places else ():
            found = looks.where(view, place)
            keep("where", found and all(found), f"it is {found}")
        told = looks.position(view)
        keep(
            "position", told and all(title and lines and all(lines) for title, lines in told), f"it is {told}"
        )
        marked = [line for _, lines in told for line in lines if unmarked(line) != line]
        keep("position", not marked, f"there is markup in {marked[:1]}")
    action = rng.choice(game.legal_actions(masked))
    ledger = looks.foresee(masked, [action]).ledger
    kept = all(type(points) is int and isinstance(why, str) for points, why in ledger)
    keep("ledger", kept, f"'{to_text(action)}' would bring {ledger}")


def check_chance(game: AnyGame, state: Any, rng: Random) -> None:
    """Outcomes that look alike to a seat leave it with the same knowledge."""
    legal = game.legal_actions(state)
    outcomes = game.chance(state)
    same = {action for action, _ in outcomes} == set(legal)
    keep("chance", same, f"chance lists {outcomes}, legal_actions {legal}")
    weighed = all(type(weight) is int and weight > 0 for _, weight in outcomes)
    keep("chance", weighed, f"the weights are {[weight for _, weight in outcomes]}")
    game.check(state, game.draw(state, rng))
    for viewer in viewers(game, state, rng):
        alike: dict[Action, list[Action]] = {}
        for action in legal:
            alike.setdefault(game.shown(state, action, viewer), []).append(action)
        for group in alike.values():
            if len(group) > 1:
                one, other = (applied(game, state, action) for action in rng.sample(group, 2))
                keep("shown", one[1] == other[1], f"events tell seat {viewer} what was drawn")
                if OVER not in (one[0].to_move, other[0].to_move) and not game.reveals(state, group[0]):
                    same = game.mask(one[0], viewer) == game.mask(other[0], viewer)
                    keep("reveals", same, f"the masked state tells seat {viewer} what was drawn")


def check_worlds(game: AnyGame, state: Any, action: Action, rng: Random) -> None:
    """Worlds that differ only in what a seat may not know are the same to it, now and after a move."""
    for viewer in viewers(game, state, rng):
        masked = game.mask(state, viewer)
        keep("mask", game.mask(masked, viewer) == masked, f"masking twice differs for seat {viewer}")
        world = game.guess(masked, viewer, rng)
        keep("guess", game.mask(world, viewer) == masked, f"a guess does not fit what seat {viewer} knows")
        view = game.looks.view(masked, viewer)
        check_view(view, state.players)
        same = game.looks.view(game.mask(world, viewer), viewer) == view
        keep("view", same, f"the view tells seat {viewer} a secret")
        if refusal(game, world, action) is not None:
            continue  # in that world the mover could not have done this
        text = to_text(action)
        same = game.shown(world, action, viewer) == game.shown(state, action, viewer)
        keep("shown", same, f"what seat {viewer} is shown of '{text}' tells a secret")
        true, true_events = applied(game, state, action)
        other, other_events = applied(game, world, action)
        if OVER not in (true.to_move, other.to_move) and not game.reveals(state, action):
            keep("reveals", true_events == other_events, f"the events of '{text}' tell a secret")
            same = game.mask(true, viewer) == game.mask(other, viewer)
            keep("reveals", same, f"after '{text}' seat {viewer} knows more than it should")


def check_view(view: Any, players: int) -> None:
    try:
        same = json.loads(json.dumps(view)) == view
    except (TypeError, ValueError) as error:
        keep("view", False, f"a view does not survive JSON: {error}")
    else:
        keep("view", same, "a view does not survive JSON")
    seats = view.get("seats") if isinstance(view, dict) else None
    kept = isinstance(seats, list) and len(seats) == players
    keep("view", kept, f"the 'seats' of a table of {players} are {str(seats)[:60]}")


def viewers(game: AnyGame, state: Any, rng: Random) -> list[int | None]:
    """Two who may look at this position, drawn from the seats and a spectator; all get their turn."""
    return rng.sample([None, *range(state.players)], 2)


def check_over(game: AnyGame, state: Any) -> None:
    """A finished game cannot be revived: whoever goes on is told that it is over."""
    before = digest(state)
    ways: dict[str, Callable[[], object]] = {
        "legal_actions": lambda: game.legal_actions(state),
        "draw": lambda: game.draw(state, Random(1)),
        "apply": lambda: game.apply(state, ("done",)),
        "check": lambda: game.check(state, ("done",)),
    }
    for what, goes_on in ways.items():
        try:
            goes_on()
        except Refused:
            continue
        except Exception as error:
            raise AssertionError(f"over: {what} raises {error!r}; {CLAUSES['over']}") from error
        keep("over", False, f"a game that is over goes on by {what}")
    keep("over", digest(state) == before, "a state has changed after the end")


def check_end(game: AnyGame, state: Any, players: int) -> None:
    """At the end there is a score for every seat, and nothing is hidden or allowed any more."""
    scores = game.scores(state)
    keep("scores", len(scores) == players, f"there are {len(scores)} scores for {players} seats")
    whole = all(type(score) is tuple and all(type(part) is int for part in score) for score in scores)
    keep("scores", whole, f"the scores are {scores}")
    check_over(game, state)
    check_outlook(game, state)
    for viewer in (None, *range(players)):
        keep("mask", game.mask(state, viewer) == state, "mask hides something after the end")
