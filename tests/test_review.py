"""A review says what can be computed again, by what a seat could know, and never before the end."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from branchline.arena.selfplay import Match, play_match
from branchline.bots.levels import BUDGETS
from branchline.core.errors import BranchlineError
from branchline.core.game import OVER, AnyGame
from branchline.core.languages import ENGLISH, LANGUAGES
from branchline.core.record import Record, new_record
from branchline.core.study import read, said, write
from branchline.core.study_check import check
from branchline.core.told import joined, plan_text
from branchline.core.voice import speaking
from branchline.games import GAMES, load
from branchline.games.rules_text import rule_ids
from branchline.review import Review, review
from branchline.review.hint import hints
from branchline.review.reasons import reasons
from branchline.review.reviewing import BANDS, LEAST, MISTAKES, SUSPECTED, Suspect, seen_at_once, worst
from branchline.review.telling import (
    Figures,
    as_study,
    ledger_of,
    people_of,
    sentences,
    told,
    told_again,
    why,
)
from branchline.review.turns import Turn, turns_of
from branchline.review.weigh import SURE, Gap, band, played_on
from tests.test_lessons import figures

BOTS = (
    "beginner",
    "casual",
    "strong",
)  # their first game has four mistakes, and its review takes two seconds
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
        assert mistake.cost >= max(game.mind.effort.cost, SURE * mistake.gap.spread)
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
    assert people == ["Beginner", "Casual", "Strong"]
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


def test_what_own_turns_cost_is_said_of_one_of_them_and_is_never_more_than_the_whole() -> None:
    """The sum over a game may be more than the whole win: it is said nowhere. Turns that were played on count
    by what that said."""
    game, found = reviewed()
    lines, seen = told(game, found), [(*seen_at_once(game, turn, luck(turn)), turn) for turn in found.turns]
    suspects: list[Suspect] = [(cost, turn, better) for cost, better, turn in seen if cost >= LEAST]
    chosen, costs = worst(suspects, SUSPECTED, 3), {turn.step: cost for cost, _, turn in seen}
    for _, turn, better in chosen:
        masked, least = game.mask(turn.state, turn.seat), game.mind.effort.cost
        gap = played_on(game, masked, better, turn.plan, luck(turn, "/on"), least)
        costs[turn.step] = max(0.0, gap.better[turn.seat] - gap.played[turn.seat])
    assert any(costs[turn.step] < cost for cost, turn, _ in chosen), "some first sights are wrong"
    for seat, who in enumerate(people_of(found)):
        mine = [costs[turn.step] for turn in found.turns if turn.seat == seat]
        (line,) = [each for each in lines if each.startswith(f"{who}'s own turns cost ")]
        said = f"cost {100 * sum(mine) / len(mine):.1f} of 100 points of chance each at first sight, "
        assert f"{said}on average over {len(mine)} turns" in line
        assert sum(mine) <= len(mine)


def luck(turn: Turn, what: str = "") -> Random:
    return Random(f"review/{turn.step}{what}")


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

    for place in study.line.places:
        for side in place.sides:  # whoever reads the file reads it in their language
            notes = side.places[-1].notes
            for language in LANGUAGES:
                assert len(said(notes, language)) == len(said(notes, ENGLISH)) == len(notes) / len(LANGUAGES)


def told_in(language: str, game: AnyGame, found: Review) -> list[list[str]]:
    with speaking(language):
        return [told(game, found), *(sentences(game, found, each) for each in found.mistakes)]


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != ENGLISH])
def test_a_review_says_the_same_figures_in_every_language(language: str) -> None:
    game, found = reviewed()
    english, other = (told_in(each, game, found) for each in (ENGLISH, language))
    for lines, same in zip(other, english, strict=True):
        assert [figures(line) for line in lines] == [figures(line) for line in same]
        rows = {line for line in lines if re.fullmatch(r"  \w+ [ \d]+|", line)}  # of chances, without words
        assert not {*lines} & {*same} - rows, "still English"
    with speaking(language):
        spoken = load(game.id, language=language)
        for mistake in found.mistakes:
            masked = game.mask(mistake.turn.state, mistake.turn.seat)
            better = plan_text(spoken, masked, mistake.better, people_of(found))
            assert better in sentences(game, found, mistake)[1], "in the game's own words"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_kept_of_a_review_is_enough_to_tell_it_again(language: str) -> None:
    """By whoever reads it, in their language, from figures that are rounded as they are stored."""
    game, found = reviewed()
    kept = [
        Figures(each.turn.step, each.better, Gap(rounded(gap.better), rounded(gap.played), gap.spread))
        for each in found.mistakes
        for gap in [each.gap]
    ]
    with speaking(language):
        again, turns = told_again(game, found.record, kept)
        assert sum(turns) == len(found.turns)
        assert again == [sentences(game, found, each) for each in found.mistakes]


def rounded(shares: list[float]) -> list[float]:
    return [round(share, 4) for share in shares]


@pytest.mark.parametrize("game_id", SHORT)
def test_hints_and_reasons_say_the_same_in_every_language(game_id: str) -> None:
    record = play_match(Match(game_id, ("random",) * load(game_id).seats[0], "cut"), 0)
    turn = turns_of(load(game_id), record)[0][3]
    said_of: dict[str, list[str]] = {}
    for language in LANGUAGES:
        with speaking(language):
            game = load(game_id, language=language)
            masked = game.mask(turn.state, turn.seat)
            why_so = reasons(game, masked, turn.seat, turn.plan)
            found = [*hints(game, masked), *why_so.turns]
            said_of[language] = [*why_so.lines, *(each.text for each in found)]
    for language, lines in said_of.items():
        assert [figures(line) for line in lines] == [figures(line) for line in said_of[ENGLISH]]
        assert language == ENGLISH or not {*lines} & {*said_of[ENGLISH]}, "still English"


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
