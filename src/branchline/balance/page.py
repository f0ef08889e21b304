"""What was counted, as lines of text and as one page of HTML with its plots in it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, median

from branchline.arena.selfplay import Match
from branchline.arena.standing import wilson
from branchline.balance.counting import Balance, Worth
from branchline.core.game import AnyGame
from branchline.core.svg import escape, tag, text

MOST = 40  # places that are listed
BARS = 12  # of a histogram
WIDE, HIGH, LEFT = 420.0, 20.0, 150.0

STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#1c2430, #e8e6df); --muted: light-dark(#5f6673, #a3a8b2);
  --bar: light-dark(#2f6db3, #7fb0e6); --par: light-dark(#b4432f, #f0967f);
  --line: light-dark(#d8d2c4, #343b47); --paper: light-dark(#f6f2e8, #14181f); }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 46rem; padding: 0 1rem; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.2rem; }
p.small, caption { color: var(--muted); } svg { width: 100%; height: auto; } svg text { fill: var(--ink); }
div { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
"""


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def seats(balance: Balance) -> list[tuple[str, float, float, float]]:
    """Each seat, its share of wins, and the interval."""
    return [
        (f"Seat {seat + 1}", wins / balance.games, *wilson(wins, balance.games))
        for seat, wins in enumerate(balance.wins)
    ]


def favoured(balance: Balance) -> list[str]:
    """The seats that win more or less often than others, as far as these games can tell."""
    par = 1 / balance.players
    return [
        f"{name} wins {'more' if share > par else 'less'} than its part of the games:"
        f" {percent(share)} ({percent(low)} to {percent(high)}) instead of {percent(par)}."
        for name, share, low, high in seats(balance)
        if not low <= par <= high
    ]


def places(balance: Balance) -> list[tuple[str, Worth]]:
    """The places that bring most; one that counts by a single rule is named with it."""
    ordered = sorted(balance.places.items(), key=lambda each: (-each[1].points, each[0]))
    return [
        (f"{name} ({min(worth.rules)})" if len(worth.rules) == 1 else name, worth)
        for name, worth in ordered[:MOST]
    ]


def described(game: AnyGame, match: Match, games: int) -> str:
    """What was played, so that somebody can play it again."""
    return (
        f"{games} games of {len(match.bots)} on the board {game.board.id} {game.board.digest},"
        f" played by {', '.join(dict.fromkeys(match.bots))}; seed {match.seed}."
    )


def told(balance: Balance) -> list[str]:
    """All of it in a few lines."""
    lines = favoured(balance) or [
        f"In {balance.games} games no seat wins clearly more or less often than another."
    ]
    lines.append(
        f"A game takes {median(balance.turns):.0f} turns"
        f" (from {min(balance.turns)} to {max(balance.turns)});"
        f" the first is {mean(balance.margins):.1f} points ahead of the second,"
        f" {mean(balance.spreads):.1f} of the last."
    )
    lines += [
        f"{percent(count / balance.games)}: {how or 'by its last turn'}"
        for how, count in balance.ended.most_common()
    ]
    best = ", ".join(f"{name} {worth.points / balance.games:.1f}" for name, worth in places(balance)[:5])
    if best:
        lines.append(f"Places that bring most, in points a game: {best}.")
    return lines


def bars(rows: Sequence[tuple[str, float, float, float]], par: float) -> str:
    """A bar for each row with its interval, and a mark at par."""
    most = max(high for _, _, _, high in rows)
    drawn = []
    for number, (name, value, low, high) in enumerate(rows):
        y, right = HIGH * number, LEFT + WIDE * value / most
        drawn.append(text(name, LEFT - 8, y + 14, 12, "end", room=LEFT - 12))
        drawn.append(tag("rect", x=LEFT, y=y + 3, width=right - LEFT, height=HIGH - 6, fill="var(--bar)"))
        ends = [LEFT + WIDE * each / most for each in (low, high)]
        drawn.append(tag("line", x1=ends[0], x2=ends[1], y1=y + 10, y2=y + 10, stroke="var(--ink)"))
        drawn.append(text(percent(value), ends[1] + 6, y + 14, 12))
    x = LEFT + WIDE * par / most
    drawn.append(
        tag("line", x1=x, x2=x, y1=0, y2=HIGH * len(rows), stroke="var(--par)", stroke_dasharray="4 3")
    )
    return picture(drawn, HIGH * len(rows))


