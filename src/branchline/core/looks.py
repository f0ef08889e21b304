"""How a game is shown: the part of the contract that screens, terminals and notebooks ask.

`games/NAME/looks/` answers it; everything here works for a game that has no looks of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Generic, TypeVar

from branchline.core.action import Action, id_of
from branchline.core.errors import BadAction, BranchlineError
from branchline.core.game import OVER, Game, Json, State, shown
from branchline.core.languages import LANGUAGES
from branchline.core.svg import written
from branchline.core.voice import language, quoted, say, speaking
from branchline.core.words import isolated

__all__ = ["Foreseen", "Looks", "Origin", "Part", "Shown", "listed", "seated", "spoken"]

Origin = tuple[int, str, str]  # points, by which rule in words, and where
Part = tuple[str, list[str]]  # a heading, and what stands under it

S = TypeVar("S", bound=State)
_NO_LINES = ("seats", "to_move", "players")  # of a view: they stand before and behind each seat's own
_MARKUP = re.compile(r"(?<!\\)\[[a-z#/@][^\[\]]*\]")  # what Rich takes for a tag


@dataclass(frozen=True, slots=True)
class Shown:
    """What `Game.show` returns: a picture in a notebook, colours where Rich prints it, else plain text.

    >>> Shown("[bold]Paris[/] has 3 cubes", "<svg/>")
    Paris has 3 cubes
    """

    text: str  #: With Rich's markup.
    picture: str  #: As SVG.

    def _repr_svg_(self) -> str:
        return self.picture

    def __rich__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return unmarked(self.text)


@dataclass(slots=True)
class Foreseen(Generic[S]):
    """What a seat knows of where its actions lead."""

    state: S  # masked
    steps: int  # of the actions that were asked for
    events: list[tuple[Any, ...]]
    ledger: list[tuple[int, str]]


class Looks(Generic[S]):
    """How a game is shown: what it says about its looks where it has them.

    >>> import branchline
    >>> game = branchline.load("sncf-france")
    >>> view = game.looks.view(game.start(players=4), None)
    >>> len(view["seats"])
    4
    >>> game.looks.picture(view)[:4]
    '<svg'
    """

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def view(self, state: S, seat: int | None) -> Json:
        """A masked state as JSON for that seat's screen; None is a spectator.

        It has a list `seats` with one entry a seat. By default it is the state as it is, and if that has a
        list `points`, each seat has its own.
        """
        assert is_dataclass(state), "a state that is no dataclass needs a `view` of its own"
        plain = {field.name: _listed(getattr(state, field.name)) for field in fields(state)}
        points = plain.pop("points", [])
        seats: list[Json] = [{} for _ in range(state.players)]
        return {"seats": [{"points": each} for each in points] or seats, **plain}

    def text(self, view: Json | None) -> str:
        """A view as text with Rich's markup, for the terminal; None shows the bare board."""
        if view is None:
            return self.game.name
        lines = [f"[bold]{self.game.name}[/]", ""]
        lines += [f"{_words(name)}: {_words(value)}" for name, value in view.items() if name not in _NO_LINES]
        for seat, facts in enumerate(view["seats"]):
            mark = ">" if seat == view.get("to_move") else " "
            lines.append(f"{mark} {say('core.seat', seat + 1)}{': ' if facts else ''}{_words(facts)}")
        return "\n".join(lines)

    def position(self, view: Json, people: Sequence[str] = ()) -> list[Part]:
        """A view in words for who listens: headed lists in the order in which players think.

        What I have and can do comes first, then the others, then the board. By default the fields of the
        view.
        """
        now = [f"{_words(name)}: {_words(value)}" for name, value in view.items() if name not in _NO_LINES]
        parts: list[Part] = [(say("core.the-table"), [turn(view, people), *now])]
        for seat, facts in seat_order(view):
            told = facts if isinstance(facts, dict) else {say("core.has"): facts}
            lines = [f"{_words(name)}: {_words(value)}" for name, value in told.items()]
            parts.append((seated(view, seat, people), lines or [say("core.nothing")]))
        return [(title, [unmarked(line) for line in lines]) for title, lines in parts]

    def places(self, view: Json) -> dict[str, str]:
        """What one may ask `where` for, with its printed name. By default nothing."""
        return {}

    def where(self, view: Json, place: str) -> list[str]:
        """How far one of `places` is from what lies on the board, in words; "": what is near, of all."""
        return []

    def picture(self, view: Json | None) -> str:
        """A view as SVG; None draws the bare board. By default its text, as a page."""
        return written(unmarked(self.text(view)))

    def ledger(self, state: S, events: list[tuple[Any, ...]], seat: int) -> list[tuple[int, str]]:
        """What those events, which led to this masked state, bring to that seat: points and why.

        Where a game does not say it, what its view calls `points` of a seat before and after does.
        """
        return []

    def points(self, state: S) -> list[int]:
        """Every seat's points in an open state, as its screens count them; at OVER what decides first."""
        return [score[0] for score in self.game.scores(state)]

    def origins(self, state: S, events: list[tuple[Any, ...]], seat: int) -> list[Origin]:
        """Which rule and which place gave a seat points by these events, which led to this open state.

        What they leave unexplained of the change of `points` is told as everything else.
        """
        return []

    def prompt(self, view: Json) -> str:
        """What stands before the cursor of the seat to move, in a few words: `4 points left`."""
        return ""

    def listing(self, state: S, begun: Action) -> list[tuple[str, str]] | None:
        """What `?` lists for the seat to move: what to type and what it brings, for all that begins so.

        None where the legal actions as they are say enough.
        """
        return None

    # --- shared by all games, overridden by none

    def show(self, state: S, seat: int | None = None) -> Shown:
        """What that seat sees of a state."""
        if seat is not None and (type(seat) is not int or seat not in range(state.players)):
            raise BranchlineError(say("core.no-seat", last=state.players - 1, seat=shown(seat)))
        with speaking(self.game.words.language):  # all of it in one, whoever asks
            view = self.view(self.game.mask(state, seat), seat)
            return Shown(self.text(view), self.picture(view))

    def found(self, view: Json, typed: str) -> Part:
        """What somebody hears who types `where` and this: a heading, and lines.

        >>> import branchline
        >>> game = branchline.load("sncf-france")
        >>> title, lines = game.looks.found(game.looks.view(game.start(players=4), None), "marseille")
        >>> title, lines[0]
        ('Marseille', 'A city worth 4 points.')
        """
        known = self.places(view)
        if not known:
            raise BadAction(say("core.where-nothing"))
        place = id_of(typed, known) if typed.strip() else ""
        if place is None:
            raise BadAction(say("core.where-unknown", quoted(typed.strip())))
        return known[place] if place else say("core.where"), self.where(view, place)

    def credited(self, state: S, events: list[tuple[Any, ...]], before: list[int]) -> list[list[Origin]]:
        """What every seat got by these events, which led to this open state, and had `before` in points."""
        found = []
        for seat, points in enumerate(self.points(state)):
            told = self.origins(state, events, seat)
            rest = points - before[seat] - sum(gain for gain, _, _ in told)
            found.append([*told, (rest, say("core.else"), "")] if rest else told)
        return found

    def foresee(self, masked: S, actions: Iterable[Action], judged: bool = True) -> Foreseen[S]:
        """Where these actions lead the seat to move, as far as it is its decision alone; uses up the state.

        Actions that nobody has judged yet (`judged` is false) may be what people mean, and are refused
        where they are not legal.
        """
        game, seat, steps = self.game, masked.to_move, 0
        plain = type(self).ledger is Looks.ledger
        before = self._points(masked, seat) if plain else 0
        events: list[tuple[Any, ...]] = []
        for action in actions:
            if masked.to_move != seat:
                break
            legal = action if judged else game.accept(masked, action)
            game.apply(masked, legal, lambda *event: events.append(event))
            steps += 1
        ledger = self.ledger(masked, events, seat)
        gain = self._points(masked, seat) - before if plain else 0
        return Foreseen(masked, steps, events, ledger or ([(gain, say("core.points"))] if gain else []))

    def _points(self, state: S, seat: int) -> int:
        facts = self.view(state, seat)["seats"][seat]
        found = facts.get("points") if isinstance(facts, dict) else None
        return found if isinstance(found, int) else 0


