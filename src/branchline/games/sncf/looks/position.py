"""A view in words: one's shares and what may be done with them, the others, then every railroad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from branchline.core.bits import bits, mask_of
from branchline.core.game import Json
from branchline.core.looks import Part, listed, seat_order, seated, turn
from branchline.core.words import plural

if TYPE_CHECKING:
    from branchline.games.sncf.looks import Looks
    from branchline.games.sncf.rules.game import Sncf


def position(looks: Looks, view: Json, people: Sequence[str] = ()) -> list[Part]:
    game = looks.game
    parts = [("Now", now(game, view, people))]
    others = []
    for seat, facts in seat_order(view):
        if view["seat"] == seat:
            parts.append(("Your shares", shares(game, view, facts)))
            if any(each["trade"] for each in view["railroads"]):
                parts.append(("You may trade", trades(game, view)))
        else:
            others.append(other(game, view, seat, facts, people))
    parts.append(("The other seats" if view["seat"] is not None else "The seats", others))
    parts.append(("Railroads", [railroad(game, view, each) for each in view["railroads"]]))
    return parts


def now(game: Sncf, view: Json, people: Sequence[str]) -> list[str]:
    lines, name = [turn(view, people)], game.words.name
    build, goal = view["build"], game.board.data.get("goal")
    if build:
        left = plural(build["left"], "# cube", "# cubes")
        lines.append(f"{name(build['railroad'])} is building, {left} left.")
    if view["locomotive"] is not None:
        lines.append(f"The Locomotive: {seated(view, view['locomotive'], people)}.")
    lines.append(f"Shares: {game.words.sentence('ui', 'limit', view['limit'], view['penalty'])}.")
    if goal:
        lines.append(f"Track in {name(goal)} ends the game.")
    if view["purple_left"] is not None:
        lines.append(f"Purple cities still empty: {listed(map(name, view['purple_left']), 'none')}.")
    if view["ended"]:
        lines.append(
            game.words.sentence(
                "ui", "phase.over", game.words.name(f"end.{view['ended']}").format(name(goal))
            )
        )
    return lines


def shares(game: Sncf, view: Json, facts: Json) -> list[str]:
    lines = []
    if facts["hand"] is not None:
        worth = {each["id"]: each["value"] for each in view["railroads"]}
        for colour, count in facts["hand"].items():
            if count:
                held = plural(count, "# share", "# shares")
                lines.append(
                    f"{game.words.name(colour)}: {held} of {worth[colour]}, {count * worth[colour]}."
                )
    over = f", {facts['penalty']} lost above the limit" if facts["penalty"] else ""
    points = "" if facts["points"] is None else f", {plural(facts['points'], '# point', '# points')}"
    lines.append(f"Together {plural(facts['shares'], '# share', '# shares')}{points}{over}.")
    return lines


def trades(game: Sncf, view: Json) -> list[str]:
    """What may be sold, and what may be bought for it, one or two."""
    found = {each["id"]: each["trade"] for each in view["railroads"]}

    def named(fits: list[str]) -> str:
        return listed(map(game.words.name, fits), "none")

    return [
        f"Sell one share of: {named([id for id, trade in found.items() if not trade['sell']])}.",
        f"Buy one of: {named([id for id, trade in found.items() if not trade['buy'][0]])}.",
        f"Buy two of: {named([id for id, trade in found.items() if not trade['buy'][1]])}.",
    ]


def other(game: Sncf, view: Json, seat: int, facts: Json, people: Sequence[str]) -> str:
    said = [plural(facts["shares"], "# share", "# shares")]
    if facts["hand"] is not None:
        said += [f"{game.words.name(colour)} {count}" for colour, count in facts["hand"].items() if count]
        said.append(plural(facts["points"], "# point", "# points"))
    elif facts["tally"] is not None:
        net = [f"{game.words.name(colour)} {count:+d}" for colour, count in facts["tally"].items() if count]
        said.append(f"since the deal {listed(net)}".replace("-", "−"))
    if facts["penalty"]:
        said.append(f"{facts['penalty']} lost above the limit")
    return f"{seated(view, seat, people)}: {', '.join(said)}."


def railroad(game: Sncf, view: Json, each: Json) -> str:
    """Its value, what is left of it, its cities in order of their value, and those that it could reach."""
    tables, name = game.tables, game.words.name
    track = mask_of(tables.index[id] for id in each["track"])
    closed = mask_of(tables.index[id] for one in view["railroads"] for id in one["track"])
    box = "" if each["box"] is None else f", {plural(each['box'], '# cube', '# cubes')} in the box"
    held = "" if each["held"] is None else f", {plural(each['held'], '# share', '# shares')} in hands"

    def cities(hexes: int) -> list[str]:
        found = sorted(bits(hexes & tables.cities), key=lambda index: -tables.points[index])
        return [f"{name(tables.ids[index])} {tables.points[index]}" for index in found]

    country = [id for id in each["track"] if not tables.points[tables.index[id]]]
    lines = [f"{name(each['id'])}: worth {each['value']} a share{box}{held}."]
    if track:
        lines.append(f"Cities: {listed(cities(track), 'none')}.")
        if country:
            lines.append(f"Other hexes: {listed(map(name, country))}.")
        lines.append(f"One cube away: {listed(cities(tables.around(track) & ~closed), 'no city')}.")
    else:
        lines.append("No track yet.")
    return " ".join(lines)
