"""For bots and previews: how a position looks, what a player with a plan does, what a move brings."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from branchline.core.action import Action
from branchline.core.bits import bits
from branchline.core.errors import over
from branchline.core.game import OVER, winners
from branchline.games.bridgetown import trace
from branchline.games.bridgetown.plan import NEW_COLOUR, NEW_FLAG, Plan
from branchline.games.bridgetown.rounds import unplaced
from branchline.games.bridgetown.state import (
    ALL_BRIDGES,
    ALL_SPECIALS,
    ASK,
    DOUBLE,
    MODES,
    PLACE,
    SWAP,
    BridgetownState,
)

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules import Bridgetown

WINNING = 20.0
BETTER = 0.15  # by how much a plan with a special must beat the plan without


def value(game: Bridgetown, state: BridgetownState, seat: int) -> float:
    """My flags and colours less those of the others, of whom the best counts most."""
    worth = [_card(state, other) for other in range(state.players)]
    mine = worth.pop(seat)
    apart = mine - 0.5 * max(worth) - 0.5 * sum(worth) / len(worth)
    if state.to_move == OVER:
        won = winners(game.scores(state))
        return apart + (WINNING / len(won) if seat in won else -WINNING)
    return apart


def _card(state: BridgetownState, seat: int) -> float:
    held, card = state.held[seat], state.cards[seat * MODES : seat * MODES + MODES]
    colours = MODES - card.count(0)
    return NEW_FLAG * held.bit_count() + NEW_COLOUR * colours + (WINNING if held == ALL_BRIDGES else 0)


def advise(game: Bridgetown, state: BridgetownState, rng: Random) -> Action:
    """Three modes that make the best plan together; then ride by the plan, planning anew each time."""
    if state.to_move == OVER:
        raise over()
    if state.phase == PLACE:
        return _place(game, state, rng)
    if state.phase == ASK:
        return ("first",) if _contested(game, state) else ("decline",)
    return _ride(game, state, rng)


def _place(game: Bridgetown, state: BridgetownState, rng: Random) -> Action:
    """Go for the best plans that what is placed already still allows."""
    seat = state.to_move
    plan = Plan(game, state, seat)
    space, placed = state.at[seat], state.modes[seat]
    to_come = unplaced(state, seat)
    worth: dict[str, list[float]] = {}
    doubling = state.specials[seat] & DOUBLE
    for modes in _sets(placed, to_come):
        value = plan.doubled(modes, space, 0) if doubling else plan.worth(modes, space, 0)
        for mode in bits(modes & ~placed):
            worth.setdefault(game.tables.mode_ids[mode], []).append(value)
    ranked = {id: sorted(values, reverse=True)[:4] for id, values in worth.items()}
    # a mode that serves several good plans leaves more ways open
    score = {id: top[0] + 0.05 * sum(top) / len(top) + rng.random() * 1e-3 for id, top in ranked.items()}
    best = max(score, key=lambda id: score[id])
    if to_come > 1 and ("place", "double") in game.legal_actions(state):
        twice = max(plan.doubled(modes, space, 0) for modes in _sets(placed, to_come - 1))
        if twice > ranked[best][0] + BETTER:
            return ("place", "double")
    return ("place", best)


def _sets(placed: int, to_come: int) -> list[int]:
    """Every set of modes that holds those placed and so many more."""
    found = {placed}
    for _ in range(to_come):
        found = {modes | 1 << mode for modes in found for mode in range(MODES) if not modes >> mode & 1}
    return sorted(found)


def _ride(game: Bridgetown, state: BridgetownState, rng: Random) -> Action:
    """The ride that gains most, what the modes left will bring from its end included."""
    seat = state.to_move
    worth, found = _best_ride(game, state, rng)
    unused = state.specials[seat] & ~state.using & ALL_SPECIALS
    legal = game.legal_actions(state) if unused else []
    if unused & DOUBLE and ("double",) in legal:
        # with fewer rides than usual there is no reason to wait for a better one than this
        after = state.copy()
        game.apply(after, ("double",))
        twice, _ = _best_ride(game, after, rng)
        modes = state.modes[seat]
        later = Plan(game, state, seat).doubled(modes, state.at[seat], 0) if modes & modes - 1 else 0.0
        if twice > worth and twice >= later - 1e-9:
            return ("double",)
    if unused & SWAP:
        best, swap = worth + BETTER, found
        for action in legal:
            if action[0] == "swap":
                after = state.copy()
                game.apply(after, action)
                swapped, _ = _best_ride(game, after, rng)
                if swapped > best:
                    best, swap = swapped, action
        return swap
    return found


def _best_ride(game: Bridgetown, state: BridgetownState, rng: Random) -> tuple[float, Action]:
    seat = state.to_move
    plan = Plan(game, state, seat)
    best, found = float("-inf"), None
    for mode in bits(state.modes[seat]):
        rest = state.modes[seat] & ~(1 << mode)
        for action in game.rides(state, mode):
            gained = 0.0
            if action[0] == "ride":
                end, free, exchanged = trace.outcome(game, state, action)
                gained = plan.taking(mode, free, 0) if free else 0.0
                for bridge in exchanged:
                    gained += plan.taking(mode, 1 << bridge, 0) if bridge in plan.gain[mode] else -NEW_COLOUR
            else:
                end = game.tables.index[action[2]] if action[0] == "walk" else state.at[seat]
            worth = gained + plan.worth(rest, end, 1) + rng.random() * 1e-4
            if worth > best:
                best, found = worth, action
    assert found is not None
    return best, found


def _contested(game: Bridgetown, state: BridgetownState) -> bool:
    """Whether the flag that I ride for next may be gone if I wait."""
    after = state.copy()
    game.apply(after, ("first",))
    seat = state.to_move
    plan = Plan(game, state, seat)
    _, action = _best_ride(game, after, Random(0))
    if action[0] != "ride":
        return False
    mode = game.tables.mode[action[1]]
    _, free, _ = trace.outcome(game, after, action)
    return any(state.modes[other] >> mode & 1 for other in range(state.players) if other != seat) and bool(
        plan.taking(mode, free, 0)
    )


# --- for the search: numba takes a while to load, and most games do without


def kernel_board(game: Bridgetown) -> Any:
    from branchline.games.bridgetown import streets

    return streets.kernel_board(game.tables)


def plans(game: Bridgetown, state: BridgetownState, width: int) -> list[tuple[Action, ...]]:
    from branchline.games.bridgetown import variants

    return variants.ways_on(game, state, width)


def played_on(game: Bridgetown, state: BridgetownState, rng: Random, turns: int) -> BridgetownState:
    from branchline.games.bridgetown import racing

    return racing.played_on(game, state, rng, turns)


# --- for people


def propose(game: Bridgetown, state: BridgetownState, partial: Action) -> list[Action]:
    """What begins so; and `ride taxi pearl`, which names only an end, is every ride that ends there."""
    size = len(partial)
    legal = game.legal_actions(state)
    found = [action for action in legal if action[:size] == partial]
    if not found and size == 3 and partial[0] == "ride":
        for action in legal:
            if action[:2] == partial[:2] and trace.split(action)[0][-1] == partial[2]:
                found.append(action)
    return found


def ledger(
    game: Bridgetown, state: BridgetownState, events: list[tuple[Any, ...]], seat: int
) -> list[tuple[int, str]]:
    """Flags and colours are what counts: one point for each that these events bring or cost."""
    rows: list[tuple[int, str]] = []
    words, tables = game.words, game.tables
    card = state.cards[seat * MODES : seat * MODES + MODES]
    taken: dict[int, int] = {}
    given: dict[int, int] = {}
    full = 0
    for event in events:
        if event[0] == "gave-back" and event[1] == seat:
            colour = tables.colour[event[3]]
            given[colour] = given.get(colour, 0) + 1
            full |= 1 << tables.bridge[event[2]]
        elif event[0] == "took" and event[1] == seat:
            mode = tables.mode[event[3]]
            taken[mode] = taken.get(mode, 0) + 1
            new = not full >> tables.bridge[event[2]] & 1
            rows.append((int(new), words.sentence("ui", "ledger.took", event[2])))
    for colour in range(MODES):
        now = card[colour].bit_count()
        before = now - taken.get(colour, 0) + given.get(colour, 0)
        if now and not before:
            rows.append((1, words.sentence("ui", "ledger.colour", tables.colours[colour])))
        elif before and not now:
            rows.append((-1, words.sentence("ui", "ledger.lost", tables.colours[colour])))
    if state.held[seat] == ALL_BRIDGES:
        rows.append((0, words.sentence("ui", "ledger.eight")))
    return rows
