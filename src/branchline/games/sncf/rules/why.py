"""Why an action is refused: the first rule, in the order of RULES.md, that it breaks."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

from branchline.core.action import folded, to_text
from branchline.core.bits import bits
from branchline.core.errors import BadAction, BranchlineError
from branchline.core.game import Action
from branchline.games.sncf.rules.cutoff import in_each_others_way, left_by
from branchline.games.sncf.rules.hidden import possible
from branchline.games.sncf.rules.state import COLOURS, MOST_BOUGHT, SncfState
from branchline.games.sncf.rules.tables import Tables, distance

if TYPE_CHECKING:
    from branchline.games.sncf.rules.game import Sncf

NEAR = 3  # names among which somebody finds the one that was meant
ALIKE, FAR = 0.75, 0.5  # how much of a name is right; the one that is nearest may be further: Cologne, Köln
LENGTHS = {"build": 3, "start": 3, "trade": 4, "done": 1}  # of an action, its verb included


def well_formed(game: Sncf, typed: Action) -> bool:
    """Could this line be an action of this game on this board?"""
    return not any(_malformed(game, step) for step in game.steps(typed))


def explain(game: Sncf, state: SncfState, action: Action) -> BranchlineError:
    return _malformed(game, action) or _turn(game, state, action)


def _malformed(game: Sncf, action: Action) -> BadAction | None:
    verb = action[0] if action else ""
    if not isinstance(verb, str) or verb not in LENGTHS or (verb == "start" and not game.germany):
        known = game.words.typable(verb for verb in LENGTHS if verb != "start" or game.germany)
        key = "verb.trade" if verb in ("sell", "buy") else "verb"
        return _bad(game, key, game.name, _typed(verb), known)
    if len(action) != LENGTHS[verb]:
        return _bad(
            game, "form", game.words.line(to_text(action)[:80]), game.words.typed("bad", f"form.{verb}")
        )
    for colour in action[1 : 3 if verb == "trade" else 2]:
        if colour not in COLOURS:
            return _bad(game, "railroad", _typed(colour), ", ".join(COLOURS))
    if verb in ("build", "start") and action[2] not in game.tables.index:
        near = _alike(game, action[2])
        meant = reduce(partial(game.words.typed, "bad", "or"), near) if near else ""
        return _bad(game, "hex.alike" if near else "hex", _typed(action[2]), game.board.id, meant)
    if verb == "trade" and type(action[3]) is not int:
        return _bad(game, "count", _typed(action[3]))
    return None


def _bad(game: Sncf, key: str, *values: str) -> BadAction:
    """What was not understood, word for word: no id is told by its name here."""
    return BadAction(game.words.typed("bad", key, *values))


def _typed(word: Any) -> str:
    """A word as it was typed, on one line and not too long."""
    return repr(str(word)[:40])[1:-1]


def _alike(game: Sncf, typed: Any) -> list[str]:
    """The printed names that a word begins or resembles."""
    if not isinstance(typed, str):
        return []
    wanted, names = folded(typed[:40]), {folded(name): name for name in game.tables.names.values()}
    begun = [name for name in names if len(wanted) > 1 and name.startswith(wanted)]
    near = get_close_matches(wanted, names, NEAR, ALIKE) or get_close_matches(wanted, names, 1, FAR)
    return [names[name] for name in list(dict.fromkeys([*begun, *near]))[:NEAR]]


def _turn(game: Sncf, state: SncfState, action: Action) -> BranchlineError:
    verb = action[0]
    if game.germany and not state.closed and verb != "start":
        return game.violation("start.first-turn")
    if state.building >= 0 and verb in ("trade", "start"):
        return game.violation("turn.one-action", railroad=COLOURS[state.building])
    if verb == "done":
        return game.violation("build.count")
    if verb == "build":
        return _build(game, state, game.colour[action[1]], game.tables.index[action[2]])
    if verb == "start":
        return _start(game, state, game.colour[action[1]], game.tables.index[action[2]])
    return _trade(game, state, action)


def _build(game: Sncf, state: SncfState, railroad: int, index: int) -> BranchlineError:
    tables = game.tables
    cube = 1 << index
    names: dict[str, Any] = {"railroad": COLOURS[railroad], "hex": tables.ids[index]}
    if state.building not in (-1, railroad):
        return game.violation("build.one-railroad", **names, building=COLOURS[state.building])
    if not state.box[railroad]:
        return game.violation("build.box", **names, **_instead(game, state, index, *range(6)))
    if not state.track[railroad]:
        return game.violation("build.started", **names)
    names |= _instead(game, state, index, railroad)
    if state.track[railroad] & cube:
        return game.violation("build.twice", **names)
    if cube & tables.kinds["paris"]:
        return game.violation("build.paris", **names)
    if cube & tables.suburbs:
        return game.violation("build.suburb", **names)
    holders = [COLOURS[r] for r in range(6) if state.track[r] & cube]
    if holders and cube & tables.cities:
        return game.violation("build.city", **names, holder=holders[0])
    if len(holders) == 2:
        return game.violation("build.rural", **names, holders=holders, both=_all(game, holders))
    if not tables.neighbours[index] & state.track[railroad]:
        for other in bits(state.track[railroad]):
            if frozenset((index, other)) in tables.blocked:
                because = tables.blocked[frozenset((index, other))]
                because = f" ({game.words.name(because)})" if because else ""
                return game.violation("build.heavy-line", **names, other=tables.ids[other], because=because)
        return game.violation("build.adjacent", **names)
    left = left_by(tables, state, railroad, index)
    others = [COLOURS[each] for each in in_each_others_way(tables, *left)]
    return game.violation("build.cut-off", **names, others=others, count=len(others), whom=_all(game, others))


def _all(game: Sncf, ids: list[str]) -> str:
    """Red; Red and Blue; Red, Blue and Green."""
    *first, last = map(game.words.name, ids)
    return game.words.sentence("ui", "and", first, last) if first else last


def _instead(game: Sncf, state: SncfState, index: int, *railroads: int) -> dict[str, str]:
    """Where one of these railroads may build, nearest to the hex asked for, or what else may be done."""
    tables = game.tables
    entered = [action for each in railroads if state.box[each] for action in game.builds(state, each)]
    if entered:
        _, colour, hex = min(entered, key=lambda action: _away(tables, tables.index[action[2]], index))
        return {"nearest": hex, "instead": game.words.sentence("ui", "way-out.cube", colour, hex)}
    alone = "way-out.none" if len(railroads) == 1 else "way-out.trade"
    way_out = "way-out.done" if state.building >= 0 else alone
    return {"nearest": "", "instead": game.words.sentence("ui", way_out, COLOURS[railroads[0]])}


def _away(tables: Tables, one: int, other: int) -> int:
    return distance(tables.at[one], tables.at[other])


def _start(game: Sncf, state: SncfState, railroad: int, index: int) -> BranchlineError:
    tables = game.tables
    names = {"railroad": COLOURS[railroad], "hex": tables.ids[index]}
    if state.track[railroad]:
        return game.violation("start.unstarted", **names)
    if not state.box[railroad]:
        return game.violation("start.box", **names)
    cities = sorted(bits(state.startable), key=lambda each: _away(tables, each, index))
    sentence = game.words.sentence
    if cities:
        instead = sentence("ui", "way-out.start", COLOURS[railroad], tables.ids[cities[0]])
    else:
        instead = sentence("ui", "way-out.no-start")
    if not tables.cities >> index & 1:
        return game.violation("start.city", **names, instead=instead)
    near = min(bits(_all_track(state)), key=lambda each: _away(tables, each, index))
    steps = _away(tables, near, index)
    where = sentence("ui", "start.near" if steps else "start.on", tables.ids[index], steps, tables.ids[near])
    values = {**names, "other": tables.ids[near], "distance": steps}
    return game.violation("start.distance", **values, where=where, instead=instead)


def _all_track(state: SncfState) -> int:
    track = 0
    for hexes in state.track:
        track |= hexes
    return track


def against_trade(held: Sequence[int], box: Sequence[int], sold: int, bought: int, count: int) -> str:
    """The rule that forbids a trade to a seat that holds these shares, or ""."""
    if not 1 <= count <= MOST_BOUGHT:
        return "trade.count"
    if sold == bought:
        return "trade.other"
    if not held[sold]:
        return "trade.hold"
    return "trade.box" if box[bought] < count else ""


def _trade(game: Sncf, state: SncfState, action: Action) -> BranchlineError:
    _, sold, bought, count = action
    holds = possible(game, state)
    rule = against_trade(holds, state.box, game.colour[sold], game.colour[bought], count)
    if rule == "trade.count":
        return game.violation(rule, count=count)
    if rule == "trade.other":
        return game.violation(rule, railroad=sold)
    if rule == "trade.hold":
        held = [colour for colour, shares in zip(COLOURS, holds, strict=True) if shares]
        return game.violation(rule, railroad=sold, held=held, holding=_all(game, held))
    return game.violation(rule, railroad=bought, count=count, left=state.box[game.colour[bought]])
