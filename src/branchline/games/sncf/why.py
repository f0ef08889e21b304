"""Why an action is refused: the first rule, in the order of RULES.md, that it breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.action import to_text
from branchline.core.bits import bits
from branchline.core.errors import BadAction, BranchlineError
from branchline.core.game import Action
from branchline.games.sncf.cutoff import in_each_others_way, left_by
from branchline.games.sncf.state import COLOURS, SncfState
from branchline.games.sncf.tables import distance

if TYPE_CHECKING:
    from branchline.games.sncf.rules import Sncf

FORMS = {
    "build": "build RAILROAD HEX",
    "start": "start RAILROAD CITY",
    "trade": "trade SOLD BOUGHT COUNT",
    "done": "done",
}


def well_formed(game: Sncf, typed: Action) -> bool:
    """Could this line be an action of this game on this board?"""
    return not any(_malformed(game, step) for step in game.steps(typed))


def explain(game: Sncf, state: SncfState, action: Action) -> BranchlineError:
    return _malformed(game, action) or _turn(game, state, action)


def _malformed(game: Sncf, action: Action) -> BadAction | None:
    verb = action[0] if action else ""
    if not isinstance(verb, str) or verb not in FORMS or (verb == "start" and not game.germany):
        known = ", ".join(verb for verb in FORMS if verb != "start" or game.germany)
        return BadAction(f"{game.name} has no verb {str(verb)[:40]!r}; it has {known}")
    if len(action) != len(FORMS[verb].split()):
        return BadAction(f"'{to_text(action)[:80]}' should be '{FORMS[verb]}'")
    for colour in action[1 : 3 if verb == "trade" else 2]:
        if colour not in COLOURS:
            return BadAction(f"there is no railroad {str(colour)[:40]!r}; there are {', '.join(COLOURS)}")
    if verb in ("build", "start") and action[2] not in game.tables.index:
        return BadAction(f"there is no hex {str(action[2])[:40]!r} on {game.board.id}")
    if verb == "trade" and type(action[3]) is not int:
        return BadAction(f"how many shares to buy is 1 or 2, not {str(action[3])[:40]!r}")
    return None


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
    names = {"railroad": COLOURS[railroad], "hex": tables.ids[index]}
    if state.building not in (-1, railroad):
        return game.violation("build.one-railroad", **names, building=COLOURS[state.building])
    if not state.box[railroad]:
        return game.violation("build.box", **names)
    if not state.track[railroad]:
        return game.violation("build.started", **names)
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
                because = f" ({because})" if because else ""
                return game.violation("build.heavy-line", **names, other=tables.ids[other], because=because)
        return game.violation("build.adjacent", **names, **_instead(game, state, railroad, index))
    left = left_by(tables, state, railroad, index)
    others = [COLOURS[each] for each in in_each_others_way(tables, *left)]
    values = {**names, "others": others, "count": len(others), "whom": _all(game, others)}
    return game.violation("build.cut-off", **values, **_instead(game, state, railroad, index))


def _all(game: Sncf, ids: list[str]) -> str:
    """Red; Red and Blue; Red, Blue and Green."""
    *first, last = map(game.words.name, ids)
    return game.words.sentence("ui", "and", first, last) if first else last


def _instead(game: Sncf, state: SncfState, railroad: int, index: int) -> dict[str, str]:
    """Where this railroad may build, nearest to the hex asked for, or what else may be done."""
    nearest = _nearest(game, state, railroad, index)
    way_out = "way-out.cube" if nearest else "way-out.done" if state.building >= 0 else "way-out.none"
    instead = game.words.sentence("ui", way_out, COLOURS[railroad], nearest)
    return {"nearest": nearest, "instead": instead}


def _nearest(game: Sncf, state: SncfState, railroad: int, index: int) -> str:
    """The hex nearest to the one asked for that this railroad may enter, if it may enter any."""
    at = game.tables.at
    hexes = [game.tables.index[action[2]] for action in game.builds(state, railroad)]
    if not hexes:
        return ""
    return game.tables.ids[min(hexes, key=lambda each: distance(at[each], at[index]))]


def _start(game: Sncf, state: SncfState, railroad: int, index: int) -> BranchlineError:
    tables = game.tables
    names = {"railroad": COLOURS[railroad], "hex": tables.ids[index]}
    if state.track[railroad]:
        return game.violation("start.unstarted", **names)
    if not state.box[railroad]:
        return game.violation("start.box", **names)
    if not tables.cities >> index & 1:
        return game.violation("start.city", **names)
    at = tables.at
    near = min(bits(_all_track(state)), key=lambda each: distance(at[each], at[index]))
    steps = distance(at[near], at[index])
    sentence = game.words.sentence
    where = sentence("ui", "start.near" if steps else "start.on", tables.ids[index], steps, tables.ids[near])
    cities = sorted(bits(state.startable), key=lambda each: distance(at[each], at[index]))
    if cities:
        instead = sentence("ui", "way-out.start", COLOURS[railroad], tables.ids[cities[0]])
    else:
        instead = sentence("ui", "way-out.no-start")
    values = {**names, "other": tables.ids[near], "distance": steps}
    return game.violation("start.distance", **values, where=where, instead=instead)


def _all_track(state: SncfState) -> int:
    track = 0
    for hexes in state.track:
        track |= hexes
    return track


def _trade(game: Sncf, state: SncfState, action: Action) -> BranchlineError:
    _, sold, bought, count = action
    if count not in (1, 2):
        return game.violation("trade.count", count=count)
    if sold == bought:
        return game.violation("trade.other", railroad=sold)
    if not state.hands[state.to_move * 6 + game.colour[sold]]:
        return game.violation("trade.hold", railroad=sold)
    return game.violation("trade.box", railroad=bought, count=count, left=state.box[game.colour[bought]])
