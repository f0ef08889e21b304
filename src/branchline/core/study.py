"""A tree of positions with notes: lessons, puzzles, reviews and plans are all of this.

It is a record (`record.py`) with more lines, each about the position at which it stands; a plain record is a
study without them. Sentences carry their language. `study_check.py` judges what is read here.

    title en The first game        eyes 0            whose eyes it is made for: above the first row
    goal en Own what grows.        (with the title)
    note en Look at Lyon.          what is said here, one line a sentence
    why score.city                 the rule behind it
    point d6 red                   ids on the board or in the panel
    task build red *               what the seat to move is asked to do; a second one is an alternative
    event city red * >=2           what must happen then; `gain 3`: what it brings; `ends`: the turn is over
    way build red *                what is also allowed on the way to it
    hint en Red is beside it.      for whoever tries something else
    judgement 412±15 588±15        every seat's share of the win in thousandths, and how sure that is
    ledger +3 Lyon                 points and what for
    puzzle 412                     which whole turn is best here? so hard it is, in thousandths; with `gain`
                                   any turn that brings as much is right; hints as for a task
    ( ... )                        a side line from here: rows and all of these; its rows need no digest
    right                          at the end of a side line: this turn solves the puzzle
    tempting                       there: this turn does not, and looks best at once
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from branchline.core.action import Action
from branchline.core.errors import RecordError
from branchline.core.languages import ENGLISH
from branchline.core.record import HEADERS, Record, header_lines, read_row, record_of, row_line
from branchline.core.task import Goal, Task, Text, read_pattern
from branchline.core.voice import language as language_now

DEEPEST = 20  # side lines inside side lines

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")
_SHARE = re.compile(r"([0-9]{1,4})±([0-9]{1,4})\Z")
_POINTS = re.compile(r"([+-][0-9]{1,9}) (.+)\Z")


@dataclass(slots=True)
class Judgement:
    """Every seat's share of the win and how far it may be off, in thousandths, and a ledger of points."""

    shares: list[tuple[int, int]] = field(default_factory=list)
    ledger: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class Posed:
    """A puzzle: the side lines from here that are `right` solve it, and what leads to the same."""

    difficulty: int  # in thousandths; the order in which a game's puzzles are solved
    gain: int | None = None  # or any turn that brings so many points, by the game's ledger
    hints: list[Text] = field(default_factory=list)


@dataclass(slots=True)
class Place:
    """A position and what is said about it."""

    notes: list[Text] = field(default_factory=list)
    why: str = ""
    points: list[str] = field(default_factory=list)
    task: Task | None = None
    judgement: Judgement | None = None
    sides: list[Line] = field(default_factory=list)  # each goes on from here
    puzzle: Posed | None = None
    right: bool = False  # the end of a side line that solves the puzzle from which it goes on
    tempting: bool = False  # or of one that does not, and looks best at once
    number: int = field(default=0, compare=False)  # the line of the row that led here, where it was read


@dataclass(slots=True)
class Line:
    """Rows, and the places between them: one more than there are rows."""

    rows: list[tuple[int, Action, str]] = field(default_factory=list)
    places: list[Place] = field(default_factory=lambda: [Place()])


@dataclass(slots=True)
class Study:
    """A record, and what is said along it: `line.rows` are the record's own.

    >>> from branchline import load
    >>> from branchline.core.record import new_record, write as record_text
    >>> plain = study_of(new_record(load("sncf-france"), 3, {}))
    >>> write(plain) == record_text(plain.record)
    True
    >>> plain.line.places[0].notes.append(("en", "Six railroads wait."))
    >>> read(write(plain)) == plain
    True
    """

    record: Record
    line: Line
    titles: list[Text] = field(default_factory=list)
    goals: list[Text] = field(default_factory=list)
    eyes: int | None = None  # the seat that it is made for, and that does its tasks


def study_of(record: Record) -> Study:
    """A record as a study without notes."""
    return Study(record, Line(record.rows, [Place() for _ in range(len(record.rows) + 1)]))


def said(texts: list[Text], language: str = "") -> list[str]:
    """The sentences in one language, or in that which is spoken here; where there are none, in English.

    >>> said([("en", "Build."), ("de", "Baue.")], "de"), said([("en", "Build.")], "nl")
    (['Baue.'], ['Build.'])
    """
    wanted = language or language_now()
    return [text for tongue, text in texts if tongue == wanted] or [
        text for tongue, text in texts if tongue == ENGLISH
    ]


# --- writing


