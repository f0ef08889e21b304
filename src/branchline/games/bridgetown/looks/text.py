"""A view as text for the terminal: the map, bridges with cards, the wheel, racers and the bag.

Colour is never alone: each flag and each player has a letter.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from branchline.core.game import Json
from branchline.games.bridgetown.looks.text_map import map_lines
from branchline.games.bridgetown.rules.board_file import letter_of

if TYPE_CHECKING:
    from branchline.games.bridgetown.looks import Looks
    from branchline.games.bridgetown.rules.game import Bridgetown

INK = {
    "white": "black on white",
    "orange": "black on dark_orange",
    "green": "black on green",
    "red": "white on red",
    "black": "white on grey23",
    "purple": "white on magenta",
    "yellow": "black on bright_yellow",
    "blue": "white on blue",
}
RACER = {
    "black": "bold white on grey23",
    "gold": "bold black on gold3",
    "slate": "bold white on slate_blue3",
    "red": "bold white on red",
}
PLAIN = "bold reverse"
NEARBY = 3  # steps from one's racer; further spaces are named by `?` and by the board


def flag(colour: str | None) -> str:
    """A flag, one character wide."""
    if colour is None:
        return "[dim]·[/]"
    return f"[bold {INK.get(colour, PLAIN)}]{letter_of(colour)}[/]"


def racer(view: Json, seat: int) -> str:
    colour = view["seats"][seat]["color"]
    return f"[{RACER.get(colour, PLAIN)}]{letter_of(colour)}[/]"


def text(looks: Looks, view: Json | None) -> str:
    game = looks.game
    if view is None:
        return "\n".join([*map_lines(game, {}), "", *space_lines(game)])
    parts = [
        [heading(game, view)],
        map_lines(game, signs(game, view), nearby(game, view)),
        bridge_lines(game, view),
        wheel_lines(game, view),
        seat_lines(game, view),
    ]
    return "\n\n".join("\n".join(part) for part in parts)


def signs(game: Bridgetown, view: Json) -> dict[str, str]:
    """What stands on the map: flags in capitals, racers in small letters, + for several."""
    nodes = {bridge["id"]: bridge["node"] for bridge in game.board.data["bridges"]}
    found = {nodes[bridge["id"]]: flag(bridge["flag"]) for bridge in view["bridges"]}
    spaces = [seat["space"] for seat in view["seats"]]
    for number, space in enumerate(spaces):
        alone = spaces.count(space) == 1
        found[space] = racer(view, number).lower() if alone else "[bold]+[/]"
    return found


def nearby(game: Bridgetown, view: Json) -> list[str]:
    """The spaces around one's own racer, the nearest first; nobody else is told them on the map."""
    if view["seat"] is None:
        return []
    tables = game.tables
    away = tables.distance(tables.index[view["seats"][view["seat"]]["space"]])
    near = [space for space in range(tables.size) if away[space] <= NEARBY]
    return [tables.ids[space] for space in sorted(near, key=lambda space: (away[space], space))]


def prompt(looks: Looks, view: Json) -> str:
    """What is left to place, or how far each mode goes now; a mode that cannot move is for a walk."""
    if view["to_move"] < 0:
        return ""
    words, me = looks.game.words, view["seats"][view["to_move"]]
    if view["phase"] == "place":
        key = "prompt.mode" if view["must_place_mode"] else "prompt.place"
        return words.sentence("ui", key, me["unplaced"])
    if view["phase"] == "ask":
        return words.sentence("ui", "prompt.ask", view["turn"])
    can_ride = {ride["action"][1] for ride in view["rides"]}
    modes = []
    for mode in view["wheel"]:
        if mode["id"] in can_ride:
            modes.append(f"{words.name(mode['id'])} {mode['now']}")
        elif mode["id"] in me["modes"] and "double" not in view["using"]:  # stuck.double
            modes.append(words.sentence("ui", "prompt.walk" if view["using"] else "prompt.stuck", mode["id"]))
    return words.sentence("ui", "prompt.race", view["turn"], ", ".join(modes))


