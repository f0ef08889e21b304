"""The wheel on the map and the panel beside it, as SVG: coordinators, speeds, cards and the bag."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from typing import TYPE_CHECKING

from branchline.core.game import CHANCE, Json, winners
from branchline.core.svg import INK, MUTED, PANEL, SIGNAL, Panel, tag, text
from branchline.core.words import Words
from branchline.games.bridgetown.looks.text import stage
from branchline.games.bridgetown.looks.tokens import ink_on, lettering, pawn
from branchline.games.bridgetown.rules.board_file import letter_of

if TYPE_CHECKING:
    from branchline.games.bridgetown.rules.game import Bridgetown

HUB = 0.42  # of the wheel's radius
ROW = 26.0


def wheel_parts(game: Bridgetown, view: Json | None) -> Iterator[str]:
    """Eight sectors with speed and colour, three specials in the middle, pawns where they were placed."""
    data = game.board.data
    zones = [zone for zone in data.get("free_zones", []) if "wheel" in zone["use"]]
    if not zones:
        return
    zone = zones[0]
    radius = min(zone["w"], zone["h"]) / 2 - 2
    x, y = zone["x"] + zone["w"] / 2, zone["y"] + zone["h"] - radius - 6
    modes = data["modes"]
    yield tag("circle", cx=x, cy=y, r=radius + 4, fill=PANEL, stroke=INK, stroke_width=2)
    for number, mode in enumerate(modes):
        begin = 2 * pi * number / len(modes) - pi / 2
        seen = view["wheel"][number] if view else None
        yield sector(game.words, x, y, radius, begin, 2 * pi / len(modes), mode, seen)
        there = seen["coordinators"] if seen else []
        for place, seat in enumerate(there):
            turn = begin + 2 * pi / len(modes) * (place + 0.5) / len(there)
            away = radius * 0.54
            colour = view["seats"][seat]["color"] if view else ""
            yield pawn(x + cos(turn) * away, y + sin(turn) * away, colour, size=0.72)
    yield tag("circle", cx=x, cy=y, r=radius * HUB, fill=PANEL, stroke=INK, stroke_width=2)
    for number, special in enumerate(data["specials"]):
        below = y + (number - 1) * radius * 0.2 + 4
        holder = view["specials"][number]["seat"] if view and view["specials"] else None
        held = holder is not None
        left = x - radius * 0.08 if held else x
        yield lettering(game.words.name(special["id"]), left, below, 11, room=radius * 0.5)
        if view and held:
            yield pawn(x + radius * 0.25, below - 5, view["seats"][holder]["color"], size=0.7)


def sector(
    words: Words, x: float, y: float, radius: float, begin: float, angle: float, mode: Json, seen: Json
) -> str:
    """One mode: its name at the rim, and how far it goes now."""
    end = begin + angle
    inner = radius * HUB
    rim = [f"{x + cos(turn) * radius:.1f} {y + sin(turn) * radius:.1f}" for turn in (begin, end)]
    hub = [f"{x + cos(turn) * inner:.1f} {y + sin(turn) * inner:.1f}" for turn in (end, begin)]
    outward, inward = f"A{radius:.1f} {radius:.1f} 0 0 1", f"A{inner:.1f} {inner:.1f} 0 0 0"
    shape = f"M{rim[0]}{outward} {rim[1]}L{hub[0]}{inward} {hub[1]}Z"
    middle = begin + angle / 2
    a, b = x + cos(middle) * radius * 0.78, y + sin(middle) * radius * 0.78
    ink = ink_on(mode["hex"])
    speed = str(seen["now"] if seen else mode["speed"])
    return (
        tag("path", d=shape, fill=mode["hex"], stroke=INK, stroke_width="1.2")
        + lettering(speed, a, b + 2, 18, ink)
        + text(words.name(mode["id"]), a, b + 12, 8.5, "middle", room=radius * 0.42, fill=ink)
    )


# --- the panel


def panel_parts(
    game: Bridgetown, view: Json | None, x: float, y: float, width: float
) -> tuple[list[str], float]:
    """Title, whose turn it is, seats with their cards, the bag and a legend; and where they end."""
    data, words = game.board.data, game.words
    panel = Panel(x, y, width)
    panel.title(game.name, words.name(data.get("title", "")), words.name(data.get("note", "")))
    if view:
        panel.heading(stage(game, view), status(game, view))
        best = winners([tuple(score) for score in view["scores"]]) if view["scores"] else []
        for seat in range(view["players"]):
            seat_rows(game, panel, view, seat, seat in best)
        panel.heading(
            words.sentence("looks", "picture.bag"),
            words.sentence("ui", "bag.aside", view["aside"]) if view["aside"] else "",
        )
        squares(panel, [(colour, str(count)) for colour, count in view["bag"].items()], colours(data))
    panel.heading(words.sentence("looks", "modes"), words.sentence("looks", "modes.columns"))
    for mode in data["modes"]:
        place = {"x": panel.x, "y": panel.y + 3, "width": 20, "height": 18, "rx": 3}
        panel.parts.append(tag("rect", **place, fill=mode["hex"], stroke=INK))
        letter, ink = letter_of(mode["color"]), ink_on(mode["hex"])
        panel.parts.append(lettering(letter, panel.x + 10, panel.y + 17, 13, ink))
        about = words.sentence("looks", "mode.flags", mode["id"], mode["color"])
        panel.parts.append(text(about, panel.x + 30, panel.y + 17, 13))
        panel.parts.append(lettering(str(mode["speed"]), panel.x + width, panel.y + 17, 13, anchor="end"))
        panel.y += 23
    panel.heading(words.sentence("looks", "spaces"))
    for key in ("legend.overpass", "legend.rails", "legend.bridge"):
        panel.lines(words.sentence("ui", key), 12)
    return panel.parts, panel.y


def colours(data: Json) -> dict[str, str]:
    return {mode["color"]: mode["hex"] for mode in data["modes"]}


def status(game: Bridgetown, view: Json) -> str:
    """Who is asked, and for what."""
    if view["phase"] == "over":
        return ""
    if view["to_move"] == CHANCE:
        return game.words.sentence("looks", "chance-draws")
    key = "places" if view["phase"] == "place" else "moves"
    return game.words.sentence("looks", key, view["to_move"] + 1)


def seat_rows(game: Bridgetown, panel: Panel, view: Json, number: int, best: bool) -> None:
    """A seat's strip: pawn, name, flags and colours, and under it the card with its eight places."""
    seat = view["seats"][number]
    panel.y += 8
    lit = view["to_move"] == number
    if lit or best:
        place = {"x": panel.x - 8, "y": panel.y - 2, "width": panel.width + 16, "height": 66, "rx": 6}
        panel.parts.append(tag("rect", **place, fill=PANEL, stroke=SIGNAL, stroke_width=2))
    panel.parts.append(pawn(panel.x + 12, panel.y + 14, seat["color"]))
    you = view["seat"] == number
    key = ("picture.you-win" if you else "picture.wins") if best else "picture.you" if you else "seat"
    name = game.words.sentence("looks", key, number) + (" ①" if view["first"] == number else "")
    panel.parts.append(text(name, panel.x + 32, panel.y + 19, 15, bold=True, room=150))
    count = game.words.sentence("looks", "flags", seat["flags"], seat["colours"])
    panel.parts.append(text(count, panel.x + panel.width, panel.y + 19, 13, "end"))
    panel.y += 28
    short = {id: game.words.name(id).removesuffix(" Bridge") for id in seat["card"]}
    squares(panel, [(colour, short[id]) for id, colour in seat["card"].items()], colours(game.board.data))


def squares(panel: Panel, cells: list[tuple[str | None, str]], fills: dict[str, str]) -> None:
    """A row of small boxes, each with a flag's colour and letter, and words under it."""
    wide = panel.width / len(cells)
    for place, (colour, words) in enumerate(cells):
        x = panel.x + wide * place
        fill = fills[colour] if colour else "none"
        box = {"x": x + 2, "y": panel.y, "width": wide - 4, "height": 20, "rx": 3}
        panel.parts.append(tag("rect", **box, fill=fill, stroke=INK if colour else MUTED))
        if colour:
            letter = lettering(letter_of(colour), x + wide / 2, panel.y + 15, 13, ink_on(fill))
            panel.parts.append(letter)
        panel.parts.append(text(words, x + wide / 2, panel.y + 31, 9, "middle", room=wide - 4, fill=MUTED))
    panel.y += 36
