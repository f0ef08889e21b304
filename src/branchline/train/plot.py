"""How a training goes, as a picture: its losses, and how often the network wins alone among its rivals."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, isfinite, log10
from typing import Any, NamedTuple

from branchline.arena.standing import wilson
from branchline.core.svg import INK, MUTED, PANEL, PAPER, SANS, SIGNAL, tag, text

LEFT, TOP, WIDE, TALL = 64.0, 88.0, 300.0, 300.0  # the panel of the losses
ACROSS, DOWN = 200.0, 110.0  # a panel of one kind of rivals
FIRST, APART, BELOW = LEFT + WIDE + 84, ACROSS + 72, DOWN + 68
EDGE = 0.06  # of a panel stays free at both ends of its iterations
COLOURS = ("#6a3d9a", "#33717a", "#2f6db3", "#c8102e", "#3a7d44", "#b07d12")  # by seats, over and over

Row = dict[str, Any]  # a line of the log
Point = tuple[float, float]


class Frame(NamedTuple):
    """Where a panel lies, and what its sides mean."""

    x: float
    y: float
    wide: float
    tall: float
    last: int  # iteration
    low: float
    high: float

    def at(self, iteration: float, value: float) -> Point:
        part = iteration / self.last if self.last else 0.5
        right = self.x + self.wide * (EDGE + (1 - 2 * EDGE) * part)
        return right, self.y + self.tall * (self.high - value) / (self.high - self.low)


def step_of(span: float, most: int) -> float:
    """The round number that divides a span into at most so many parts.

    >>> [step_of(span, 5) for span in (0.3, 1, 13, 60)]
    [0.1, 0.2, 5.0, 20.0]
    """
    power: float = 10.0 ** floor(log10(span / most))
    for by in (1, 2, 5):
        if span / (by * power) <= most * (1 + 1e-9):
            return round(by * power, 9)
    return 10 * power


def axes(frame: Frame, step: float, written: Callable[[float], str]) -> list[str]:
    """A panel without its lines: iterations along the bottom, values upwards."""
    drawn = [tag("rect", x=frame.x, y=frame.y, width=frame.wide, height=frame.tall, fill=PANEL, stroke=MUTED)]
    for number in range(round(frame.low / step), round(frame.high / step) + 1):
        _, up = frame.at(0, number * step)
        drawn += [
            tag("line", x1=frame.x, x2=frame.x + frame.wide, y1=up, y2=up, stroke=MUTED, opacity=0.2),
            text(written(number * step), frame.x - 6, up + 4, 11, "end", fill=MUTED),
        ]
    every = max(1, round(step_of(max(1, frame.last), 7)))
    for iteration in range(0, frame.last + 1, every):
        right, _ = frame.at(iteration, 0)
        drawn.append(text(str(iteration), right, frame.y + frame.tall + 15, 11, "middle", fill=MUTED))
    middle = frame.x + frame.wide / 2
    return [*drawn, text("iteration", middle, frame.y + frame.tall + 30, 11, "middle", fill=MUTED)]


def line(frame: Frame, values: dict[int, float], colour: str) -> list[str]:
    places = [frame.at(*each) for each in values.items()]
    points = " ".join(f"{right:.1f},{up:.1f}" for right, up in places)
    dots = [tag("circle", cx=right, cy=up, r=2.5, fill=colour) for right, up in places]
    return [tag("polyline", points=points, fill="none", stroke=colour, stroke_width=1.5), *dots]


def losses(rows: list[Row], last: int) -> list[str]:
    """What it cost to believe in the network: where it learned, and in games that it did not learn from."""
    kinds = (("held_out", "held-out games", SIGNAL), ("loss", "games learned from", "#2f6db3"))
    found = {key: {row["iteration"]: row[key] for row in rows if isfinite(row[key])} for key, _, _ in kinds}
    values = [value for each in found.values() for value in each.values()]
    if not values:
        return []
    step = step_of(max(0.05, max(values) - min(values)), 6)
    low, high = step * floor(min(values) / step), step * (floor(max(values) / step) + 1)
    frame = Frame(LEFT, TOP, WIDE, TALL, last, low, high)
    digits = max(0, -floor(log10(step)))
    drawn = axes(frame, step, lambda value: f"{value:.{digits}f}")
    drawn.append(text("Log loss: less is better", LEFT, TOP - 28, 13, bold=True, fill=INK))
    for number, (key, words, colour) in enumerate(kinds):
        drawn.append(text(words, LEFT + 130 * number, TOP - 10, 12, fill=colour))
        drawn += line(frame, found[key], colour)
    return drawn


def apart(heights: dict[int, float], least: float) -> dict[int, float]:
    """Heights of labels, moved down where one would stand on another.

    >>> apart({3: 10.0, 4: 12.0, 5: 50.0}, 11)
    {3: 10.0, 4: 21.0, 5: 50.0}
    """
    found: dict[int, float] = {}
    lowest = float("-inf")
    for key, height in sorted(heights.items(), key=lambda each: each[1]):
        lowest = found[key] = max(height, lowest + least)
    return found


def colour_of(seats: int) -> str:
    return COLOURS[seats % len(COLOURS)]


def among(rival: str, seats: list[int], rows: list[Row], frame: Frame) -> list[str]:
    """One kind of rivals: a line for each number of seats, with its par and its intervals."""
    drawn = axes(frame, 0.25, lambda value: f"{value:.0%}")
    drawn.append(text(f"alone among {rival}", frame.x, frame.y - 8, 12, bold=True, fill=INK))
    ends: dict[int, float] = {}
    for each in seats:
        key, colour = f"alone {rival} {each}", colour_of(each)
        told = {row["iteration"]: row[key] for row in rows if key in row}
        if not told:
            continue
        _, par = frame.at(0, 1 / each)
        across = {"x1": frame.x, "x2": frame.x + frame.wide, "y1": par, "y2": par}
        drawn.append(tag("line", **across, stroke=colour, stroke_dasharray="3 3"))
        for iteration, (played, won, _) in told.items():
            (right, lowest), (_, highest) = (frame.at(iteration, end) for end in wilson(won, played))
            drawn.append(tag("line", x1=right, x2=right, y1=lowest, y2=highest, stroke=colour, opacity=0.3))
        drawn += line(frame, {iteration: share for iteration, (_, _, share) in told.items()}, colour)
        ends[each] = frame.at(0, told[max(told)][2])[1]
    for each, up in apart(ends, 11).items():
        drawn.append(text(str(each), frame.x + frame.wide + 5, up + 4, 11, bold=True, fill=colour_of(each)))
    return drawn


def wins(rows: list[Row], rivals: list[str], seats: list[int], last: int) -> list[str]:
    """A panel for each kind of rivals, and what all of them have in common."""
    head = "Wins of the network alone among rivals of one kind"
    drawn = [text(head, FIRST, TOP - 28, 13, bold=True, fill=INK)]
    if not rivals:
        return [*drawn, text("It sits among them from iteration 1 on.", FIRST, TOP - 10, 12, fill=MUTED)]
    x = FIRST
    for each in seats:
        drawn.append(text(f"{each} seats", x, TOP - 10, 12, fill=colour_of(each)))
        x += 58
    drawn.append(text("dashes: par; bars: 95 % intervals", x, TOP - 10, 12, fill=MUTED))
    for number, rival in enumerate(rivals):
        x, y = FIRST + APART * (number % 2), TOP + 26 + BELOW * (number // 2)
        drawn += among(rival, seats, rows, Frame(x, y, ACROSS, DOWN, last, 0, 1))
    return drawn


def chart(title: str, rows: list[Row]) -> str:
    """The log of a training, drawn."""
    tables = {tuple(key.split()[1:]) for row in rows for key in row if key.startswith("alone ")}
    rivals, seats = sorted({rival for rival, _ in tables}), sorted({int(each) for _, each in tables})
    last = max((row["iteration"] for row in rows), default=0)
    high = TOP + max(TALL + 48, 26 + BELOW * -(-len(rivals) // 2))
    done = f"{title}: training by self-play, {last + 1} iteration{'s' if last else ''}"
    return tag(
        "svg", tag("rect", width=960, height=high, fill=PAPER),
        text(done, 24, 34, 17, bold=True, fill=INK),
        *losses(rows, last), *wins(rows, rivals, seats, last),
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 960 {high:g}", font_family=SANS,
    ) + "\n"  # fmt: skip