def seated(view: Json, seat: int, people: Sequence[str] = ()) -> str:
    """Who sits there, for a sentence or a heading.

    >>> seated({"seat": 0}, 0), seated({"seat": 0}, 1), seated({"seat": None}, 1, ["Anna", "Jo"])
    ('You', 'Seat 2', 'Jo')
    """
    if view.get("seat") == seat:
        return say("core.you")
    return isolated(people[seat]) if seat < len(people) else LANGUAGES[language()].seat.format(seat + 1)


def seat_order(view: Json) -> list[tuple[int, Json]]:
    """Every seat with what the view says of it: the viewer's own first, then round the table."""
    own = view.get("seat") or 0
    numbered = list(enumerate(view["seats"]))
    return numbered[own:] + numbered[:own]


def turn(view: Json, people: Sequence[str] = ()) -> str:
    """Whose turn it is, in a sentence."""
    mover = view.get("to_move", -1)
    if mover < 0:
        return say("core.game-over") if mover == OVER else say("core.chance-draws")
    if view.get("seat") == mover:
        return say("core.you-move")
    return say("core.moves", seated(view, mover, people))


def listed(names: Iterable[str], none: str | None = None) -> str:
    """Names in a sentence.

    >>> listed(["Lille", "Lyon"]), listed([])
    ('Lille, Lyon', 'nothing')
    """
    return ", ".join(names) or (say("core.nothing") if none is None else none)


def spoken(parts: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """A position in words as lines, for programs and agents that read.

    >>> spoken([("Your cards", ["Zutphen", "Tilburg"])])
    ['Your cards:', '- Zutphen', '- Tilburg']
    """
    return [line for title, facts in parts for line in (f"{title}:", *(f"- {fact}" for fact in facts))]


def unmarked(text: str) -> str:
    r"""A text without Rich's markup.

    >>> unmarked(r"[bold]Paris[/] \[3] [4]")
    'Paris [3] [4]'
    """
    return _MARKUP.sub("", text).replace(r"\[", "[")


def _listed(value: Any) -> Json:
    return [_listed(each) for each in value] if isinstance(value, (list, tuple)) else value


def _words(value: Any) -> str:
    """A value of a view as people read it, without what Rich would take for markup.

    >>> _words({"in_hand": [1, 2], "points": 3})
    'in hand 1, 2; points 3'
    """
    if isinstance(value, dict):
        return "; ".join(f"{_words(name)} {_words(each)}" for name, each in value.items())
    if isinstance(value, list):
        inner = [f"({_words(each)})" if isinstance(each, (dict, list)) else _words(each) for each in value]
        return ", ".join(inner) or say("core.none")
    return str(value).replace("_", " ").replace("[", "\\[")
