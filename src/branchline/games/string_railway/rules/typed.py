"""Strings by the names of their stations and proposals by their numbers: what they stand for, or why nothing.

`lay short home-red local3` is no string yet. What every string through these stations would break is said at
once; if the search finds none, what stands in the way is named: nobody can prove that there is no string.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from branchline.core.action import to_text
from branchline.core.errors import BadAction, BranchlineError, Refused, RuleViolation
from branchline.core.game import Action
from branchline.games.string_railway.geometry.measures import Point
from branchline.games.string_railway.geometry.terrain import contact
from branchline.games.string_railway.geometry.verdict import Verdict
from branchline.games.string_railway.laying import proposals
from branchline.games.string_railway.laying.finder import THOROUGH, Finder
from branchline.games.string_railway.rules import refusals
from branchline.games.string_railway.rules.ids import tile_ids
from branchline.games.string_railway.rules.refusals import cm, network_of
from branchline.games.string_railway.rules.state import COMPANIES, LENGTHS, PLAY, StringState
from branchline.games.string_railway.rules.tables import LIMITS, STATIONS, TERMINAL

if TYPE_CHECKING:
    from branchline.games.string_railway.rules.game import StringRailway

NUMBERED = ("field", "river", "mountain", "place", "lay")  # verbs whose proposals have numbers
MOST_NAMED = 8  # stations of one string
TAUTEST = 0.94  # a taut string is so much shorter than its way on the grid, at least


def called(game: StringRailway, verb: str, place: int) -> dict[str, str]:
    """What may stand in that place after the verb: a length, a station of the deck, or tiles of the table."""
    names, deck = game.words.names, game.board.data["deck"]
    if place == 1 and verb in ("lay", "forfeit"):
        return {length: length for length in LENGTHS}
    if place == 1:
        return {kind: names[kind] for kind in STATIONS[1:]}
    homes = {f"home-{colour}": names[f"home-{colour}"] for colour in COMPANIES}
    return homes | {f"{kind}{n}": names[f"{kind}{n}"] for kind in deck for n in range(1, deck[kind] + 1)}


# --- numbers


def numbered(game: StringRailway, state: StringState, verb: str) -> list[Action]:
    """The proposals of a verb in the order in which they are shown."""
    return [action for action in proposals.actions(game, state) if action[0] == verb]


def propose(game: StringRailway, state: StringState, partial: Action) -> list[Action]:
    """The proposal of that number, or what completes a begun action."""
    if state.to_move < 0 or not is_number(partial):
        return proposals.complete(game, state, partial)
    found = numbered(game, state, partial[0])
    return [found[partial[1] - 1]] if 1 <= partial[1] <= len(found) else []


def is_number(action: Action) -> bool:
    """Whether this is a number of the list instead of an action: `lay 2`."""
    return len(action) == 2 and action[0] in NUMBERED and type(action[1]) is int


def is_named(action: Action) -> bool:
    """Whether stations stand in the place of points: `lay short home-red local3`."""
    begun = len(action) > 2 and action[0] == "lay" and action[1] in LENGTHS
    return begun and all(isinstance(each, str) for each in action[2:])


def stands_for(state: StringState, action: Action) -> bool:
    """Whether this could stand for actions of its kind, had the search found any."""
    if is_number(action):
        return True
    return state.phase == PLAY and is_named(action) and set(action[2:]) <= set(tile_ids(state))


def explain(game: StringRailway, state: StringState, action: Action) -> BranchlineError:
    """Why nothing came of a number or of stations, after a search: more than `check` can say at once."""
    if is_number(action):
        count, verb = len(numbered(game, state, action[0])), action[0]
        if not count:
            return Refused(game.words.typed("bad", "no-proposals", verb))
        key = "proposal" if count > 1 else "proposal.one"
        return Refused(game.words.typed("bad", key, action[1], verb, count))
    ids = tile_ids(state)
    tiles = [ids.index(each) for each in action[2:]]
    return _in_the_way(game, state, action[1], game.length(state, action[1]), tiles)


# --- names


def unfinished(game: StringRailway, state: StringState, action: Action) -> BranchlineError:
    """A number or stations are not yet an action; the first rule that whatever they stand for would break."""
    typed, words = game.words.line(to_text(action)), game.words
    if is_number(action) or state.phase != PLAY:
        return BadAction(words.typed("bad", "not-yet", typed, words.line(action[0])))
    ids = tile_ids(state)
    for each in action[2:]:
        if each not in ids:
            alike = [id for id in ids if id.startswith(each.rstrip("0123456789"))] or ids
            return BadAction(words.typed("bad", "station.table", repr(each[:40])[1:-1], ", ".join(alike)))
    tiles = [ids.index(each) for each in action[2:]]
    return _broken(game, state, action, tiles) or BadAction(words.typed("bad", "not-yet.string", typed))


def _say(game: StringRailway, rule: str, key: str, **values: Any) -> RuleViolation:
    """A refusal by a rule in other words than for a string with points."""
    return RuleViolation(rule, game.words.sentence("ui", f"named.{key}", **values), values)


def _broken(
    game: StringRailway, state: StringState, action: Action, tiles: list[int]
) -> BranchlineError | None:
    """The first rule that every string through these stations would break."""
    ids, length, target = tile_ids(state), action[1], game.length(state, action[1])
    names, position = [ids[tile] for tile in tiles], game.positions.of(state)
    if len(tiles) > MOST_NAMED:
        return BadAction(game.words.typed("bad", "too-many", MOST_NAMED, len(tiles)))
    apart = sum(_gap(position.layout.corners(a), position.layout.corners(b)) for a, b in pairwise(tiles))
    if apart > target:
        return _say(
            game,
            "string.length",
            "apart",
            stations=names,
            by=cm(game, apart - target),
            length=length,
            whole=cm(game, target),
        )
    for at, tile in enumerate(tiles):
        if tile in tiles[:at]:
            return _say(game, "string.twice", "twice", station=ids[tile])
    own = network_of(state)
    ends = [names[0], names[-1]] if position.layout.measures.anchor == "end" else names
    if len(tiles) > 1 and not set(ends) & set(own):
        return refusals.refusal(game, state, action, Verdict("string.network"))
    for tile in tiles[1:-1]:
        if state.kinds[tile] == TERMINAL:
            return _say(game, "string.terminal", "middle", station=ids[tile])
    full = _full(state, tiles)
    return refusals.refusal(game, state, action, full) if full else None


def _full(state: StringState, tiles: Sequence[int]) -> Verdict | None:
    for tile in tiles:
        present, limit = state.present[tile], LIMITS[state.kinds[tile]]
        if not present >> state.company & 1 and present.bit_count() >= limit:
            return Verdict("string.limit", thing=tile, amount=limit)
    return None


def _gap(one: list[Point], other: list[Point]) -> int:
    """How far two tiles are from each other."""
    return contact(one, True, other)[1]


def _in_the_way(
    game: StringRailway, state: StringState, length: str, target: int, tiles: list[int]
) -> BranchlineError:
    """The likeliest reason why no string was found through stations that break no rule by themselves."""
    ids, position = tile_ids(state), game.positions.of(state)
    whole = cm(game, target)
    if len(tiles) == 1:
        mine = [tile for tile, present in enumerate(state.present) if present >> state.company & 1]
        others = [tile for tile in range(len(ids)) if tile not in tiles] if tiles[0] in mine else mine
        away, nearest = min(
            (_gap(position.layout.corners(tile), position.layout.corners(tiles[0])), tile) for tile in others
        )
        if away > target:
            return _say(
                game, "string.length", "far",
                station=ids[tiles[0]], by=cm(game, away - target), length=length, whole=whole,
            )  # fmt: skip
        return _in_the_way(game, state, length, target, [nearest, tiles[0]])
    for a, b in pairwise(tiles):
        for tile in proposals.between(position.layout, a, b):
            if tile not in tiles and state.kinds[tile] == TERMINAL:
                return _say(game, "string.terminal", "through", a=ids[a], b=ids[b], station=ids[tile])
            if tile not in tiles and (full := _full(state, [tile])):
                values = {"a": ids[a], "b": ids[b], "station": ids[tile], "limit": full.amount}
                return _say(game, full.rule, "full", **values)
    legs, shortest = Finder(position.layout, state.company, THOROUGH, target, tiles).leg_length, 0
    for a, b in pairwise(tiles):
        known = legs[a, b][legs[a, b] >= 0]
        if not len(known):
            return _say(game, "string.length", "no-way", a=ids[a], b=ids[b], whole=whole)
        shortest += 10 * int(known.min())
    shortest = int(TAUTEST * shortest)
    names = [ids[tile] for tile in tiles]
    if shortest > target:
        return _say(
            game, "string.length", "way", stations=names, way=cm(game, shortest), whole=whole, length=length
        )
    return _say(game, "string.length", "no-room", stations=names, whole=whole, length=length)
