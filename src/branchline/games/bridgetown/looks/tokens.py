"""Flags and pawns as SVG, for the map, the wheel and the cards; each carries a letter."""

from __future__ import annotations

from branchline.core.svg import INK, MUTED, PANEL, SIGNAL, tag, text
from branchline.games.bridgetown.rules.board_file import letter_of

PAWN = {"black": "#2b2b2b", "gold": "#d8a31a", "slate": "#6c7f93", "red": "#c8372d"}


def lettering(
    words: str, x: float, y: float, size: float, fill: str = INK, *, anchor: str = "middle", room: float = 0
) -> str:
    """Bold words on their baseline."""
    return text(words, x, y, size, anchor, room=room, bold=True, fill=fill)


def flag_part(x: float, y: float, fill: str, letter: str) -> str:
    cloth = f"M{x} {y - 46}c9 -7 17 5 30 -2v22c-13 7 -21 -5 -30 2Z"
    pole = tag("path", d=f"M{x} {y}V{y - 48}", stroke=INK, stroke_width=3, stroke_linecap="round")
    return (
        tag("path", d=cloth, fill=fill, stroke=INK, stroke_width="1.5")
        + pole
        + lettering(letter, x + 15, y - 31, 14, ink_on(fill))
    )


def ink_on(fill: str) -> str:
    """Dark or light letters, whichever can be read on that colour."""
    red, green, blue = (int(fill[place : place + 2], 16) for place in (1, 3, 5))
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else PANEL


def pawn(x: float, y: float, colour: str, lit: bool = False, size: float = 1.0) -> str:
    """A racer or a coordinator with its letter; the one to move has a ring."""
    fill = PAWN.get(colour, MUTED)
    body = "M-11 11C-11 2 -6 1 -4 -3A8 8 0 1 1 4 -3C6 1 11 2 11 11Z"
    ring = [tag("circle", cy=-2, r=17, fill="none", stroke=SIGNAL, stroke_width=3)] if lit else []
    return tag(
        "g",
        *ring,
        tag("path", d=body, fill=fill, stroke=PANEL, stroke_width="1.8"),
        lettering(letter_of(colour), 0, 8, 11, ink_on(fill)),
        transform=f"translate({x:.1f} {y:.1f}) scale({size})",
    )
