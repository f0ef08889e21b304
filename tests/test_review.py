"""A review says what can be computed again, by what a seat could know, and never before the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from branchline.arena.selfplay import Match, play_match
from branchline.bots.levels import BUDGETS
from branchline.core.errors import BranchlineError
from branchline.core.game import OVER, AnyGame
from branchline.core.record import Record, new_record
from branchline.core.study import read, write
from branchline.core.study_check import check
from branchline.games import GAMES, load
from branchline.games.rules_text import rule_ids
from branchline.review import Review, review
from branchline.review.reviewing import BANDS, COST, MISTAKES, Mistake, seen_at_once
from branchline.review.telling import as_study, joined, ledger_of, people_of, plan_text, sentences, told, why
from branchline.review.turns import turns_of
from branchline.review.weigh import SURE, after, band

TO_THE_END = 10**6  # turns
BOTS = ("casual", "beginner", "strong")
# how many mistakes of a title are tried, and how often; a game of strings takes seconds
AGREED = {
    "sncf-france": (70, 100),
    "sncf-germany": (70, 100),
    "koplopers": (70, 100),
    "bridgetown": (70, 100),
    "string-railway": (20, 20),
}
SHORT = ("sncf-france", "koplopers", "string-railway")  # in every run


@cache
def reviewed(number: int = 0) -> tuple[AnyGame, Review]:
    game = load("sncf-france")
    return game, review(game, play_match(Match(game.id, BOTS, "review"), number))


def test_a_record_is_cut_into_decisions() -> None:
    for game_id in GAMES:
        game = load(game_id)
        record = play_match(Match(game_id, ("random",) * game.seats[0], "cut"), 0)
        turns, last = turns_of(game, record)
        assert last.to_move == OVER
        done = [action for turn in turns for action in turn.plan]
        assert done == [action for seat, action, _ in record.rows if seat >= 0]
        for before, turn in pairwise(turns):
            assert before.step + len(before.plan) + len(turn.chance) == turn.step
        assert all(turn.state.to_move == turn.seat for turn in turns)


def test_a_mistake_is_one_when_both_turns_are_played_on_too() -> None:
    game, found = reviewed()
    assert found.mistakes, "careless players make some"
    costs = [each.cost for each in found.mistakes]
    assert costs == sorted(costs, reverse=True)
    for mistake in found.mistakes:
        turn = mistake.turn
        assert mistake.cost >= max(COST, SURE * mistake.gap.spread)
        assert sum(mistake.gap.better) == pytest.approx(1)
        masked = game.mask(turn.state, turn.seat)
        for action in mistake.better:  # it could have been done
            game.check(masked, action)
            game.apply(masked, action)
    for seat in range(3):
        assert sum(each.turn.seat == seat for each in found.mistakes) <= MISTAKES


def test_each_sentence_says_what_can_be_computed_again() -> None:
    game, found = reviewed()
    people = people_of(found)
    assert people == ["Casual", "Beginner", "Strong"]
    for mistake in found.mistakes:
        turn, facts = mistake.turn, why(game, found, mistake)
        text = "\n".join(sentences(game, found, mistake))
        masked = game.mask(turn.state, turn.seat)
        done, instead = (plan_text(game, masked, plan, people) for plan in (turn.plan, mistake.better))
        assert text.startswith(f"Step {turn.step + 1}: {done}\nBetter: {instead} Then")
        assert people[turn.seat] in done, "the seat is named"
        assert not re.search(r"\byou", text, re.IGNORECASE), "a review speaks of others too"
        better, played = re.findall(r"chance is (\d+) % instead of (\d+) %", text)[0]
        assert int(better) == round(100 * mistake.gap.better[turn.seat])
        assert int(played) == round(100 * mistake.gap.played[turn.seat])
        assert facts.better == ledger_of(game, turn, mistake.better)
        if "At once it brings" in text:
            total = abs(sum(points for points, _ in facts.better))
            some = any(points for points, _ in facts.better)
            assert re.search(
                f"At once it brings {people[turn.seat]} [+−±]{total} " if some else "brings .* nothing", text
            )
        for seat, points, what in facts.taken:
            later = [each for each in turns_of(game, found.record)[0] if each.step > turn.step]
            mine = next((each.step for each in later if each.seat == turn.seat), len(found.record.rows))
            assert any(
                each.seat == seat and each.step < mine and (points, what) in ledger_of(game, each, each.plan)
                for each in later
            )


def test_the_whole_text_has_chances_and_a_line_for_everyone() -> None:
    game, found = reviewed()
    lines = told(game, found)
    for who in people_of(found):
        assert any(line.startswith(f"  {who}") for line in lines)
        assert any(line.startswith(f"{who}'s own turns cost ") for line in lines)
    assert found.chances[-1][1] == game.mind.outcome(turns_of(game, found.record)[1])


def test_the_chart_says_from_where_to_where_a_chance_may_be() -> None:
    """Along the whole game, by playing on from what everybody could see; nothing is unsure about the end."""
    game, found = reviewed()
    assert 8 <= len(found.bands) <= BANDS + 1
    steps = [step for step, _ in found.chances]
    assert [step for step, _, _ in found.bands] == sorted({step for step, _, _ in found.bands} & set(steps))
    turns = {turn.step: turn for turn in found.turns}
    for step, low, high in found.bands[:-1]:
        assert all(0 <= one <= other <= 1 for one, other in zip(low, high, strict=True))
        seen = game.mask(turns[step].state, None)
        assert (low, high) == band(game, seen, Random(f"review/{step}/band"))
    assert found.bands[-1][1] == found.bands[-1][2] == found.chances[-1][1]
    inside = [
        low[seat] - 0.05 <= share <= high[seat] + 0.05
        for step, low, high in found.bands
        for seat, share in enumerate(dict(found.chances)[step])
    ]
    assert sum(inside) >= 0.7 * len(inside), "what is drawn and what is played on speak of the same"


def test_a_turn_is_told_in_the_sentences_of_the_table() -> None:
    """In every game, with what is done again to another thing said once, and in a person's name."""
    for game_id in GAMES:
        game = load(game_id)
        record = play_match(Match(game_id, ("random",) * game.seats[0], "cut"), 0)
        people = ["Anna", "Jo", "Kim", "Lee"][: game.seats[0]]
        for turn in turns_of(game, record)[0][:40]:
            text = plan_text(game, game.mask(turn.state, turn.seat), turn.plan, people)
            assert text.endswith((".", "!")), text
            assert not any(f"{verb} " == text[: len(verb) + 1] for verb in game.words.groups["verbs"]), text
    assert joined(("built", 0, "red", "d7"), ("city", "red", "d7", 1)) is None
    both = joined(("built", 0, "red", ("d7", "d8")), ("built", 0, "red", "d9"))
    assert both == ("built", 0, "red", ("d7", "d8", "d9"))