def histogram(values: Sequence[int]) -> str:
    """How often which number came."""
    low, high = min(values), max(values)
    step = max(1, -(-(high - low + 1) // BARS))
    counts = [0] * ((high - low) // step + 1)
    for value in values:
        counts[(value - low) // step] += 1
    rows = [
        (f"{low + number * step}" + (f" to {low + (number + 1) * step - 1}" if step > 1 else ""), count)
        for number, count in enumerate(counts)
    ]
    drawn = []
    for number, (name, count) in enumerate(rows):
        y, right = HIGH * number, WIDE * count / max(counts)
        drawn.append(text(name, LEFT - 8, y + 14, 12, "end"))
        drawn.append(tag("rect", x=LEFT, y=y + 3, width=right, height=HIGH - 6, fill="var(--bar)"))
        drawn.append(text(str(count), LEFT + right + 6, y + 14, 12))
    return picture(drawn, HIGH * len(rows))


def picture(drawn: list[str], high: float) -> str:
    return tag("svg", *drawn, viewBox=f"0 0 {LEFT + WIDE + 60:g} {high:g}", role="img")


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = "".join(f"<th scope=col>{escape(each)}</th>" for each in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(each)}</td>' for each in row)}</tr>" for row in rows)
    return f"<div><table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>"


def worths(balance: Balance, rows: Sequence[tuple[str, Worth]]) -> list[list[str]]:
    return [
        [
            name, f"{worth.points / balance.games:.1f}", percent(worth.games / balance.games),
            percent(worth.wins / worth.seats) if worth.seats else "–",
        ]
        for name, worth in rows
    ]  # fmt: skip


def page(game: AnyGame, balance: Balance, how: str) -> str:
    """One page that needs nothing else; `how` says how the games were played."""
    head = ("points a game", "of games", f"wins of who had it (par {percent(1 / balance.players)})")
    rules = sorted(balance.rules.items(), key=lambda each: -abs(each[1].points))
    endings = [
        [ending or "By its last turn.", percent(count / balance.games)]
        for ending, count in balance.ended.most_common()
    ]
    parts = [
        f"<h1>How {escape(game.name)} plays</h1>",
        f"<p class=small>{escape(how)}</p>",
        *(f"<p>{escape(line)}</p>" for line in told(balance)),
        "<h2>Seats</h2><p class=small>Share of wins with its 95 % interval; dashes: par.</p>",
        bars(seats(balance), 1 / balance.players),
        table(
            ("seat", "points, mean"),
            [[f"Seat {n + 1}", f"{each / balance.games:.1f}"] for n, each in enumerate(balance.points)],
        ),
        "<h2>Length, in turns</h2>", histogram(balance.turns),
        "<h2>How games end</h2>", table(("", "of games"), endings),
        "<h2>Points of the first ahead of the second</h2>", histogram(balance.margins),
        "<h2>Points of the first ahead of the last</h2>", histogram(balance.spreads),
        "<h2>Where points come from</h2>", table(("rule", *head), worths(balance, rules)),
    ]  # fmt: skip
    if balance.places:
        parts += ["<h2>What places bring</h2>", table(("place", *head), worths(balance, places(balance)))]
    title = f"<title>{escape(game.name)}: balance</title>"
    view = '<meta name=viewport content="width=device-width">'
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8>{view}{title}<style>{STYLE}</style>"
        f"<body>{''.join(parts)}</body></html>\n"
    )