def space_lines(game: Bridgetown) -> list[str]:
    """Every space of the bare board with the spaces one step away."""
    tables = game.tables
    return [
        f"{id:<14}{game.words.name(id):<24}{' '.join(tables.ids[there] for there in tables.roads[space])}"
        for space, id in enumerate(tables.ids)
    ]


def stage(game: Bridgetown, view: Json) -> str:
    """Where the game stands."""
    key = f"phase.{view['phase']}"
    return game.words.sentence("ui", key, view["round"], view["rounds"], view["turn"], view["turns"])


def heading(game: Bridgetown, view: Json) -> str:
    where, said = stage(game, view), game.words.sentence
    if view["first"] is not None:
        who = view["first"] + 1, racer(view, view["first"])
        where = said("looks", "joined", where, said("looks", "begins", *who))
    if view["using"]:
        where = said("looks", "joined", where, said("ui", "using", view["using"]))
    return where


def bridge_lines(game: Bridgetown, view: Json) -> list[str]:
    """The river from the top down: the flag on each bridge, and each player's card beside it."""
    cards = "  ".join(f" {racer(view, seat)} " for seat in range(view["players"]))
    said = partial(game.words.sentence, "looks")
    head = f"{said('column.bridge'):<20} {said('column.flag')}   {said('column.cards')} "
    lines, between = [head + cards], " " * (len(head) - 23)
    for bridge in view["bridges"]:
        places = "  ".join(f" {flag(seat['card'][bridge['id']])} " for seat in view["seats"])
        lines.append(f"{game.words.name(bridge['id']):<20}  {flag(bridge['flag'])}{between}{places}")
    left = " ".join(f"{flag(colour)}×{count}" for colour, count in view["bag"].items() if count)
    aside = f" ({game.words.sentence('ui', 'bag.aside', view['aside'])})" if view["aside"] else ""
    lines.append(said("bag", left) + aside)
    return lines


def wheel_lines(game: Bridgetown, view: Json) -> list[str]:
    said = partial(game.words.sentence, "looks")
    columns = [said(f"column.{each}") for each in ("speed", "now", "wait", "coordinators")]
    lines = [f"{said('column.wheel'):<18}" + "   ".join(columns)]
    speed, now, wait, _ = map(len, columns)
    for mode in view["wheel"]:
        there = " ".join(racer(view, seat) for seat in mode["coordinators"]) or f"[dim]{said('none')}[/]"
        name = game.words.name(mode["id"])
        numbers = f"{mode['base']:>{speed}}{mode['now']:>{now + 3}}{mode['wait']:>{wait + 3}}"
        lines.append(f"{flag(mode['color'])} {name:<14}{numbers}   {there}")
    if view["specials"]:
        # once coordinators are placed a special that nobody holds was used or left alone, and stays closed
        open = said("free") if view["phase"] == "place" else f"[dim]{said('nobody')}[/]"
        held = [
            said("special", each["id"], open if each["seat"] is None else racer(view, each["seat"]))
            for each in view["specials"]
        ]
        lines.append(said("specials.list", " · ".join(held)))
    return lines


def seat_lines(game: Bridgetown, view: Json) -> list[str]:
    lines, said = [], partial(game.words.sentence, "looks")
    for number, seat in enumerate(view["seats"]):
        mark = "▶" if view["to_move"] == number else " "
        who = said("seat.you" if view["seat"] == number else "seat", number)
        where = f"{game.words.name(seat['space'])} \\[{seat['space']}]"
        left = [*seat["modes"], *seat["specials"]] or said("nothing")
        told = said("seat.row", who, where, seat["flags"], seat["colours"], left)
        lines.append(f"{mark} {racer(view, number)} {told}")
    if view["scores"]:
        for number, score in enumerate(view["scores"]):
            lines.append("  " + said("seat.crossed" if score[0] else "seat.score", number, score[1]))
    return lines