def write(study: Study) -> str:
    """The study as text; one without notes is a plain record."""
    lines = header_lines(study.record)
    lines += _texts("title", study.titles) + _texts("goal", study.goals)
    if study.eyes is not None:
        lines.append(f"eyes {study.eyes}")
    return "\n".join([*lines, *line_text(study.line)]) + "\n"


def line_text(line: Line) -> list[str]:
    """The lines of text that say a line, or a side line by itself."""
    out = _place_text(line.places[0])
    for row, place in zip(line.rows, line.places[1:], strict=True):
        out += [row_line(*row), *_place_text(place)]
    return out


def _place_text(place: Place) -> list[str]:
    out = _texts("note", place.notes)
    if place.why:
        out.append(f"why {place.why}")
    if place.points:
        out.append(f"point {' '.join(place.points)}")
    if place.task:
        out += _task_text(place.task)
    if place.puzzle:
        out.append(f"puzzle {place.puzzle.difficulty}")
        if place.puzzle.gain is not None:
            out.append(f"gain {place.puzzle.gain}")
        out += _texts("hint", place.puzzle.hints)
    if place.right:
        out.append("right")
    if place.tempting:
        out.append("tempting")
    if place.judgement:
        shares, ledger = place.judgement.shares, place.judgement.ledger
        out.append(" ".join(["judgement", *(f"{share}±{error}" for share, error in shares)]))
        out += [f"ledger {points:+d} {_one_line(why)}" for points, why in ledger]
    for side in place.sides:
        out += ["(", *line_text(side), ")"]
    return out


def _task_text(task: Task) -> list[str]:
    out = []
    for goal in task.goals:
        out.append(f"task {' '.join(goal.action)}")
        out += [f"event {' '.join(event)}" for event in goal.events]
        if goal.gain is not None:
            out.append(f"gain {goal.gain}")
        if goal.ends:
            out.append("ends")
    out += [f"way {' '.join(way)}" for way in task.ways]
    return out + _texts("hint", task.hints)


def _texts(key: str, texts: list[Text]) -> list[str]:
    return [f"{key} {language} {_one_line(text)}" for language, text in texts]


def _one_line(text: str) -> str:
    if text != text.strip() or len(text.splitlines()) != 1:
        raise RecordError(f"a sentence of a study is one line without white space around it, not {text!r}")
    return text


# --- reading


