"""A position as SVG: a line diagram in the manner of Dutch signs, with a panel beside it.

Colour is never alone: a train bears its letter and number, a disruption its letter, a yard its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Any

from branchline.core import svg
from branchline.core.game import Json, winners
from branchline.core.svg import COLOURS, INK, MUTED, PANEL, SIGNAL, escape, tag, text
from branchline.games.koplopers.looks.text import current, repair_of

if TYPE_CHECKING:
    from branchline.games.koplopers.looks import Looks
    from branchline.games.koplopers.rules.game import Koplopers

SIGN, YELLOW, RAIL, YARD = "#003082", "#ffc917", "#3b4252", "#b4432f"
MARGIN, COLUMN = 24.0, 380.0
HALO = 52.0  # how far a region's tint reaches around its stations
LONG, WIDE = 30.0, 15.0  # of a train


class Sheet:
    """Where everything lies on the page."""

    def __init__(self, game: Koplopers, view: Json | None) -> None:
        self.game, self.view, self.data = game, view, game.board.data
        self.width, self.height = (float(size) for size in self.data["size"])
        self.at = {
            id: (MARGIN + each["x"], MARGIN + each["y"])
            for group in (self.data["stations"], self.data["joints"])
            for id, each in group.items()
        } | {yard["id"]: (MARGIN + yard["x"], MARGIN + yard["y"]) for yard in self.data["yards"]}
        self.disrupted = {
            station: letter for letter, station in (view["letters"] if view else {}).items() if station
        }
        self.chips = {chip["id"]: chip for chip in self.data["chips"]}


def picture(looks: Looks, view: Json | None) -> str:
    """A position, or the bare board, as a whole SVG file that needs nothing else."""
    game = looks.game
    sheet = Sheet(game, view)
    panel = panel_of(sheet)
    width = panel.end + MARGIN
    height = max(sheet.height + MARGIN, panel.y) + MARGIN
    parts = [
        tag(
            "title", escape(f"{game.name}: {game.words.printed(game.board.data.get('title', game.board.id))}")
        ),
        tag("rect", width=width, height=height, fill=svg.PAPER),
        *region_parts(sheet),
        *track_parts(sheet),
        *chip_parts(sheet),
        *train_parts(sheet),
        *station_parts(sheet),
        *panel.parts,
    ]
    size = {"width": f"{width:.1f}", "height": f"{height:.1f}", "viewBox": f"0 0 {width:.1f} {height:.1f}"}
    style = {"xmlns": "http://www.w3.org/2000/svg", "font_family": svg.SANS, "fill": INK}
    return tag("svg", "\n", "\n".join(parts), "\n", **style, **size) + "\n"


# --- the board


def region_parts(sheet: Sheet) -> Iterator[str]:
    """Each region as one pale tint around its stations and the track between them."""
    stations = sheet.data["stations"]
    lines: dict[str, set[str]] = {}  # the stations of each line
    for id, section in sheet.data["sections"].items():
        lines.setdefault(section.get("link") or id, set()).update(set(section["ends"]) & set(stations))
    for region in sheet.data["regions"].values():
        path = ""
        for id, section in sheet.data["sections"].items():
            if section["kind"] == "black" and lines[section.get("link") or id] <= set(region["stations"]):
                (x1, y1), (x2, y2) = (sheet.at[end] for end in section["ends"])
                path += f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
        for x, y in (sheet.at[id] for id in region["stations"]):
            path += f"M{x:.1f} {y:.1f}h.1"
        yield tag(
            "path",
            tag("title", escape(region["name"])),
            d=path,
            fill="none",
            stroke=region["colour"],
            stroke_opacity="0.2",
            stroke_width=HALO * 2,
            stroke_linecap="round",
            stroke_linejoin="round",
        )


def track_parts(sheet: Sheet) -> Iterator[str]:
    """Black sections, joints as ticks across the line, yards as red dead ends with their number."""
    joints = sheet.data["joints"]
    for id, section in sheet.data["sections"].items():
        (x1, y1), (x2, y2) = (sheet.at[end] for end in section["ends"])
        place = {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "stroke_linecap": "round"}
        stroke, wide = (RAIL, 4.5) if section["kind"] == "black" else (YARD, 5.5)
        yield tag("line", tag("title", escape(id)), **place, stroke=stroke, stroke_width=wide)
        away = hypot(x2 - x1, y2 - y1) or 1.0
        across, down = -(y2 - y1) / away * 7, (x2 - x1) / away * 7
        for end in section["ends"]:
            if end in joints:
                x, y = sheet.at[end]
                tick = {"x1": x - across, "y1": y - down, "x2": x + across, "y2": y + down}
                yield tag("line", **tick, stroke=RAIL, stroke_width=3)
    for yard in sheet.data["yards"]:
        x, y = sheet.at[yard["id"]]
        square = {"x": x - 9, "y": y - 9, "width": 18, "height": 18, "rx": 2}
        yield tag("rect", tag("title", escape(yard["id"])), **square, fill=PANEL, stroke=YARD, stroke_width=2)
        if yard["number"]:
            yield text(f"{yard['number']}", x, y + 4.5, 13, "middle", bold=True, fill=YARD)


def station_parts(sheet: Sheet) -> Iterator[str]:
    """White abbreviations on blue plates; a disruption is a red and white barrier with its letter."""
    for id, station in sheet.data["stations"].items():
        x, y = sheet.at[id]
        half = plate_half(id)
        if id in sheet.disrupted:
            ring = {"cx": x, "cy": y, "r": 24, "fill": "none", "stroke_width": 6}
            yield tag("circle", **ring, stroke="#ffffff")
            yield tag("circle", **ring, stroke=SIGNAL, stroke_dasharray="9 6")
        plate = {"x": x - half, "y": y - 10, "width": 2 * half, "height": 20, "rx": 3}
        yield tag(
            "rect", tag("title", escape(station["name"])), **plate, fill=SIGN, stroke=PANEL, stroke_width=1.5
        )
        yield text(id, x, y + 4.5, 12.5, "middle", room=2 * half - 4, bold=True, fill="#ffffff")
        if id in sheet.disrupted:
            yield tag("circle", cx=x + 18, cy=y - 18, r=9, fill=SIGNAL, stroke="#ffffff", stroke_width=1.5)
            yield text(sheet.disrupted[id], x + 18, y - 13.5, 12.5, "middle", bold=True, fill="#ffffff")


def plate_half(id: str) -> float:
    """Half the width of a station's plate."""
    return 6 + 4.6 * len(id)


