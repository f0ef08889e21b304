"""Why an action is refused: the first rule, in the order of RULES.md, that it breaks."""

from __future__ import annotations

from difflib import get_close_matches
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

from branchline.core.action import Action, to_text
from branchline.core.bits import bits
from branchline.core.errors import BadAction, BranchlineError, RuleViolation
from branchline.games.bridgetown.rules import movement
from branchline.games.bridgetown.rules.state import ASK, DOUBLE, FIRST, PLACE, SWAP, TURNS, BridgetownState
from branchline.games.bridgetown.rules.tables import WALK

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules.game import Bridgetown

NEAR = 3  # ends, or names that look alike, among which somebody finds what he meant
VERBS = ("place", "first", "decline", "swap", "double", "ride", "walk", "stay", "sit")


def explain(game: Bridgetown, state: BridgetownState, action: Action) -> BranchlineError:
    listed = game.meant(state, action)
    if listed != action:  # only where nobody asks what was meant, as in a record
        return _bad(game, "written", *(game.words.line(to_text(each)) for each in (action, listed)))
    action = movement.plain(game, action)
    return malformed(game, action) or _phase(game, state, action)


def malformed(game: Bridgetown, action: Action) -> BadAction | None:
    shown = game.words.line(" ".join(map(str, action))[:80])
    if not action or not isinstance(action[0], str) or action[0] not in VERBS:
        return _bad(game, "verb", game.name, shown, game.words.typable(VERBS))
    form = game.words.typed("bad", f"form.{action[0]}")
    if not all(isinstance(word, str) for word in action):
        return _bad(game, "form.ids", shown, form)
    verb, *words = action
    tables = game.tables
    if verb == "ride":
        path, exchanged = movement.split(action)
        wrong = (
            len(words) < 2 or not path or exchanged == () or len(set(exchanged or ())) != len(exchanged or ())
        )
        known = [tables.mode, *[tables.index] * len(path), *[tables.bridge] * len(exchanged or ())]
        words = [*words[:1], *path, *(exchanged or ())]
    else:
        forms: dict[str, list[dict[str, int]]] = {
            "place": [{**tables.mode, **tables.special_bit}],
            "swap": [tables.bridge, tables.bridge],
            "walk": [tables.mode, tables.index],
            "stay": [tables.mode],
        }
        known = forms.get(verb, [])
        wrong = len(words) != len(known)
    if wrong:
        return _bad(game, "form", shown, form)
    for word, ids in zip(words, known, strict=True):
        if word not in ids:
            near = get_close_matches(word[:40], ids, NEAR)
            key, some = ("word.known", ", ".join(ids)) if len(ids) < 20 else ("word", "")
            if near:
                key, some = "word.near", reduce(partial(_either, game), near)
            return _bad(game, key, shown, repr(word[:40])[1:-1], game.board.id, some)
    return None


def _bad(game: Bridgetown, key: str, *values: str) -> BadAction:
    """What was not understood, word for word: no id is told by its name here."""
    return BadAction(_said(game, key, *values))


def _either(game: Bridgetown, one: str, other: str) -> str:
    return _said(game, "or", one, other)


def _said(game: Bridgetown, key: str, *values: str) -> str:
    return game.words.typed("bad", key, *values)


def _phase(game: Bridgetown, state: BridgetownState, action: Action) -> BranchlineError:
    verb = action[0]
    if state.phase == PLACE:
        if verb == "place":
            return _place(game, state, action[1])
        return game.violation("place.phase", said=game.words.line(to_text(action[:2])))
    if state.phase == ASK:
        return game.violation("first.asked", turn=state.turn)
    if verb == "place":
        return game.violation("place.final", round=state.round)
    if verb in ("first", "decline"):
        return _first(game, state)
    if verb == "sit":
        return _sit(game, state)
    if verb in ("double", "swap"):
        return _special(game, state, action)
    mode = game.tables.mode[action[1]]
    if not state.modes[state.to_move] >> mode & 1:
        return game.violation("race.mode", mode=action[1], **_left(game, state))
    if verb == "ride":
        return _ride(game, state, action, mode)
    return _walk(game, state, action, mode)