def test_a_turn_is_judged_by_what_its_player_knew() -> None:
    """Two worlds that look alike to a seat are judged alike."""
    game, found = reviewed()
    rng = Random(4)
    for turn in turns_of(game, found.record)[0][4:12]:
        masked = game.mask(turn.state, turn.seat)
        other = game.guess(masked, turn.seat, rng)
        twin = type(turn)(turn.seat, turn.step, turn.plan, other, turn.chance)
        assert seen_at_once(game, twin, Random(1)) == seen_at_once(game, turn, Random(1))


def test_the_study_of_a_review_replays_with_its_side_lines() -> None:
    game, found = reviewed()
    text = write(as_study(game, found))
    study = read(text)
    check(game, study, rule_ids(game.id))
    assert sum(len(place.sides) for place in study.line.places) == len(found.mistakes)


def gain_of(game: AnyGame, mistake: Mistake, often: int) -> float:
    """What the better turn brings more than the one that was played, in so many dealt worlds that the network
    plays to the end."""
    turn, rng = mistake.turn, Random(f"agree/{mistake.turn.step}")
    masked, gain = game.mask(turn.state, turn.seat), 0.0
    for _ in range(often):
        world, luck = game.guess(masked, turn.seat, rng), rng.getrandbits(64)
        better, played = (
            game.mind.go_on(after(game, world, plan), Random(luck), TO_THE_END)[turn.seat]
            for plan in (mistake.better, turn.plan)
        )
        gain += (better - played) / often
    return gain


@pytest.mark.timeout(7200)
@pytest.mark.prove("review")
def test_strong_players_agree_that_a_mistake_was_one(
    count: Callable[[int, int], int], record_property: Callable[[str, object], None]
) -> None:
    """300 mistakes over all titles, and both turns of each played to the end a hundred times."""
    agreed, cases, lines = 0, 0, []
    titles = {each: AGREED[each] for each in (SHORT, AGREED)[count(0, 1)]}
    for game_id, (wanted, often) in titles.items():
        game, wanted, often = load(game_id), count(1, wanted), count(2, often)
        bots = (*BOTS, "casual")[: count(game.seats[0], min(4, game.seats[-1]))]
        gains: list[float] = []
        for number in range(wanted):
            found = review(game, play_match(Match(game_id, bots, "agree", rotate=True), number))
            # not all of one game: its mistakes have much in common
            gains += [gain_of(game, mistake, often) for mistake in found.mistakes[: min(3, wanted)]]
            if len(gains) >= wanted:
                break
        assert all(abs(gain) <= 1 for gain in gains)
        gains = gains[:wanted]
        agreed, cases = agreed + sum(gain > 0 for gain in gains), cases + len(gains)
        lines.append(
            f"{game_id}: strong players agree with {sum(gain > 0 for gain in gains)} of {len(gains)}"
        )
        if count(0, 1):
            print(lines[-1], flush=True)
    record_property("sheet", "\n".join(lines))
    assert cases == sum(count(1, wanted) for wanted, _ in titles.values())
    if count(0, 1):  # a few continuations say nothing about a few points of chance
        assert agreed >= 0.85 * cases


def test_an_unfinished_game_and_one_that_nobody_learned_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game, found = reviewed()
    record = found.record
    half = Record(**{**{name: getattr(record, name) for name in Record.__slots__}, "rows": record.rows[:-1]})
    half.result = "unfinished"
    with pytest.raises(BranchlineError, match="the game is not over"):
        review(game, half)
    monkeypatch.delitem(BUDGETS, "string-railway")  # as a game that is not in the table yet
    other = load("string-railway")
    with pytest.raises(BranchlineError, match="cannot be reviewed yet"):
        review(other, new_record(other, 3))
