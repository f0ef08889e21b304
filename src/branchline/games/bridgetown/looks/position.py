"""A view in words: one's racer, card and rides, the other racers, then bridges, the wheel and the bag."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from typing import TYPE_CHECKING

from branchline.core.game import Json
from branchline.core.looks import Part, listed, seat_order, seated, turn
from branchline.games.bridgetown.looks.text import stage

if TYPE_CHECKING:
    from branchline.games.bridgetown.looks import Looks
    from branchline.games.bridgetown.rules.game import Bridgetown


def position(looks: Looks, view: Json, people: Sequence[str] = ()) -> list[Part]:
    game = looks.game
    said = partial(game.words.sentence, "looks")
    parts: list[Part] = [(said("now"), now(game, view, people))]
    others = []
    for seat, facts in seat_order(view):
        if view["seat"] == seat:
            parts.append((said("your-racer"), racer(game, facts)))
            if view["rides"]:
                parts.append((said("you-may-ride"), rides(game, view)))
        else:
            told = " ".join(racer(game, facts)).removesuffix(".")
            others.append(said("told", seated(view, seat, people), told))
    parts += [
        (said("other-racers" if view["seat"] is not None else "racers"), others),
        (said("bridges"), [bridge(game, each) for each in view["bridges"]]),
        (said("wheel"), [mode(game, view, each, people) for each in view["wheel"]]),
    ]
    if view["specials"]:
        parts.append((said("specials"), [special(game, view, each, people) for each in view["specials"]]))
    left = [said("count", count, colour) for colour, count in view["bag"].items() if count]
    parts.append((said("in-the-bag"), [listed(left, said("nothing")) + "."]))
    return parts


def now(game: Bridgetown, view: Json, people: Sequence[str]) -> list[str]:
    lines = [turn(view, people), f"{stage(game, view)}."]
    if view["first"] is not None:
        lines.append(game.words.sentence("looks", "first", seated(view, view["first"], people)))
    if view["using"]:
        using = game.words.sentence("ui", "using", view["using"])
        lines.append(f"{using[0].upper()}{using[1:]}.")
    return lines


def racer(game: Bridgetown, facts: Json) -> list[str]:
    """Where the racer stands, the flags on the card, what is missing, and what waits on the wheel."""
    said = partial(game.words.sentence, "looks")
    flags = [said("flag-from", flag, bridge) for bridge, flag in facts["card"].items() if flag]
    have = {flag for flag in facts["card"].values() if flag}
    missing = [colour for colour in game.tables.colours if colour not in have]
    return [
        said("stands", facts["space"]),
        said("card" if flags else "card.none", facts["flags"], facts["colours"], flags),
        said("missing" if missing else "missing.none", missing),
        said("on-wheel", [*facts["modes"], *facts["specials"]] or said("nothing")),
    ]


def rides(game: Bridgetown, view: Json) -> list[str]:
    """What each mode can bring now, the most flags first; where it could end is a matter of the board."""
    words, speed = game.words, {each["id"]: each["now"] for each in view["wheel"]}
    none = words.sentence("ui", "flag.none")
    both, also = (partial(words.sentence, "looks", key) for key in ("and", "joined"))
    found: dict[str, dict[str, int]] = {}
    for ride in view["rides"]:  # those that bring most stand first
        flags = [words.name(bridge) for bridge in (*ride["takes"], *ride["exchanges"])]
        brings = reduce(both, flags) if flags else none
        ways = found.setdefault(ride["action"][1], {})
        ways[brings] = ways.get(brings, 0) + 1
    lines = []
    for id, ways in found.items():
        told = [words.sentence("looks", "ways", *each) for each in ways.items()]
        lines.append(words.sentence("looks", "rides", id, speed[id], reduce(also, told)))
    return lines


def bridge(game: Bridgetown, each: Json) -> str:
    said = game.words.sentence
    flag = said("ui", "flag", each["flag"]) if each["flag"] else said("ui", "flag.none")
    return said("looks", "told", each["id"], flag)


def mode(game: Bridgetown, view: Json, each: Json, people: Sequence[str]) -> str:
    said = partial(game.words.sentence, "looks")
    there = listed((seated(view, seat, people) for seat in each["coordinators"]), said("nobody"))
    return said("mode", each["id"], each["color"], each["now"], there)


def special(game: Bridgetown, view: Json, each: Json, people: Sequence[str]) -> str:
    said = partial(game.words.sentence, "looks")
    if each["seat"] is not None:
        holder = seated(view, each["seat"], people)
    else:  # once coordinators are placed a special that nobody holds stays closed
        holder = said("free" if view["phase"] == "place" else "nobody")
    return said("told", each["id"], holder)