def _place(game: Bridgetown, state: BridgetownState, id: str) -> BranchlineError:
    special = game.tables.special_bit.get(id)
    if special is None:
        return game.violation("place.once", mode=id)
    if not state.with_specials:
        return game.violation("light.specials", special=id)
    if state.specials[state.to_move] & special:
        return game.violation("place.once", mode=id)
    if state.owing:
        return game.violation("place.then-mode", special=id)
    holder = next(seat for seat, specials in enumerate(state.specials) if specials & special)
    return game.violation("place.taken", special=id, holder=holder)


def _first(game: Bridgetown, state: BridgetownState) -> BranchlineError:
    if not state.specials[state.to_move] & FIRST:
        return game.violation("special.hold", special="first")
    if state.using & FIRST:
        return game.violation("special.used", special="first")
    if state.to_move == state.first:
        return game.violation("first.own")
    return game.violation("first.start", turn=state.turn)


def _sit(game: Bridgetown, state: BridgetownState) -> BranchlineError:
    seat = state.to_move
    modes, turns = state.modes[seat], TURNS + 1 - state.turn
    if not state.specials[seat] & FIRST or seat == state.first:
        return game.violation("race.pass", **_left(game, state))
    if modes.bit_count() >= turns:
        return game.violation("race.sit", modes=modes.bit_count(), turns=turns)
    return _with_move(game, state)


def _left(game: Bridgetown, state: BridgetownState) -> dict[str, Any]:
    """The modes left to the seat to move, and what may be done with them: ride, or walk where one cannot."""
    can_ride: list[str] = []
    stuck: list[str] = []
    for mode in bits(state.modes[state.to_move]):
        moves = game.rides(state, mode)
        if moves:  # none for a mode that cannot move doubled: stuck.double
            (can_ride if moves[0][0] == "ride" else stuck).append(game.tables.mode_ids[mode])
    parts = [game.words.sentence("ui", "left.ride", can_ride)] if can_ride else []
    if stuck:
        parts.append(game.words.sentence("ui", "left.walk" if state.using else "left.stuck", stuck))
    instead = game.words.sentence("ui", "left.or", *parts) if len(parts) > 1 else "".join(parts)
    return {"left": can_ride + stuck, "instead": instead}


def _with_move(game: Bridgetown, state: BridgetownState) -> BranchlineError:
    used = [id for id, bit in game.tables.special_bit.items() if state.using & bit]
    return game.violation("special.with-move", specials=used)


def _special(game: Bridgetown, state: BridgetownState, action: Action) -> BranchlineError:
    special = DOUBLE if action[0] == "double" else SWAP
    if not state.specials[state.to_move] & special:
        return game.violation("special.hold", special=action[0])
    if state.using & special:
        return game.violation("special.used", special=action[0])
    if special == DOUBLE:
        return game.violation("double.none")
    return _swap(game, state, action[1], action[2])


def _swap(game: Bridgetown, state: BridgetownState, one: str, other: str) -> BranchlineError:
    tables, lying = game.tables, game.lying(state)
    if one == other:
        return game.violation("swap.two", bridge=one)
    for bridge in (one, other):
        if lying[tables.bridge[bridge]] < 0:
            return game.violation("swap.flag", bridge=bridge)
    for bridge in (one, other):
        if state.with_rails and tables.bridge[bridge] == tables.rail_bridge:
            return game.violation("swap.blue", bridge=bridge)
    return game.violation("swap.differ", colour=tables.colours[lying[tables.bridge[one]]])