def chip_parts(sheet: Sheet) -> Iterator[str]:
    """Circles, and on them tickets with how many passengers want to go where."""
    regions = sheet.data["regions"]
    waiting = sheet.view["waiting"] if sheet.view else {}
    for id, station in sheet.data["stations"].items():
        chips = waiting.get(id, [])
        colour = regions[station["region"]]["colour"]
        for number, (x, y) in enumerate(station["slots"]):
            x, y = x + MARGIN, y + MARGIN
            if abs(y - sheet.at[id][1]) < 22:  # beside the plate: leave room for it
                away = plate_half(id) + 17
                middle = sheet.at[id][0]
                x = max(x, middle + away) if x > middle else min(x, middle - away)
            if number < len(chips):
                yield ticket(sheet, chips[number], x, y, colour)
            else:
                yield tag("circle", cx=x, cy=y, r=9, fill=PANEL, stroke=colour, stroke_width=2)


def ticket(sheet: Sheet, id: str, x: float, y: float, colour: str) -> str:
    chip = sheet.chips[id]
    box = {"x": x - 15, "y": y - 12, "width": 30, "height": 24, "rx": 3}
    return tag(
        "g",
        tag("title", escape(sheet.game.words.name(id))),
        tag("rect", **box, fill="#ffffff", stroke=colour, stroke_width=2.2),
        text(f"{chip['passengers']}", x, y - 1, 10.5, "middle", room=26, bold=True),
        text(chip["dest"], x, y + 9, 9, "middle", room=26, fill=SIGN, bold=True),
    )


