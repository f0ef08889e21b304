"""What holds in every game, on random ones of every size and option."""

from __future__ import annotations

from random import Random

import pytest

from branchline.core.errors import BadAction, RuleViolation
from branchline.core.game import OVER
from branchline.core.record import last_state, new_record, play_row, read, write
from branchline.games.bridgetown.rules.state import BridgetownState

from .pieces import audit
from .positions import game

OPTIONS: list[dict[str, str]] = [{}, {"specials": "off"}, {"streetcar": "free"}, {"ties": "break"}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_every_promise(players: int, options: dict[str, str]) -> None:
    rng = Random(f"{players} {options}")
    for _ in range(6):
        state, steps = game().start(players, **options), 0
        record = new_record(game(), players, options)
        while state.to_move != OVER:
            legal = game().legal_actions(state)
            assert legal
            assert len(set(legal)) == len(legal)
            before = state.copy()
            for action in rng.sample(legal, min(3, len(legal))):
                game().check(state, action)
                after = state.copy()
                game().apply(after, action)
                assert state == before
                assert after != before
            play_row(game(), record, state, game().random_action(state, rng))
            audit(game(), state)
            steps += 1
        assert steps <= game().longest
        assert last_state(game(), read(write(record))) == state


VERBS = ["place", "first", "decline", "swap", "double", "ride", "walk", "stay", "sit", "flag", "begin", "fly"]


def invented(state: BridgetownState, rng: Random) -> tuple[object, ...]:
    """Something that looks like an action: a legal one bent, or words thrown together."""
    tables = game().tables
    words = [*tables.mode_ids, *tables.special_ids, *tables.bridge_ids, *tables.colours, "exchange", "?", 3]
    if rng.random() < 0.4:
        return (rng.choice(VERBS), *(rng.choice(words) for _ in range(rng.randrange(4))))
    action: list[object] = list(rng.choice(game().legal_actions(state)))
    place = rng.randrange(len(action))
    how = rng.randrange(4)
    if how == 0:
        action[place] = rng.choice(words)
    elif how == 1:
        action[place] = rng.choice(tables.ids)
    elif how == 2:
        action.append(rng.choice(tables.ids))
    else:
        del action[place]
    return tuple(action)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_invented_actions_are_refused_by_a_known_rule_and_never_crash(options: dict[str, str]) -> None:
    rng = Random(str(options))
    rules: set[str] = set()
    for players in (2, 3, 4):
        state = game().start(players, **options)
        while state.to_move != OVER:
            if state.to_move >= 0:
                legal = set(game().legal_actions(state))
                for _ in range(12):
                    action = invented(state, rng)
                    before = state.copy()
                    try:
                        game().check(state, action)
                    except RuleViolation as violation:
                        rules.add(violation.rule)
                        assert violation.rule in game().words.groups["refusals"]
                        assert str(violation)
                    except BadAction as error:
                        assert str(error)
                    else:
                        assert action in legal
                    assert state == before
            game().apply(state, game().random_action(state, rng))
    assert len(rules) > 12


def bent_ride(state: BridgetownState, rng: Random) -> tuple[str, ...]:
    """A walk of any kind on the map, by a mode of the mover's."""
    tables, here = game().tables, state.at[state.to_move]
    path = []
    for _ in range(rng.randint(1, 8)):
        here = rng.choice(tables.joined[here])
        path.append(tables.ids[here])
    held = state.modes[state.to_move]
    mode = rng.choice([id for number, id in enumerate(tables.mode_ids) if held >> number & 1])
    return ("ride", mode, *path)


def test_any_walk_on_the_map_is_a_ride_or_breaks_a_rule_of_movement() -> None:
    rng = Random(6)
    rules: set[str] = set()
    unlisted = 0
    for players in (2, 3, 4):
        state = game().start(players)
        while state.to_move != OVER:
            if state.to_move >= 0 and "ride" in {action[0] for action in game().legal_actions(state)}:
                for _ in range(20):
                    action = bent_ride(state, rng)
                    try:
                        unlisted += game().accept(state, action) != action
                    except RuleViolation as violation:
                        rules.add(violation.rule)
            game().apply(state, game().random_action(state, rng))
    assert rules >= {
        "race.whole",
        "move.u-turn",
        "move.overpass",
        "streetcar.rails",
        "streetcar.board",
    }
    assert unlisted, "some are other ways to a listed ride"
