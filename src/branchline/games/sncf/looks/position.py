"""A view in words: one's shares and what may be done with them, the others, then every railroad."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from branchline.core.bits import bits, mask_of
from branchline.core.game import Json
from branchline.core.looks import Part, seat_order, seated, turn
from branchline.core.words import signed

if TYPE_CHECKING:
    from branchline.games.sncf.looks import Looks
    from branchline.games.sncf.rules.game import Sncf


def position(looks: Looks, view: Json, people: Sequence[str] = ()) -> list[Part]:
    game = looks.game
    said = partial(game.words.sentence, "looks")
    parts = [(said("now"), now(game, view, people))]
    others = []
    for seat, facts in seat_order(view):
        if view["seat"] == seat:
            parts.append((said("your-shares"), shares(game, view, facts)))
            if any(each["trade"] for each in view["railroads"]):
                parts.append((said("you-may-trade"), trades(game, view)))
        else:
            others.append(other(game, view, seat, facts, people))
    parts.append((said("other-seats" if view["seat"] is not None else "seats"), others))
    parts.append((said("railroads"), [railroad(game, view, each) for each in view["railroads"]]))
    return parts


def now(game: Sncf, view: Json, people: Sequence[str]) -> list[str]:
    lines, said = [turn(view, people)], partial(game.words.sentence, "looks")
    build, goal = view["build"], game.board.data.get("goal")
    if build:
        lines.append(said("now.building", build["railroad"], build["left"]))
    if view["locomotive"] is not None:
        lines.append(said("now.locomotive", seated(view, view["locomotive"], people)))
    lines.append(said("now.limit", game.words.sentence("ui", "limit", view["limit"], view["penalty"])))
    if goal:
        lines.append(said("goal", goal))
    if view["purple_left"] is not None:
        lines.append(said("purple-left", view["purple_left"] or said("none")) + ".")
    if view["ended"]:
        lines.append(game.words.sentence("ui", "phase.over", f"end.{view['ended']}"))
    return lines


def shares(game: Sncf, view: Json, facts: Json) -> list[str]:
    lines, said = [], partial(game.words.sentence, "looks")
    if facts["hand"] is not None:
        worth = {each["id"]: each["value"] for each in view["railroads"]}
        for colour, count in facts["hand"].items():
            if count:
                lines.append(said("hand", colour, count, worth[colour], count * worth[colour]))
    together = [said("some-shares", facts["shares"])]
    if facts["points"] is not None:
        together.append(said("points", facts["points"]))
    if facts["penalty"]:
        together.append(said("lost", facts["penalty"]))
    return [*lines, said("together", together)]


def trades(game: Sncf, view: Json) -> list[str]:
    """What may be sold, and what may be bought for it, one or two."""
    found = {each["id"]: each["trade"] for each in view["railroads"]}

    def said(key: str, fits: list[str]) -> str:
        return game.words.sentence("looks", key, fits or game.words.sentence("looks", "none"))

    return [
        said("sell", [id for id, trade in found.items() if not trade["sell"]]),
        said("buy-one", [id for id, trade in found.items() if not trade["buy"][0]]),
        said("buy-two", [id for id, trade in found.items() if not trade["buy"][1]]),
    ]


def other(game: Sncf, view: Json, seat: int, facts: Json, people: Sequence[str]) -> str:
    words = game.words
    told = [words.sentence("looks", "some-shares", facts["shares"])]
    if facts["hand"] is not None:
        told += [f"{words.name(colour)} {count}" for colour, count in facts["hand"].items() if count]
        told.append(words.sentence("looks", "points", facts["points"]))
    elif facts["tally"] is not None:
        net = [f"{words.name(colour)} {signed(count)}" for colour, count in facts["tally"].items() if count]
        told.append(words.sentence("looks", "since-deal", net or words.sentence("looks", "nothing")))
    if facts["penalty"]:
        told.append(words.sentence("looks", "lost", facts["penalty"]))
    return words.sentence("looks", "told", seated(view, seat, people), told)


def railroad(game: Sncf, view: Json, each: Json) -> str:
    """Its value, what is left of it, its cities in order of their value, and those that it could reach."""
    tables, name = game.tables, game.words.name
    track = mask_of(tables.index[id] for id in each["track"])
    closed = mask_of(tables.index[id] for one in view["railroads"] for id in one["track"])
    said = partial(game.words.sentence, "looks")

    def cities(hexes: int) -> list[str]:
        found = sorted(bits(hexes & tables.cities), key=lambda index: -tables.points[index])
        return [f"{name(tables.ids[index])} {tables.points[index]}" for index in found]

    country = [id for id in each["track"] if not tables.points[tables.index[id]]]
    if each["box"] is None:
        lines = [said("railroad.unknown", each["id"], each["value"])]
    else:
        lines = [said("railroad", each["id"], each["value"], each["box"], each["held"])]
    if track:
        lines.append(said("cities", cities(track) or said("none")))
        if country:
            lines.append(said("other-hexes", country))
        lines.append(said("near", cities(tables.around(track) & ~closed) or said("no-city")))
    else:
        lines.append(said("no-track"))
    return " ".join(lines)
