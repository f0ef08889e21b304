"""Pictures as SVG text, for every game: tags with everything escaped, labels that meet nothing, a panel.

The pictures bring no fonts, so widths are estimates on the wide side; a text that must fit is given
its `room`, and every renderer then squeezes it into that, whatever the font.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

PAPER, PANEL, INK, MUTED, SIGNAL = "#f6f2e8", "#fffdf7", "#1c2430", "#6b7280", "#b4432f"
# the colours of players and railroads; each is always shown with its letter
COLOURS = {
    "red": "#c8372d",
    "blue": "#2f6db3",
    "green": "#2e8b57",
    "yellow": "#e2b100",
    "purple": "#8a4fa3",
    "black": "#2b2b2b",
}
CONDENSED = 0.84  # names on a map are this much narrower than their natural width
BADGE = 7.0  # half of a badge across

# renderers without a font system know only real names, so the usual ones of all systems come first
SANS = (
    "'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans', 'Segoe UI', Roboto, sans-serif"
)
MONO = "Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', 'Noto Sans Mono', monospace"
SERIF = "Georgia, 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', 'Noto Serif', serif"

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_WIDTHS = {" ": 0.32, "W": 0.99, "M": 0.86, "m": 0.97, "w": 0.82}
_WIDTHS |= dict.fromkeys("Iijl.,:;'’|!()-·", 0.38) | dict.fromkeys("<>=+~@%&", 0.9)


def escape(text: str) -> str:
    """A text as XML may hold it, in quotes or between tags.

    >>> escape('<Aix & "Albi">')
    '&lt;Aix &amp; &quot;Albi&quot;&gt;'
    """
    return re.sub('[&<>"]', lambda found: _NAMED[found[0]], _FORBIDDEN.sub("\ufffd", text))


def written(text: str) -> str:
    """A text as a page, for a game that draws nothing."""
    lines = text.split("\n")
    width, height = 60 + 8.5 * max(map(len, lines)), 60 + 22 * len(lines)
    rows = [
        tag("text", escape(line), x=30, y=45 + 22 * number, **{"xml:space": "preserve"})
        for number, line in enumerate(lines)
    ]
    style = {"xmlns": "http://www.w3.org/2000/svg", "font_family": MONO, "font_size": "14", "fill": INK}
    paper = tag("rect", width=width, height=height, fill=PAPER)
    return tag("svg", paper, *rows, **style, viewBox=f"0 0 {width:.0f} {height}") + "\n"


def tag(name: str, /, *inside: str, **attributes: str | float | None) -> str:
    """An element; what is inside is ready-made SVG, None leaves an attribute out.

    >>> tag("line", x1=1.0, x2=2.25, stroke_width=3, fill=None)
    '<line x1="1" x2="2.2" stroke-width="3"/>'
    """
    listed = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{listed}>{''.join(inside)}</{name}>" if inside else f"<{name}{listed}/>"


def text(
    words: str,
    x: float,
    y: float,
    size: float,
    anchor: str = "start",
    *,
    room: float = 0,
    bold: bool = False,
    fill: str | None = None,
    **attributes: str | float | None,
) -> str:
    """A line of text on its baseline, squeezed where it would be wider than its room."""
    squeezed = room > 0 and text_width(words, size) > room
    return tag(
        "text",
        escape(words),
        x=x,
        y=y,
        font_size=size,
        text_anchor=None if anchor == "start" else anchor,
        font_weight="bold" if bold else None,
        fill=fill,
        textLength=room if squeezed else None,
        lengthAdjust="spacingAndGlyphs" if squeezed else None,
        **attributes,
    )


def text_width(words: str, size: float) -> float:
    """About how wide a line is, on the wide side."""
    return size * sum(_WIDTHS.get(each) or _width(each) for each in words)


def wrap(words: str, size: float, room: float) -> list[str]:
    """Lines that fit into the room, broken at spaces, or inside a word that is too long for a line.

    >>> wrap("a board of our own", 10, 60)
    ['a board of', 'our own']
    """
    lines: list[str] = []
    line = ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if text_width(longer, size) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while text_width(line, size) > room and len(line) > 1:
            fits = max(1, int(room / text_width(line, size) * len(line)))
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line] if line else lines


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return escape(value)
    rounded = f"{value:.1f}".removesuffix(".0")
    return "0" if rounded == "-0" else rounded


def _width(character: str) -> float:
    if character.isupper():
        return 0.71
    return 0.64 if character.isascii() or character.islower() else 1.0


@dataclass(frozen=True, slots=True)
class Box:
    """Where something lies, so that nothing else is put there."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Do the two overlap? Touching is no overlap.

        >>> Box(0, 0, 2, 2).meets(Box(1, 1, 3, 3)), Box(0, 0, 2, 2).meets(Box(2, 0, 3, 1))
        (True, False)
        """
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


def around(x: float, y: float, across: float, down: float) -> Box:
    """A box by its middle and half its sides."""
    return Box(x - across, y - down, x + across, y + down)


@dataclass(frozen=True, slots=True)
class Spot:
    """A named place on a map: a round thing that its name stands above or below."""

    name: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Label:
    """A name in one line or two from the top, and room for a badge at the other side of its spot."""

    lines: tuple[str, ...]
    size: float
    boxes: tuple[Box, ...]  # one a line, then the badge's where it stands out from the spot
    badge: tuple[float, float]

    def meets(self, other: Box) -> bool:
        return any(box.meets(other) for box in self.boxes)

    def svg(self, about: str, **attributes: str | float | None) -> str:
        """The lines, each exactly as wide as its box; `about` is shown where a pointer rests."""
        lines = [
            tag(
                "text",
                escape(line),
                x=box.middle()[0],
                y=box.bottom - self.size * 0.05,  # accents take the room above, capitals need none below
                textLength=box.right - box.left,
                lengthAdjust="spacingAndGlyphs",
            )
            for line, box in zip(self.lines, self.boxes, strict=False)  # the badge's box has no line
        ]
        style: dict[str, str | float | None] = {"text_anchor": "middle", "font_weight": "bold", **attributes}
        return tag("g", tag("title", escape(about)), *lines, font_size=self.size, **style)


def place_names(
    spots: Mapping[str, Spot], room: float, fixed: list[Box], soft: list[Box]
) -> dict[str, Label]:
    """Where each name goes, in capitals, so that none meets another or what is fixed.

    Every name begins under its spot, at most as wide as `room`, where the caller's map must leave it
    free. From there each in turn, long ones first, moves to its first better place that is still
    free; a place that covers less of what is `soft` is better still.
    """
    labels = {
        id: _label(spot, (spot.name.upper(),), min(9.0, room / CONDENSED / text_width(spot.name.upper(), 1)))
        for id, spot in spots.items()
    }
    for id in sorted(spots, key=lambda id: (-len(spots[id].name), id)):
        near = around(spots[id].x, spots[id].y, 2 * room, 3 * spots[id].radius + 30)
        others = [box for other, label in labels.items() if other != id for box in label.boxes]
        taken = [box for box in (*fixed, *others) if box.meets(near)]
        free = [label for label in _better(spots[id], room) if not any(map(label.meets, taken))]
        labels[id] = min([*free, labels[id]], key=lambda label: sum(map(label.meets, soft)))
    return labels


def _better(spot: Spot, room: float) -> Iterator[Label]:
    """Best first: large letters, one line unless that is long, below the spot, not moved aside."""
    name = spot.name.upper()
    breaks = [found.end() for found in re.finditer("[- ]", name[:-1])]
    halves = [(name[:end].strip(), name[end:].strip()) for end in breaks]
    halves = sorted((lines for lines in halves if all(lines)), key=lambda lines: max(map(len, lines)))
    layouts: list[tuple[str, ...]] = [(name,), *halves[:1]]
    if len(name) > 12:
        layouts.reverse()
    for size in (10.5, 9.5, 8.5):
        for lines in layouts:
            if max(text_width(line, size) for line in lines) * CONDENSED > 1.6 * room:
                continue
            for below in (True, False):
                for aside in (0, 10, -10, 20, -20):
                    yield _label(spot, lines, size, aside, below)


def _label(spot: Spot, lines: tuple[str, ...], size: float, aside: float = 0, below: bool = True) -> Label:
    away, high = spot.radius + 2.5, size * 0.98
    top = spot.y + away if below else spot.y - away - high * len(lines)
    side = -1 if below else 1
    boxes = [
        around(spot.x + aside, top + (number + 0.5) * high, text_width(line, size) * CONDENSED / 2, high / 2)
        for number, line in enumerate(lines)
    ]
    outside = around(spot.x, spot.y + side * (spot.radius + 5), BADGE, 3)
    return Label(lines, size, (*boxes, outside), (spot.x, spot.y + side * (spot.radius + 1)))


def badge(letter: str, colour: str, x: float, y: float, half: float = BADGE) -> str:
    """A letter on its colour, one of `COLOURS`."""
    size = half * 1.5
    ink = INK if colour == "yellow" else "#ffffff"
    circle = tag("circle", cx=x, cy=y, r=half, fill=COLOURS[colour], stroke=PANEL, stroke_width=1)
    return circle + text(letter, x, y + size * 0.36, size, "middle", bold=True, fill=ink)


class Panel:
    """The column beside a board: a title, and then lines from the top down. `y` is where the next begins."""

    def __init__(self, x: float, y: float, width: float) -> None:
        self.x, self.y, self.width, self.end = x, y, width, x + width
        self.parts: list[str] = []

    def title(self, name: str, subtitle: str, note: str) -> None:
        """The head of the poster."""
        size = 30
        words = text(name.upper(), self.x, self.y + size, size, room=self.width, bold=True, font_family=SERIF)
        self.parts.append(words)
        self.y += size + 8
        self.lines(subtitle, 17, italic=True)
        self.y += 4
        self.lines(note, 11, fill=MUTED)

    def lines(
        self, words: str, size: float, bold: bool = False, fill: str = INK, italic: bool = False
    ) -> None:
        """Words in as many lines as they need."""
        family, style = (SERIF, "italic") if italic else (None, None)
        for line in wrap(words, size, self.width * (0.86 if bold else 0.94)):
            self.y += size * 1.35
            baseline = self.y - size * 0.3
            self.parts.append(
                text(line, self.x, baseline, size, bold=bold, fill=fill, font_family=family, font_style=style)
            )

    def heading(self, words: str, right: str = "") -> None:
        """A line across, and under it what comes now; what has no room at its right stands below."""
        self.y += 36
        head = words.upper()
        self.parts += [
            tag("line", x1=self.x, y1=self.y - 20, x2=self.end, y2=self.y - 20, stroke=INK, stroke_width=1.5),
            text(head, self.x, self.y - 4, 13, bold=True, letter_spacing=1),
        ]
        room = self.width - 1.12 * text_width(head, 13) - len(head) - 12  # it is bold and spaced
        if room < 0.75 * text_width(right, 12):
            room = self.width
            self.y += 16
        self.parts.append(text(right, self.end, self.y - 4, 12, "end", room=room, fill=MUTED))
        self.y += 4

    def sign(self, drawn: Callable[[float, float], str], words: str) -> None:
        """What a sign means that can be drawn anywhere."""
        self.y += 36
        self.parts.append(drawn(self.x + 20, self.y - 14))
        self.parts.append(text(words, self.x + 48, self.y - 10, 12, room=self.width - 48))

    def strip(self, who: str, right: str, lit: bool, warning: bool = False, high: float = 26) -> None:
        """A seat's frame with its first line; what the caller adds below the line is up to it."""
        place = {"x": self.x, "y": self.y, "height": high}
        edge = SIGNAL if lit else MUTED
        self.parts += [
            tag(
                "rect",
                **place,
                width=self.width,
                rx=3,
                fill=PANEL,
                stroke=edge,
                stroke_width=1.5 if lit else 0.5,
            ),
            tag("rect", **place, width=5, fill=edge) if lit else "",
            text(who, self.x + 14, self.y + 18, 14, room=200, bold=True),
            text(right, self.end - 10, self.y + 18, 13, "end", room=130, fill=SIGNAL if warning else INK),
        ]
        self.y += high + 4