def train_parts(sheet: Sheet) -> Iterator[str]:
    """Wedges that point where they are heading, with a load bar along their side."""
    for train in sheet.view["trains"] if sheet.view else ():
        (x1, y1), (x2, y2) = sheet.at[train["back"]], sheet.at[train["front"]]
        x, y = x1 + (x2 - x1) * 0.5, y1 + (y2 - y1) * 0.5
        colour = sheet.view["seats"][train["seat"]]["colour"] if sheet.view else "red"
        load = train["id"], train["load"], train["capacity"]
        yield tag(
            "g",
            tag("title", escape(sheet.game.words.sentence("ui", "sign.load", *load))),
            *wedge(train, COLOURS[colour]),
            transform=f"translate({x:.1f} {y:.1f}) rotate({degrees(atan2(y2 - y1, x2 - x1)):.1f})",
        )
        yield badge(train["id"], colour, x, y)


def wedge(train: Json, colour: str) -> list[str]:
    """A train that points to the right: a long nose, a second unit behind it, the load underneath."""
    back = -LONG / 2 - (12 if train["units"] == 2 else 0)
    half, nose = WIDE / 2, LONG / 2
    shape = f"M{back:.1f} {-half:.1f}H{nose - 6:.1f}L{nose + 4:.1f} 0L{nose - 6:.1f} {half:.1f}H{back:.1f}Z"
    parts = [tag("path", d=shape, fill=YELLOW, stroke=colour, stroke_width=3, stroke_linejoin="round")]
    if train["units"] == 2:
        parts.append(
            tag("line", x1=back + 12, x2=back + 12, y1=-half, y2=half, stroke=colour, stroke_width=2)
        )
    full = (nose - 6 - back) * train["load"] / train["capacity"]
    bar = {"x": back, "y": half + 3, "height": 4}
    parts.append(tag("rect", **bar, width=nose - 6 - back, fill=PANEL, stroke=INK, stroke_width=0.6))
    if full:
        parts.append(tag("rect", **bar, width=full, fill=SIGN))
    return parts


def badge(id: str, colour: str, x: float, y: float) -> str:
    """A train's letter and number, upright on its colour."""
    ink = INK if colour == "yellow" else "#ffffff"
    circle = tag("circle", cx=x, cy=y, r=8, fill=COLOURS[colour])
    return circle + text(id, x, y + 3.5, 9.5, "middle", room=14, bold=True, fill=ink)


# --- the panel


def panel_of(sheet: Sheet) -> svg.Panel:
    """Title, whose turn it is, the black train, disruptions, trains and seats."""
    view, data, words = sheet.view, sheet.data, sheet.game.words
    panel = svg.Panel(sheet.width + 2 * MARGIN, MARGIN, COLUMN)
    panel.title(sheet.game.name, *(words.printed(data.get(each, "")) for each in ("title", "note")))
    if view:
        panel.heading(words.sentence("looks", "now"))
        panel.lines(status(sheet.game, view), 15, bold=True, fill=SIGNAL)
        rounds(panel, sheet.game, view)
        letters(panel, sheet)
        panel.heading(words.sentence("looks", "trains"), words.sentence("looks", "trains.right"))
        for train in view["trains"]:
            train_row(panel, sheet, train)
        panel.heading(words.sentence("looks", "seats"), words.sentence("looks", "seats.right"))
        best = winners([tuple(score) for score in view["scores"]]) if view["scores"] else []
        for number in range(view["players"]):
            seat_row(panel, sheet, number, number in best)
    abbreviations(panel, sheet)
    return panel


def status(game: Koplopers, view: Json) -> str:
    """Whose turn it is, or why there is none."""
    said = game.words.sentence
    if view["ended"]:
        return said("ui", "prompt.over", view["ended"])
    if view["to_move"] < 0:
        return said("looks", f"status.{view['phase']}" if view["active"] is None else "status.drawn")
    if view["phase"] == "answer":
        return said("looks", "status.answer", view["to_move"])
    return said("looks", "status.turn", view["to_move"], view["points"])