def _ride(game: Bridgetown, state: BridgetownState, action: Action, mode: int) -> BranchlineError:
    tables, seat = game.tables, state.to_move
    here, length, network = state.at[seat], game.distance(state, mode), game.network(state, mode)
    ways = tables.ways(network, here, length)
    if not ways:
        if state.using & DOUBLE:
            return game.violation("double.ride", mode=action[1], steps=length)
        return game.violation("streetcar.board", mode=action[1], space=tables.ids[here])
    path, named = movement.split(action)
    spaces, exchanged = [tables.index[id] for id in path], [tables.bridge[id] for id in named or ()]
    if len(path) == 1 < length:
        return _end(game, state, mode, spaces[0], exchanged)
    if len(path) != length:
        return game.violation("race.whole", mode=action[1], steps=length, ridden=len(path))
    fault = movement.fault(tables, network, here, spaces) or exchange_fault(
        game, state, mode, spaces, exchanged
    )
    assert fault is not None, "a ride that follows every rule stands for a listed one"
    if isinstance(fault, RuleViolation):
        return fault
    rule, space, there, would = fault
    values = {"space": tables.ids[space], "other": tables.ids[there], "mode": action[1]}
    return game.violation(rule, **values, right=[tables.ids[each] for each in would])


def _end(
    game: Bridgetown, state: BridgetownState, mode: int, end: int, exchanged: list[int]
) -> BranchlineError:
    """move.end: why no ride can be made of an end and of the bridges to exchange at."""
    tables, here = game.tables, state.at[state.to_move]
    length, network = game.distance(state, mode), game.network(state, mode)
    ways = tables.ways(network, here, length)
    there = [way for way in ways if way[0] == end]
    if there:
        wanted = sum(1 << bridge for bridge in exchanged)
        _, _, way = max(there, key=lambda way: (way[1] & wanted).bit_count())
        fault = exchange_fault(game, state, mode, list(way), exchanged)
        assert fault is not None, "an end that can be reached is a ride"
        return fault
    if end == tables.start:
        rule = "move.still" if end == here else "move.start"
        right = [tables.ids[step] for step in tables.steps(network, here, True)]
        return game.violation(rule, space=tables.ids[here], right=right)
    away = tables.distance(end)
    ends = sorted({way[0] for way in ways}, key=lambda space: (away[space], space))[:NEAR]
    return game.violation(
        "move.end",
        mode=tables.mode_ids[mode],
        steps=length,
        space=tables.ids[end],
        right=[tables.ids[space] for space in ends],
    )


def exchange_fault(
    game: Bridgetown, state: BridgetownState, mode: int, spaces: list[int], exchanged: list[int]
) -> RuleViolation | None:
    """The first bridge at which this way cannot exchange a flag, and why."""
    tables, seat = game.tables, state.to_move
    lying = game.lying(state)
    for bridge in exchanged:
        values = {"bridge": tables.bridge_ids[bridge], "mode": tables.mode_ids[mode]}
        if lying[bridge] != mode:
            there = tables.colours[lying[bridge]] if lying[bridge] >= 0 else "none"
            return game.violation("flag.colour", **values, colour=tables.colours[mode], there=there)
        if tables.bridge_spaces[bridge] == state.at[seat]:
            return game.violation("flag.began", **values)
        if not state.held[seat] >> bridge & 1:
            return game.violation("flag.card", **values)
        if tables.bridge_spaces[bridge] not in spaces:
            return game.violation("flag.exchange", **values)
    return None


def _walk(game: Bridgetown, state: BridgetownState, action: Action, mode: int) -> BranchlineError:
    tables, here = game.tables, state.at[state.to_move]
    length = game.distance(state, mode)
    if tables.ways(game.network(state, mode), here, length):
        return game.violation("stuck.only", mode=action[1], steps=length)
    if state.using & DOUBLE:
        return game.violation("stuck.double", mode=action[1])
    if action[0] == "stay":
        return _with_move(game, state)
    there, right = tables.index[action[2]], [tables.ids[end] for end, _, _ in tables.ways(WALK, here, 1)]
    if there in tables.decks[here]:
        rule = "move.still" if there == here else "move.walker"
        return game.violation(rule, space=tables.ids[here], other=action[2], right=right)
    return game.violation("stuck.walk", space=tables.ids[here], right=right)
