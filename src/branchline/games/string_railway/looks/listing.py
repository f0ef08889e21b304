"""What `?` lists: proposals by their numbers, and the strings through stations that were named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.core.action import to_text
from branchline.core.game import Action
from branchline.games.string_railway.geometry.measures import Point
from branchline.games.string_railway.geometry.terrain import contact
from branchline.games.string_railway.geometry.verdict import Verdict, judge
from branchline.games.string_railway.laying import proposals
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.ids import string_ids, tile_ids
from branchline.games.string_railway.rules.refusals import cm
from branchline.games.string_railway.rules.state import CORNERS, StringState
from branchline.games.string_railway.rules.typed import NUMBERED

if TYPE_CHECKING:
    from branchline.games.string_railway.looks import Looks


def listing(looks: Looks, state: StringState, begun: Action) -> list[tuple[str, str]] | None:
    """What to type and what it brings, for everything that begins so; None where nothing has a number."""
    if state.to_move < 0 or state.phase == CORNERS:
        return None
    game, words = looks.game, looks.game.words
    if len(begun) > 2 and begun[0] == "lay":  # stations: the strings through them
        found = proposals.complete(game, state, begun)
        return [
            (words.line(f"lay {each[1]} {' '.join(_route(game, state, each))}"), _brings(game, state, each))
            for each in found
        ]
    lines, seen = [], dict.fromkeys(NUMBERED, 0)
    for action in proposals.actions(game, state):
        verb = action[0]
        if verb not in NUMBERED:
            if action[: len(begun)] == begun:
                lines.append((words.line(to_text(action)), words.groups["verbs"][verb]))
            continue
        seen[verb] += 1
        if begun in (action[: len(begun)], (verb, seen[verb])):
            lines.append((words.line(f"{verb} {seen[verb]}"), _brings(game, state, action)))
    return lines


def _brings(game: StringRailway, state: StringState, action: Action) -> str:
    """A proposal in a few words."""
    name, sentence = game.words.name, game.words.sentence
    if action[0] == "lay":
        verdict = _verdict(game, state, action)
        lost = [string_ids(state)[each.string] for each in verdict.crossed if each.points]
        route = [name(each) for each in _route(game, state, action)]
        across = sentence("ui", "list.across", strings=list(dict.fromkeys(lost))) if lost else ""
        return sentence("ui", "list.lay", length=action[1], score=verdict.score, route=route, across=across)
    if action[0] == "place":
        layout, (x, y) = game.positions.of(state).layout, action[2]
        away, tile = min(
            (contact([(x, y)] * 2, False, layout.corners(t))[1], t) for t in range(layout.tile_count)
        )
        near = tile_ids(state)[tile]
        return sentence(
            "ui", "list.place", station=action[1], x=x, y=y, angle=action[3], near=near, away=cm(game, away)
        )
    xs, ys = [x for x, _ in action[1]], [y for _, y in action[1]]
    if action[0] == "river":
        return sentence("ui", "list.river", x=xs[0], y=ys[0], to_x=xs[-1], to_y=ys[-1])
    return sentence("ui", "list.ground", left=min(xs), right=max(xs), low=min(ys), high=max(ys))


def _verdict(game: StringRailway, state: StringState, action: Action) -> Verdict:
    return judge(game.positions.of(state).layout, state.company, game.length(state, action[1]), action[2])


def _route(game: StringRailway, state: StringState, action: Action) -> list[str]:
    """The stations of a string in the order in which it visits them."""
    ids, points = tile_ids(state), action[2]

    def along(place: Point) -> int:
        return min(
            range(len(points)), key=lambda k: (points[k][0] - place[0]) ** 2 + (points[k][1] - place[1]) ** 2
        )

    entries = sorted(_verdict(game, state, action).entered, key=lambda entry: along(entry.place))
    return [ids[entry.tile] for entry in entries]
