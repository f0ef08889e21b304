"""A view in words: one's racer, card and rides, the other racers, then bridges, the wheel and the bag."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from branchline.core.game import Json
from branchline.core.looks import Part, listed, seat_order, seated, turn
from branchline.core.words import plural
from branchline.games.bridgetown.looks.text import stage

if TYPE_CHECKING:
    from branchline.games.bridgetown.looks import Looks
    from branchline.games.bridgetown.rules.game import Bridgetown


def position(looks: Looks, view: Json, people: Sequence[str] = ()) -> list[Part]:
    game = looks.game
    parts: list[Part] = [("Now", now(game, view, people))]
    others = []
    for seat, facts in seat_order(view):
        if view["seat"] == seat:
            parts.append(("Your racer", racer(game, facts)))
            if view["rides"]:
                parts.append(("You may ride", rides(game, view)))
        else:
            others.append(f"{seated(view, seat, people)}: {' '.join(racer(game, facts))}")
    parts += [
        ("The other racers" if view["seat"] is not None else "The racers", others),
        ("Bridges from the top down", [bridge(game, each) for each in view["bridges"]]),
        ("The wheel", [mode(game, view, each, people) for each in view["wheel"]]),
    ]
    if view["specials"]:
        parts.append(("Specials", [special(game, view, each, people) for each in view["specials"]]))
    left = [f"{count} {game.words.name(colour)}" for colour, count in view["bag"].items() if count]
    parts.append(("In the bag", [listed(left) + "."]))
    return parts


def now(game: Bridgetown, view: Json, people: Sequence[str]) -> list[str]:
    lines = [turn(view, people), f"{stage(game, view)}."]
    if view["first"] is not None:
        lines.append(f"First in this round: {seated(view, view['first'], people)}.")
    if view["using"]:
        lines.append(f"{game.words.sentence('ui', 'using', view['using']).capitalize()}.")
    return lines


def racer(game: Bridgetown, facts: Json) -> list[str]:
    """Where the racer stands, the flags on the card, what is missing, and what waits on the wheel."""
    name = game.words.name
    flags = [f"{name(flag)} from {name(bridge)}" for bridge, flag in facts["card"].items() if flag]
    have = {flag for flag in facts["card"].values() if flag}
    missing = [name(colour) for colour in game.tables.colours if colour not in have]
    on_wheel = [name(id) for id in (*facts["modes"], *facts["specials"])]
    return [
        f"Stands at {name(facts['space'])}.",
        f"{plural(facts['flags'], '# flag', '# flags')} in "
        f"{plural(facts['colours'], '# colour', '# colours')}: {listed(flags, 'none')}.",
        f"Colours still missing: {listed(missing, 'none')}.",
        f"On the wheel: {listed(on_wheel)}.",
    ]


def rides(game: Bridgetown, view: Json) -> list[str]:
    """What each mode can bring now, the most flags first; where it could end is a matter of the board."""
    name, speed = game.words.name, {each["id"]: each["now"] for each in view["wheel"]}
    found: dict[str, dict[str, int]] = {}
    for ride in view["rides"]:  # those that bring most stand first
        brings = " and ".join(name(bridge) for bridge in (*ride["takes"], *ride["exchanges"])) or "no flag"
        ways = found.setdefault(ride["action"][1], {})
        ways[brings] = ways.get(brings, 0) + 1
    return [
        f"{name(id)}, {plural(speed[id], '# space', '# spaces')}: "
        + "; ".join(f"{brings} ({plural(count, '# way', '# ways')})" for brings, count in ways.items())
        + "."
        for id, ways in found.items()
    ]


def bridge(game: Bridgetown, each: Json) -> str:
    flag = f"{game.words.name(each['flag'])} flag" if each["flag"] else "no flag"
    return f"{game.words.name(each['id'])}: {flag}."


def mode(game: Bridgetown, view: Json, each: Json, people: Sequence[str]) -> str:
    there = listed((seated(view, seat, people) for seat in each["coordinators"]), "nobody")
    return (
        f"{game.words.name(each['id'])} takes {game.words.name(each['color'])} flags, "
        f"goes {plural(each['now'], '# space', '# spaces')} now: {there}."
    )


def special(game: Bridgetown, view: Json, each: Json, people: Sequence[str]) -> str:
    if each["seat"] is not None:
        holder = seated(view, each["seat"], people)
    else:  # once coordinators are placed a special that nobody holds stays closed
        holder = "free" if view["phase"] == "place" else "nobody"
    return f"{game.words.name(each['id'])}: {holder}."