def rounds(panel: svg.Panel, game: Koplopers, view: Json) -> None:
    """The line at the edge of the board on which the black train counts the rounds."""
    panel.heading(game.words.sentence("looks", "black-train"), current(game, view))
    step = panel.width / (view["rounds"] + 1)
    for number in range(view["rounds"] + 1):
        place = {"x": panel.x + step * number, "y": panel.y, "width": step, "height": 14}
        fill = INK if number == view["round"] else PANEL
        panel.parts.append(tag("rect", **place, fill=fill, stroke=INK, stroke_width=0.7))
    panel.y += 16


def letters(panel: svg.Panel, sheet: Sheet) -> None:
    view: Any = sheet.view
    words = sheet.game.words
    panel.heading(words.sentence("looks", "disruptions"), words.sentence("looks", "disc", view["pointer"]))
    for letter, station in view["letters"].items():
        where = words.name(station) if station else words.sentence("looks", "letter.beside")
        mark = f" · {words.sentence('looks', 'letter.mark')}" if letter == view["pointer"] else ""
        panel.lines(f"{letter}  {where}{mark}", 13, bold=bool(station))


def train_row(panel: svg.Panel, sheet: Sheet, train: Json) -> None:
    view: Any = sheet.view
    y, said = panel.y + 14, sheet.game.words.sentence
    colour = view["seats"][train["seat"]]["colour"]
    goals = " ".join(f"{sheet.chips[c]['dest']}·{sheet.chips[c]['passengers']}" for c in train["chips"])
    done = " ".join(said("looks", f"mark.{word}") for word in ("acted", "done", "blocked") if train[word])
    panel.parts += [
        badge(train["id"], colour, panel.x + 10, y),
        text(f"{train['load']}/{train['capacity']}", panel.x + 26, y + 4.5, 12.5, bold=True),
        text(goals or said("looks", "empty"), panel.x + 96, y + 4.5, 11, room=panel.width - 198),
        text(done, panel.end, y + 4.5, 10.5, "end", room=100, fill=MUTED),
    ]
    panel.y += 22


def seat_row(panel: svg.Panel, sheet: Sheet, number: int, wins: bool) -> None:
    """Who, how many passengers, and what the viewer may know of the cards."""
    view: Any = sheet.view
    seat, y, said = view["seats"][number], panel.y, sheet.game.words.sentence
    notes = {"you": view["seat"] == number, "first": view["first"] == number, "winner": wins}
    held = [said("looks", f"note.{note}") for note, holds in notes.items() if holds]
    who = " · ".join([said("looks", "seat.name", number), *held])
    panel.strip(who, f"{seat['points']}", wins or view["to_move"] == number, False, 46)
    panel.parts.append(badge(seat["colour"][0].upper(), seat["colour"], panel.x + 20, y + 34))
    names = sheet.game.words.names
    hand = (
        said("looks", "cards", seat["cards"])
        if seat["hand"] is None
        else ", ".join(names[card] for card in seat["hand"])
    )
    facts = [
        said("looks", "tickets", len(seat["box"])),
        said("looks", "aboard", seat["aboard"]),
        repair_of(sheet.game, seat),
        hand,
    ]
    line = " · ".join(facts)
    panel.parts.append(text(line, panel.x + 34, y + 38, 11.5, room=panel.width - 44, fill=MUTED))


def abbreviations(panel: svg.Panel, sheet: Sheet) -> None:
    """The abbreviation card."""
    panel.heading(sheet.game.words.sentence("looks", "abbreviations"))
    stations = list(sheet.data["stations"].items())
    columns = 3
    rows = -(-len(stations) // columns)
    for number, (id, station) in enumerate(stations):
        x = panel.x + panel.width / columns * (number // rows)
        y = panel.y + 12 + 13 * (number % rows)
        panel.parts.append(text(id, x, y, 9.5, room=28, bold=True, fill=SIGN))
        panel.parts.append(text(station["name"], x + 32, y, 9.5, room=panel.width / columns - 36))
    panel.y += 13 * rows + 12