class _Reader:
    """What has been read, and where the next line belongs."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self.main = Line()
        self.stack = [self.main]
        self.titles: list[Text] = []
        self.goals: list[Text] = []
        self.eyes: int | None = None

    @property
    def place(self) -> Place:
        return self.stack[-1].places[-1]

    def read(self, line: str, number: int) -> None:
        key, _, rest = line.partition(" ")
        if key in HEADERS or key in ("title", "goal", "eyes"):
            if self.main.rows or len(self.stack) > 1 or key in self.found:
                raise RecordError(f"'{key}' must stand once, above the first row")
            self.header(key, rest)
        elif key == "(" and not rest:
            if len(self.stack) > DEEPEST:
                raise RecordError(f"side lines go {DEEPEST} deep at most")
            self.stack.append(Line(places=[Place(number=number)]))
        elif key == ")" and not rest:
            if len(self.stack) == 1:
                raise RecordError("there is no side line that ')' could end")
            side = self.stack.pop()
            if not side.rows:
                raise RecordError("a side line has at least one row")
            self.place.sides.append(side)
        elif key in MARKS:
            MARKS[key](self.place, rest)
        else:
            self.stack[-1].rows.append(read_row(line, number, bare=len(self.stack) > 1))
            self.stack[-1].places.append(Place(number=number))

    def header(self, key: str, rest: str) -> None:
        if key == "title":
            self.titles.append(_text(rest))
        elif key == "goal":
            self.goals.append(_text(rest))
        elif key == "eyes":
            if self.eyes is not None:
                raise RecordError("'eyes' must stand once, above the first row")
            self.eyes = _number(rest, "a seat", 99)
        else:
            self.found[key] = rest


def read(text: str) -> Study:
    """The study that a text says, or RecordError with the line that is wrong."""
    reader, number = _Reader(), 0
    for number, line in enumerate(text.splitlines(), start=1):
        if number == 1 and line != "format 1":
            raise RecordError("line 1: a record begins with 'format 1'; this is none")
        if not line.strip() or line.startswith("#"):
            continue
        try:
            reader.read(line, number)
        except RecordError as error:
            where = "" if str(error).startswith("line ") else f"line {number}: "
            raise RecordError(f"{where}{error}") from None
    if len(reader.stack) > 1:
        raise RecordError(f"line {number}: a side line is not ended; ')' is missing")
    record = record_of(reader.found, reader.main.rows)
    if reader.eyes is not None and reader.eyes >= record.players:
        raise RecordError(f"'eyes {reader.eyes}': the record has {record.players} seats, the first is 0")
    return Study(record, reader.main, reader.titles, reader.goals, reader.eyes)


def read_line(text: str) -> Line:
    """A side line by itself, as `line_text` says it.

    >>> line = read_line("note en Beside Rouen.\\n0 build red d7\\n- deal 1 blue")
    >>> line.rows, line_text(line)[1]
    ([(0, ('build', 'red', 'd7'), ''), (-1, ('deal', 1, 'blue'), '')], '0 build red d7')
    """
    reader = _Reader()
    reader.stack.append(Line())
    for number, line in enumerate(text.splitlines(), start=1):
        reader.read(line, number)
    return reader.stack[-1]


def _text(rest: str) -> Text:
    language, _, text = rest.partition(" ")
    if not _LANGUAGE.match(language) or not text.strip():
        raise RecordError(
            f"a sentence is a language and words, such as 'en Look at Lyon.', not {rest[:40]!r}"
        )
    return language, text.strip()


def _number(rest: str, what: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,9}", rest) or int(rest) > most:
        raise RecordError(f"{what} is a whole number from 0 to {most}, not {rest[:20]!r}")
    return int(rest)


def _goal(place: Place, key: str) -> Goal:
    if place.task is None:
        raise RecordError(f"'{key}' belongs to a task; there is none above it")
    return place.task.goals[-1]


def _why(place: Place, rest: str) -> None:
    if not re.fullmatch(r"[a-z0-9]+(?:[.-][a-z0-9]+)+", rest) or place.why:
        raise RecordError("'why' names one rule, once, such as 'why score.city'")
    place.why = rest


def _point(place: Place, rest: str) -> None:
    if not rest.split() or place.points:
        raise RecordError("'point' names ids, once, such as 'point d6 red'")
    place.points = rest.split()


def _task(place: Place, rest: str) -> None:
    goal = Goal(read_pattern(rest))
    if place.task is None:
        place.task = Task([goal])
    elif place.task.ways or place.task.hints:
        raise RecordError("all tasks of a position stand above its ways and hints")
    else:
        place.task.goals.append(goal)


def _event(place: Place, rest: str) -> None:
    _goal(place, "event").events.append(read_pattern(rest))


def _gain(place: Place, rest: str) -> None:
    (place.puzzle or _goal(place, "gain")).gain = _number(rest, "a gain", 10**9)


def _ends(place: Place, rest: str) -> None:
    if rest:
        raise RecordError("'ends' stands alone")
    _goal(place, "ends").ends = True


def _way(place: Place, rest: str) -> None:
    _goal(place, "way")
    assert place.task is not None
    place.task.ways.append(read_pattern(rest))


def _puzzle(place: Place, rest: str) -> None:
    if place.puzzle or place.task:
        raise RecordError("a position has one puzzle or a task")
    place.puzzle = Posed(_number(rest, "how hard a puzzle is", 1000))


def _mark(place: Place, mark: str, rest: str) -> None:
    if rest:
        raise RecordError(f"'{mark}' stands alone")
    setattr(place, mark, True)


def _hint(place: Place, rest: str) -> None:
    if place.puzzle:
        place.puzzle.hints.append(_text(rest))
        return
    _goal(place, "hint")
    assert place.task is not None
    place.task.hints.append(_text(rest))


def _judgement(place: Place, rest: str) -> None:
    found = [_SHARE.match(word) for word in rest.split()]
    if place.judgement or not found or not all(each and int(each[1]) <= 1000 for each in found):
        raise RecordError(
            "a judgement is every seat's share of the win in thousandths, once, such as '412±15 588±15'"
        )
    place.judgement = Judgement([(int(each[1]), int(each[2])) for each in found if each])


def _ledger(place: Place, rest: str) -> None:
    found = _POINTS.match(rest.strip())
    if not found or place.judgement is None:
        raise RecordError("a ledger follows its judgement: points and what for, such as '+3 Lyon'")
    place.judgement.ledger.append((int(found[1]), found[2]))


MARKS: dict[str, Callable[[Place, str], None]] = {
    "note": lambda place, rest: place.notes.append(_text(rest)),
    "why": _why,
    "point": _point,
    "task": _task,
    "event": _event,
    "gain": _gain,
    "ends": _ends,
    "way": _way,
    "hint": _hint,
    "puzzle": _puzzle,
    "right": lambda place, rest: _mark(place, "right", rest),
    "tempting": lambda place, rest: _mark(place, "tempting", rest),
    "judgement": _judgement,
    "ledger": _ledger,
}
