"""A server's answers in words, for who reads and cannot look: from messages alone, knowing no game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from branchline.core.action import from_json, shortened, to_text
from branchline.core.game import CHANCE, OVER
from branchline.core.looks import spoken
from branchline.core.words import isolated

LATEST = 40  # lines of what has happened
MOST = 20_000  # letters of a list
DRAWING = re.compile(r"!\[([^]]*)\]\(data:[^)]*\)\s*")


def name(table: Any, seat: int) -> str:
    return isolated(table["seats"][seat]["name"])


def turn(table: Any) -> list[str]:
    """How the table stands: who is missing, who is to move, or the result."""
    if table["status"] == "waiting":
        missing = [each for each, seat in enumerate(table["seats"]) if not seat["joined"]]
        return [f"The game has not begun: seat {', '.join(str(each + 1) for each in missing)} is free."]
    if table["status"] == "ended":
        return ["The game was ended without a result."]
    if table["to_move"] == OVER:
        return result(table)
    if table["to_move"] == CHANCE:
        return ["Chance draws."]
    if table["to_move"] == table["seat"]:
        return ["You are to move."]
    return [f"{name(table, table['to_move'])} is to move; `wait` until you are."]


def result(table: Any) -> list[str]:
    """Who has won, and by what."""
    ranks, scores = table["ranks"], table["scores"]
    best = [seat for seat, rank in enumerate(ranks) if rank == 0]
    if table["seat"] in best:
        won = "You have won." if len(best) == 1 else "You share the win."
    else:
        won = f"{' and '.join(name(table, seat) for seat in best)} won."
    lines = [
        f"{rank + 1}. {name(table, seat)}: {', '.join(map(str, scores[seat]))}"
        for rank, seat in sorted((rank, seat) for seat, rank in enumerate(ranks))
    ]
    return [
        "The game is over.",
        won,
        "Places, with what decides them (the first number first, ties by the next):",
        *lines,
    ]


def happened(log: Any, title: str) -> list[str]:
    """What a log says, the latest lines of it."""
    lines = [line for row in log["rows"] for line in row["lines"]]
    if not lines:
        return []
    left = [f"- ({len(lines) - LATEST} more before)"] if len(lines) > LATEST else []
    return [title, *left, *(f"- {line}" for line in lines[-LATEST:])]


def position(found: Any) -> list[str]:
    return spoken(found["parts"])


def moves(found: Any, begun: str) -> list[str]:
    """What may be done now, in a list that stays readable."""
    if not found["lines"]:
        return [f"Nothing that you may do now begins with '{begun}'. `moves` without it lists everything."]
    out, size = [], 0
    for each in found["lines"]:
        typed, ends, brings = each["typed"], each["ends"], each["brings"]
        if typed and ends:
            lines = [f"{typed}, then one of: {', '.join(ends)}"]
        else:
            lines = [f"{typed}  ({brings})"] if typed and brings else [typed] if typed else ends
        out += [f"# {each['verb']}", *lines] if each["verb"] else lines
        size += sum(map(len, lines))
        if size > MOST:
            out.append("And more: begin with some words to see what follows them.")
            break
    shown = [f"  {line}   ({why})" for line, why in found["examples"].items()]
    return ["What you may do now:", *out, "Examples of lines in this game:", *shown]


def action(data: Any) -> str:
    return shortened(to_text(from_json(data)))


def actions(found: Iterable[Any]) -> str:
    return ", then ".join(map(action, found))


def tried(found: Any, meant: Sequence[Any]) -> list[str]:
    """What would happen, what it brings, and whose decision it is then."""
    after = {
        None: "You would still be to move.",
        "other": "Then your turn would be over.",
        "chance": "Then chance would draw; more cannot be known.",
        "over": "Then the game would be over.",
    }[found["stopped"]]
    ledger = [f"{points:+d} points: {why}" for points, why in found["ledger"]]
    done = actions(meant[: found["steps"]])
    lines = [f"- {line}" for line in found["lines"]]
    return [f"If you {done}:", *lines, *(ledger or ["No points now."]), after, "Nothing was played."]


def games(found: Any) -> list[str]:
    out = []
    for game in found["games"]:
        seats = game["seats"]
        out += [f"{game['id']}: {game['name']}, {seats[0]} to {seats[-1]} players. {game['about']}".strip()]
        for option in game["options"]:
            values = "; ".join(f"{value}: {text}" for value, text in option["values"])
            out.append(f"  option {option['name']} ({option['text']}): {values}")
    return [*out, f"Bots: {', '.join(found['bots'])}."]


def section(part: Any) -> list[str]:
    head = f"[{part['rule']}]" if part["rule"] else f"# {part['chapter']}"
    return [head, *(DRAWING.sub("", text) + (f" ({why})" if why else "") for text, why in part["paragraphs"])]


def rules(found: Any, wanted: str) -> list[str] | None:
    """A rule, a chapter, everything, or what there is to read; None: there is no such rule."""
    parts = found["sections"]
    if wanted == "all":
        return [line for part in parts for line in section(part)]
    if wanted:
        chosen = [part for part in parts if wanted in (part["rule"], part["chapter"].casefold())]
        return [line for part in chosen for line in section(part)] or None
    chapters = dict[str, list[str]]()
    for part in parts:
        chapters.setdefault(part["chapter"], []).extend([part["rule"]] if part["rule"] else [])
    # a chapter without rules explains something: the aim, words, options, what one types
    told = [line for part in parts if not chapters[part["chapter"]] for line in section(part)]
    listed = [f"{chapter}: {', '.join(ids)}" for chapter, ids in chapters.items() if ids]
    return [*told, "# Chapters, with the ids of their rules", *listed]


def ending(table: Any, found: Any) -> list[str]:
    """Where everybody's points came from."""
    out = ["Where points came from:"]
    for seat, origins in enumerate(found["origins"]):
        sums: dict[str, int] = {}
        for each in origins:
            sums[each["rule"]] = sums.get(each["rule"], 0) + each["points"]
        told = ", ".join(f"{rule} {points:+d}" for rule, points in sums.items())
        out.append(f"- {name(table, seat)}: {told or 'none'}")
    if found["best"]:
        best = found["best"]
        out.append(f"The turn that brought most ({best['points']:+d}): {' '.join(best['lines'])}")
    return out


def review(table: Any, found: Any) -> list[str]:
    """Which turns cost most, as shares of the win."""
    out = ["What each seat's own turns cost it, and what chance brought it, in shares of the win:"]
    for seat, (cost, luck) in enumerate(zip(found["cost"], found["luck"], strict=True)):
        out.append(f"- {name(table, seat)}: turns cost {cost:.0%}, luck {luck:+.0%}")
    for each in found["mistakes"]:
        out += [f"Step {each['step'] + 1}, {name(table, each['seat'])}, cost {each['cost']:.0%}:"]
        out += [f"- {line}" for line in each["lines"]]
    return out
