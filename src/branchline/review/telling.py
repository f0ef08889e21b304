"""A review in sentences, each made of facts that can be computed again: ledgers, shares, later turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from branchline.core.game import AnyGame
from branchline.core.languages import LANGUAGES
from branchline.core.mind import Plan
from branchline.core.record import Record
from branchline.core.study import Judgement, Line, Place, Study, study_of
from branchline.core.told import Ledger, ledger_text, percent, plan_text
from branchline.core.voice import language, say, speaking
from branchline.core.words import isolated
from branchline.games import here, languages_of
from branchline.review.reviewing import Mistake, Review
from branchline.review.turns import Turn, turns_of
from branchline.review.weigh import Gap

NOTICED = 0.02  # of the share of another, before it is worth a sentence
FIRST_SIGN = 0xE000  # of the characters that mean nothing to anybody else


def sign(seat: int) -> str:
    """Stands for the name of whoever sits there, which may change or be taken back."""
    return chr(FIRST_SIGN + seat)


def signed_by(text: str, names: Sequence[str]) -> str:
    """A text with names in the place of signs."""
    return text.translate({FIRST_SIGN + seat: isolated(name) for seat, name in enumerate(names)})


class Figures(NamedTuple):
    """What must be known of a mistake, beside its record."""

    step: int  # rows before it
    better: Plan
    gap: Gap


@dataclass(frozen=True, slots=True)
class Why:
    """The facts behind a mistake."""

    better: Ledger
    played: Ledger
    other: int | None  # the seat whose chance the better turn would have changed most
    taken: list[tuple[int, int, str]]  # what of it others got before the next turn: seat, points, what


def people_of(review: Review) -> list[str]:
    """Names as the record knows them; who has the same as another is told by the seat."""
    named = [
        name.removeprefix("bot:").capitalize() if name.startswith("bot:") else name
        for name in review.record.seats or [""] * review.record.players
    ]
    return [told_by_seat(named, seat) for seat in range(len(named))]


def told_by_seat(named: list[str], seat: int) -> str:
    name = named[seat]
    if not name:
        return LANGUAGES[language()].seat.format(seat + 1)
    return name if named.count(name) == 1 else say("review.in-seat", name, seat + 1)


def ledger_of(game: AnyGame, turn: Turn, plan: Plan) -> Ledger:
    """What a seat could see that this turn brings."""
    return game.looks.foresee(game.mask(turn.state, turn.seat).copy(), plan).ledger


def why(game: AnyGame, review: Review, mistake: Mistake) -> Why:
    turn, gap = mistake.turn, mistake.gap
    better, played = (ledger_of(game, turn, plan) for plan in (mistake.better, turn.plan))
    moved = [better - played for better, played in zip(gap.better, gap.played, strict=True)]
    others = [seat for seat in range(review.record.players) if seat != turn.seat]
    other = max(others, key=lambda seat: abs(moved[seat]))
    wanted = {what for points, what in better if points > 0}
    taken = [
        (later.seat, points, what)
        for later in before_next(review, turn)
        for points, what in ledger_of(game, later, later.plan)
        if what in wanted and points > 0
    ]
    return Why(better, played, other if abs(moved[other]) >= NOTICED else None, taken)


def before_next(review: Review, turn: Turn) -> list[Turn]:
    """What the others did until the seat decided again."""
    later = (each for each in review.turns if each.step > turn.step)
    return list(takewhile(lambda each: each.seat != turn.seat, later))


def sentences(game: AnyGame, review: Review, mistake: Mistake) -> list[str]:
    """What was done, what would have been better, and why, in the language that is spoken here."""
    game = here(game)
    people, facts = people_of(review), why(game, review, mistake)
    turn, gap = mistake.turn, mistake.gap
    who = people[turn.seat]
    masked = game.mask(turn.state, turn.seat)
    was, instead = (plan_text(game, masked, plan, people) for plan in (turn.plan, mistake.better))
    found = [
        say("review.step", turn.step + 1, was)
        if who in was
        else say("review.step-who", turn.step + 1, who, was),
        say(
            "review.better", instead, who, percent(gap.better[turn.seat]), percent(gap.played[turn.seat]),
            difference(gap.better[turn.seat], gap.played[turn.seat]), f"{200 * gap.spread:.0f}",
        ),
    ]  # fmt: skip
    better, played = ledger_text(facts.better), ledger_text(facts.played)
    if better != played:
        found.append(say("review.at-once", who, better, played))
        if gained(facts.better) < gained(facts.played):
            found.append(say("review.in-the-end"))
    else:
        found.append(say("review.later"))
    if facts.other is not None:
        shares = (percent(each[facts.other]) for each in (gap.better, gap.played))
        found.append(say("review.other", people[facts.other], *shares))
    found += [say("review.taken", people[seat], points, what) for seat, points, what in facts.taken]
    return found


def difference(better: float, played: float) -> int:
    """In points of chance, between the figures as they are said.

    >>> difference(0.674, 0.286), difference(0.666, 0.294)
    (38, 38)
    """
    return round(100 * better) - round(100 * played)


def turns_by_seat(review: Review) -> list[int]:
    """How many decisions each seat made: what they cost is said of one of them, as a sum of all can be more
    than the whole win (what others give away brings chance back)."""
    return [sum(turn.seat == seat for turn in review.turns) for seat in range(review.record.players)]


def tenths_of(figure: float) -> str:
    """A figure with one decimal, as it is written in the language that is spoken here.

    >>> tenths_of(8.46), tenths_of(0)
    ('8.5', '0.0')
    """
    return say("review.decimal", *f"{figure:.1f}".removeprefix("-").split("."))


def gained(ledger: Ledger) -> int:
    return sum(points for points, _ in ledger)


def told_again(
    game: AnyGame, record: Record, figures: Sequence[Figures]
) -> tuple[list[list[str]], list[int]]:
    """The same sentences for each of these mistakes of a record, made from their figures alone: a review is
    kept without words, and whoever reads it reads it in their language. And how many turns each seat had."""
    review = Review(record, turns_of(game, record)[0])
    turns = {turn.step: turn for turn in review.turns}
    lines = [sentences(game, review, Mistake(turns[step], better, gap)) for step, better, gap in figures]
    return lines, turns_by_seat(review)


def told(game: AnyGame, review: Review) -> list[str]:
    """The whole review as lines of text."""
    people = people_of(review)
    wide = max(map(len, people))
    tenths = [review.chances[round(part * (len(review.chances) - 1) / 10)][1] for part in range(11)]
    lines = [say("review.chances")]
    for seat, who in enumerate(people):
        lines.append(f"  {who:{wide}}  " + " ".join(f"{100 * shares[seat]:3.0f}" for shares in tenths))
    wide_open = [
        (high - low) / 2 for _, lows, highs in review.bands for low, high in zip(lows, highs, strict=True)
    ]
    lines.append(say("review.open", f"{100 * sum(wide_open) / len(wide_open):.0f}"))
    lines.append("")
    for seat, who in enumerate(people):
        turns, luck = turns_by_seat(review)[seat], review.luck[seat]
        cost = tenths_of(-100 * review.skill[seat] / max(1, turns))
        lines.append(
            say("review.cost-luck", who, turns, cost, f"{100 * luck:+.0f}")
            if abs(luck) >= 0.005
            else say("review.cost", who, turns, cost)
        )
    if not review.mistakes:
        lines += ["", say("review.none")]
    for mistake in review.mistakes:
        first, *rest = sentences(game, review, mistake)
        lines += ["", first, *(f"  {each}" for each in rest)]
    return lines


def as_study(game: AnyGame, review: Review) -> Study:
    """The record with a side line and its reasons wherever a better turn was found, in all languages that the
    game speaks: whoever reads the file need not be whoever wrote it."""
    study = study_of(review.record)
    for mistake in review.mistakes:
        turn, gap = mistake.turn, mistake.gap
        off = round(1000 * gap.spread)
        shares = [(round(1000 * share), off) for share in gap.better]
        end = Place(judgement=Judgement(shares, ledger_of(here(game), turn, mistake.better)))
        for tongue in languages_of(game.id):
            with speaking(tongue):
                end.notes += [(tongue, each) for each in sentences(game, review, mistake)]
        rows = [(turn.seat, action, "") for action in mistake.better]
        study.line.places[turn.step].sides.append(Line(rows, [*(Place() for _ in rows), end]))
    return study
