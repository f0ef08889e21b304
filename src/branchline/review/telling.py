"""A review in sentences, each made of facts that can be computed again: ledgers, shares, later turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from branchline.core.game import AnyGame
from branchline.core.mind import Plan
from branchline.core.study import Judgement, Line, Place, Study, study_of
from branchline.core.words import isolated, signed
from branchline.review.reviewing import Mistake, Review
from branchline.review.turns import Turn

Ledger = list[tuple[int, str]]
NOTICED = 0.02  # of the share of another, before it is worth a sentence
FIRST_SIGN = 0xE000  # of the characters that mean nothing to anybody else


def sign(seat: int) -> str:
    """Stands for the name of whoever sits there, which may change or be taken back."""
    return chr(FIRST_SIGN + seat)


def signed_by(text: str, names: Sequence[str]) -> str:
    """A text with names in the place of signs."""
    return text.translate({FIRST_SIGN + seat: isolated(name) for seat, name in enumerate(names)})


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
        return f"Seat {seat + 1}"
    return name if named.count(name) == 1 else f"{name} in seat {seat + 1}"


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


def plan_text(game: AnyGame, state: Any, plan: Plan, people: Sequence[str]) -> str:
    """A turn in the table's own sentences: what each action does, and what is done again to another thing
    is said once. What it brings, the ledger says."""
    seat, now = state.to_move, state.copy()
    done: list[tuple[Any, ...]] = []
    for action in plan:
        if now.to_move != seat:
            break
        events: list[tuple[Any, ...]] = []
        game.apply(now, action, lambda *event, events=events: events.append(event))
        if action[0] == "done":
            continue  # what the end of a turn brings is no choice of it
        told = events[0] if events else None
        both = joined(done[-1], told) if done and told else None
        if both:
            done[-1] = both
        elif told:
            done.append(told)
    said = " ".join(game.words.event(event, people) for event in done)
    return said or f"{people[seat]} does nothing more."


def joined(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Two events that differ in one thing alone as one with both of them, else nothing.

    >>> joined(("built", 0, "red", "d7"), ("built", 0, "red", "d8"))
    ('built', 0, 'red', ('d7', 'd8'))
    """
    if one[0] != other[0] or len(one) != len(other):
        return None
    places = [place for place, each in enumerate(one) if each != other[place]]
    if len(places) != 1 or not isinstance(other[places[0]], str):
        return None
    (place,) = places
    before = one[place] if isinstance(one[place], tuple) else (one[place],)
    return (*one[:place], (*before, other[place]), *one[place + 1 :])


def ledger_text(ledger: Ledger) -> str:
    """The sum, and what it is made of."""
    counted = [(points, what) for points, what in ledger if points]
    if not counted:
        return "nothing"
    total = sum(points for points, _ in counted)
    return f"{signed(total)} ({', '.join(f'{what}: {signed(points)}' for points, what in counted)})"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def sentences(game: AnyGame, review: Review, mistake: Mistake) -> list[str]:
    """What was done, what would have been better, and why."""
    people, facts = people_of(review), why(game, review, mistake)
    turn, gap = mistake.turn, mistake.gap
    who = people[turn.seat]
    masked = game.mask(turn.state, turn.seat)
    was, instead = (plan_text(game, masked, plan, people) for plan in (turn.plan, mistake.better))
    found = [
        f"Step {turn.step + 1}{'' if who in was else f', {who}'}: {was}",
        f"Better: {instead} Then {who}'s chance is {percent(gap.better[turn.seat])}"
        f" instead of {percent(gap.played[turn.seat])}"
        f" (difference {100 * mistake.cost:.0f} ± {200 * gap.spread:.0f} points).",
    ]
    better, played = ledger_text(facts.better), ledger_text(facts.played)
    if better != played:
        found.append(f"At once it brings {who} {better}, what was done brought {played}.")
    else:
        found.append("Both bring the same at once; the difference comes later.")
    if facts.other is not None:
        found.append(
            f"{people[facts.other]}'s would be {percent(gap.better[facts.other])}"
            f" instead of {percent(gap.played[facts.other])}."
        )
    found += [
        f"{people[seat]} then got {signed(points)} for it: {what}." for seat, points, what in facts.taken
    ]
    return found


def told(game: AnyGame, review: Review) -> list[str]:
    """The whole review as lines of text."""
    people = people_of(review)
    wide = max(map(len, people))
    tenths = [review.chances[round(part * (len(review.chances) - 1) / 10)][1] for part in range(11)]
    lines = ["Chances of the win, in percent, from the first move to the end:"]
    for seat, who in enumerate(people):
        lines.append(f"  {who:{wide}}  " + " ".join(f"{100 * shares[seat]:3.0f}" for shares in tenths))
    wide_open = [
        (high - low) / 2 for _, lows, highs in review.bands for low, high in zip(lows, highs, strict=True)
    ]
    lines.append(
        f"Playing on from there leaves them open by ± {100 * sum(wide_open) / len(wide_open):.0f} on average."
    )
    lines.append("")
    for seat, who in enumerate(people):
        luck = review.luck[seat]
        drawn = f"; what chance drew moved them by {100 * luck:+.0f}" if abs(luck) >= 0.005 else ""
        lines.append(f"{who}'s own turns cost {abs(100 * review.skill[seat]):.0f} points of chance{drawn}.")
    if not review.mistakes:
        lines += ["", "No turn was clearly worse than another."]
    for mistake in review.mistakes:
        first, *rest = sentences(game, review, mistake)
        lines += ["", first, *(f"  {each}" for each in rest)]
    return lines


def as_study(game: AnyGame, review: Review) -> Study:
    """The record with a side line and its reasons wherever a better turn was found."""
    study = study_of(review.record)
    for mistake in review.mistakes:
        turn, gap = mistake.turn, mistake.gap
        off = round(1000 * gap.spread)
        shares = [(round(1000 * share), off) for share in gap.better]
        end = Place(
            notes=[("en", each) for each in sentences(game, review, mistake)],
            judgement=Judgement(shares, ledger_of(game, turn, mistake.better)),
        )
        rows = [(turn.seat, action, "") for action in mistake.better]
        study.line.places[turn.step].sides.append(Line(rows, [*(Place() for _ in rows), end]))
    return study
