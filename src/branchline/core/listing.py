"""What may be done now, as it is typed: the lines that `?` lists in a terminal and agents are told."""

from __future__ import annotations

from typing import Any, NamedTuple

from branchline.core.action import Action, shortened, to_text
from branchline.core.game import AnyGame

__all__ = ["Offer", "offers"]


class Offer(NamedTuple):
    """A line of the list: what to type, and the words of which one stands behind it or what it brings."""

    typed: str  # `red|blue`: one of them
    ends: list[str]  # each with its printed name in brackets; none: the line is whole
    brings: str  # where the game explains its lines one by one
    verb: str  # what its verb does, in the first line of it


def offers(game: AnyGame, state: Any, begun: str = "") -> list[Offer]:
    """Everything that begins so and that the seat to move may do, those with the same ends on one line.

    >>> import random, branchline
    >>> game = branchline.load("sncf-germany")
    >>> state = game.start(players=3)
    >>> while state.to_move == branchline.CHANCE:
    ...     game.apply(state, game.draw(state, random.Random(7)))
    >>> [(offer.typed, offer.ends[:2]) for offer in offers(game, state, "Start RED")]
    [('start red', ['b4 (Flensburg)', 'c5 (Kiel)'])]
    >>> offers(game, state)[0].typed
    'start red|blue|green|yellow|purple|black'
    """
    start = game.read(begun) if begun.strip() else ()
    own = game.looks.listing(state, start)
    if own:
        return [Offer(typed, [], brings, "") for typed, brings in own]
    last: dict[Action, list[Any]] = {}
    for action in game.propose(state, start):
        last.setdefault(action[:-1], []).append(action[-1])
    lines: dict[tuple[Action, tuple[Any, ...]], list[str]] = {}
    for head, ends in last.items():
        size = max(1, len(head) - 1)  # of what is the same in a line: its verb always
        lines.setdefault((head[:size], tuple(ends)), []).append(to_text(head[size:]))
    words, said, found = game.words, set[str](), list[Offer]()
    for (head, listed), middle in lines.items():
        typed = words.line(" ".join([*map(str, head), "|".join(middle)]).strip())
        named = [_named(game, end) if head else words.line(end) for end in listed]
        verb = (head or listed)[0]
        found.append(Offer(typed, named, "", "" if verb in said else words.groups["verbs"].get(verb, "")))
        said.add(verb)
    return found


def _named(game: AnyGame, word: Action | Any) -> str:
    """A word that may be typed, and its printed name."""
    name = game.words.name(word) if isinstance(word, str) else shortened(to_text((word,)))
    return f"{word} ({name})" if name != word and name.lower() != word and isinstance(word, str) else name
