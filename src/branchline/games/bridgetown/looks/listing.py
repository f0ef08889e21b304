"""What `?` lists in the race: rides by their ends with the flags that they take, then the specials."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.action import Action, to_text
from branchline.core.bits import bits
from branchline.games.bridgetown.looks.view import ridden
from branchline.games.bridgetown.rules import movement, typed
from branchline.games.bridgetown.rules.state import EXCHANGE, RACE, BridgetownState

if TYPE_CHECKING:
    from branchline.games.bridgetown.looks import Looks
    from branchline.games.bridgetown.rules.game import Bridgetown

Line = tuple[str, str]  # what to type, and what it brings


def listing(looks: Looks, state: BridgetownState, begun: Action) -> list[Line] | None:
    """All that begins with these words; without any, the rides of a mode that take nothing are one line."""
    if state.phase != RACE:
        return None
    game = looks.game
    begun = movement.plain(game, begun)
    words, lines = game.words, list[Line]()
    for mode in bits(state.modes[state.to_move]):
        rides = _rides(game, state, mode)
        if len(begun) < 2:
            lines += _short(game, rides) if begun in ((), ("ride",)) else []
        else:
            found = [ride for ride in rides if begun in (ride[0][: len(begun)], ride[1][: len(begun)])]
            lines += [(words.line(to_text(said)), brings) for said, _, brings in found]
    verbs, swaps = words.groups["verbs"], []
    for action in game.legal_actions(state):
        if action[0] == "ride" or action[: len(begun)] != begun:
            continue
        if action[0] == "swap":
            swaps.append(action)
        elif action[0] == "walk":
            lines.append((words.line(to_text(action)), words.name(action[2])))
        else:
            lines.append((words.line(to_text(action)), verbs[action[0]]))
    return lines + _swaps(game, state, swaps)


def _rides(game: Bridgetown, state: BridgetownState, mode: int) -> list[tuple[Action, Action, str]]:
    """How each ride is said, the ride, and what it brings.

    The end is enough where it means this ride (move.end); for another one the whole way is named.
    """
    words, found = game.words, []
    rides = ridden(game, state, 1 << mode)
    for ride, takes, exchanges in rides:
        path, _ = movement.split(ride)
        said: Action = (*ride[:2], path[-1], *((EXCHANGE, *exchanges) if exchanges else ()))
        if len(path) > 1 and typed.best_to(game, state, [each for each, _, _ in rides], said) != ride:
            said = ride
        brings = [words.name(path[-1])]
        if takes:
            brings.append(words.sentence("ui", "list.takes", len(takes), takes))
        if exchanges:
            brings.append(words.sentence("ui", "list.exchanges", len(exchanges), exchanges))
        found.append((said, ride, ", ".join(brings)))
    return found


def _short(game: Bridgetown, rides: list[tuple[Action, Action, str]]) -> list[Line]:
    """The rides that take a flag, and the ends to which none does; who leaves a flag asks for the mode."""
    lines, ends = [], []
    for said, _, brings in rides:
        if brings != game.words.name(said[-1]):
            lines.append((game.words.line(to_text(said)), brings))
        elif len(said) == 3:
            ends.append(said[2])
    if ends:
        typed = f"ride {rides[0][0][1]} {game.words.sentence('looks', 'end')}"
        lines.append((game.words.line(typed), game.words.sentence("ui", "list.ends", ", ".join(ends))))
    return lines


def _swaps(game: Bridgetown, state: BridgetownState, swaps: list[Action]) -> list[Line]:
    """A line for each upper bridge, with the flags that may come to it."""
    tables, lying = game.tables, game.lying(state)

    def flag(bridge: str) -> str:
        return game.words.name(tables.colours[lying[tables.bridge[bridge]]])

    lines: dict[str, list[str]] = {}
    for _, one, other in swaps:
        lines.setdefault(one, []).append(f"{other} ({flag(other)})")
    bridge = game.words.sentence("looks", "bridge")
    return [
        (
            game.words.line(f"swap {one} {bridge}"),
            game.words.sentence("ui", "list.swap", flag(one), ", ".join(others)),
        )
        for one, others in lines.items()
    ]
