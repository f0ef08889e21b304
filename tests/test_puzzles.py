"""Every puzzle in the package tells the truth, hides what its seat cannot know, and is solved as it says."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from branchline.core.action import to_text
from branchline.core.game import CHANCE
from branchline.core.languages import ENGLISH, LANGUAGES
from branchline.core.lesson import Astray
from branchline.core.puzzle import Puzzle
from branchline.core.solution import explained, first_wrong, hints, ledger, reasons, weight_of, worth
from branchline.core.study import Line, read, write
from branchline.core.study_check import check
from branchline.core.voice import say, speaking
from branchline.games import GAMES, here, load
from branchline.games.puzzles import Listed, of_the_day, puzzle_named, puzzles_of
from branchline.games.rules_text import rule_ids
from branchline.puzzles.__main__ import folder_of
from branchline.puzzles.choosing import OF_GAME
from branchline.puzzles.finding import COUNTED, MARGIN
from branchline.puzzles.weighing import Weighed
from tests.test_cli import branchline, refused
from tests.test_lessons import figures, squeezed

WANTED = 30  # of every title
KILOBYTES = 1200  # that all of them may have; packed, as they travel, it is a quarter


def position(puzzle: Puzzle) -> Any:
    """All that is, where the solver begins."""
    record = puzzle.study.record
    state = puzzle.game.start(record.players, **record.options)
    for _, action, _ in record.rows[: puzzle.start]:
        puzzle.game.apply(state, action)
    return state


def solved_by(listed: Listed, turn: Any) -> Puzzle:
    """The puzzle after this turn; Astray where it is wrong."""
    puzzle = listed.puzzle()
    puzzle.follow(action for _, action, _ in puzzle.study.record.rows[: listed.step])
    state = position(puzzle)
    for action in turn:
        puzzle.game.check(state, action)
        puzzle.judge(state, action)
        puzzle.passed(state, action)
        puzzle.game.apply(state, action)
        puzzle.settle(state)
    return puzzle


def test_every_title_has_enough_puzzles() -> None:
    for game_id in GAMES:
        found, game = puzzles_of(game_id), load(game_id)
        assert len(found) >= WANTED, f"dev.py puzzles {game_id} finds more"
        assert {each.players for each in found} == set(game.seats), "every number of seats"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_puzzle_tells_the_truth(game_id: str) -> None:
    game, found = load(game_id), puzzles_of(game_id)
    assert [each.difficulty for each in found] == sorted(each.difficulty for each in found)
    assert max(Counter(each.number for each in found).values()) <= OF_GAME, "not many of one game"
    for path in sorted(folder_of(game_id).glob(f"{game_id}-*.txt")):
        text = path.read_text("utf-8")
        study = read(text)
        assert write(study) == text
        check(game, study, rule_ids(game_id))
    for each in found:
        told_by_its_facts(each)


def told_by_its_facts(listed: Listed) -> None:
    """Solutions solve it, wrong turns do not, and every figure of what is said is computed again."""
    puzzle = listed.puzzle()
    game, place = puzzle.game, puzzle.place
    masked = game.mask(position(puzzle), puzzle.seat)
    assert masked == puzzle.position and masked.to_move == puzzle.seat
    best, rival = weight_of(place.sides[0]), weight_of(place.sides[first_wrong(place)])
    clear = best.shares[puzzle.seat] - rival.shares[puzzle.seat] >= 1000 * MARGIN - 1
    assert clear or by_points(listed) >= COUNTED
    assert explained(game, masked, best, rival)
    notes = reasons(game, masked, place)
    told_by_figures(puzzle, notes)
    for side in place.sides:
        end, turn = side.places[-1], puzzle.turn_of(side)
        assert end.judgement and not (end.right and end.tempting)
        # words are made when they are read: a file has none that would be of one language
        assert not end.notes and not end.judgement.ledger and not place.notes and not puzzle.posed.hints
        if end.right:
            done = solved_by(listed, turn)
            assert done.finished and done.now().notes == notes
        else:
            with pytest.raises(Astray) as refused:
                solved_by(listed, turn)
            assert notes[0].split(": ", 1)[1] not in str(refused.value), "it is not given away"


def told_by_figures(puzzle: Puzzle, notes: list[str]) -> None:
    """Shares and sums are those of the file and of the game's ledger."""
    sides = [puzzle.place.sides[each] for each in (0, first_wrong(puzzle.place))]
    told = " ".join(notes)
    best, rival = (percent_of(side, puzzle.seat) for side in sides)
    assert f"Your chance of the win is {best} instead of {rival}." in told
    for side in sides:
        brought = ledger(puzzle.game, puzzle.position, puzzle.turn_of(side))
        points = worth(brought)
        assert f"brings {'+' if points > 0 else '−'}{abs(points)} (" in told if points else "nothing" in told
        assert all(what in told for _, what in brought)
    tempting = [side for side in puzzle.place.sides if side.places[-1].tempting]
    assert len(tempting) <= 1
    assert all(f"leaves you {percent_of(side, puzzle.seat)}: " in notes[-1] for side in tempting)


def percent_of(side: Line, seat: int) -> str:
    judgement = side.places[-1].judgement
    assert judgement
    return f"{judgement.shares[seat][0] / 10:.0f} %"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_language_says_the_same_of_a_puzzle_with_the_same_figures(game_id: str) -> None:
    for listed in puzzles_of(game_id):
        puzzle, said = listed.puzzle(), {}
        sides = puzzle.place.sides
        for language in LANGUAGES:
            with speaking(language):
                mine = puzzle.heard(here(puzzle.game))
                wrong = mine.foresee(mine.turn_of(sides[first_wrong(mine.place)]))
                facts = mine.game, mine.position, mine.place
                said[language] = [*reasons(*facts), *hints(*facts), mine.missing(wrong), *mine.now().notes]
        for language, lines in said.items():
            assert [figures(line) for line in lines] == [figures(line) for line in said[ENGLISH]], listed.id
            assert language == ENGLISH or not {*lines} & {*said[ENGLISH]}, "still English"


def by_points(listed: Listed) -> int:
    """How many points more its solution brings than the next best turn, where turns cannot be listed."""
    puzzle = listed.puzzle()
    sides = (puzzle.place.sides[each] for each in (0, first_wrong(puzzle.place)))
    best, rival = (worth(ledger(puzzle.game, puzzle.position, puzzle.turn_of(side))) for side in sides)
    return 0 if puzzle.game.lists_all else best - rival


def test_nothing_hidden_is_told() -> None:
    """The same solver's eyes, other hidden hands: a puzzle judges and says the same."""
    rng = Random(7)
    for game_id in GAMES:
        game = load(game_id)
        for listed in puzzles_of(game_id)[::12]:
            puzzle, other = listed.puzzle(), listed.puzzle()
            state = position(puzzle)
            world = game.guess(game.mask(state, puzzle.seat), puzzle.seat, rng)
            other.__dict__["position"] = game.mask(world, puzzle.seat)
            for side in puzzle.place.sides:
                turn = puzzle.turn_of(side)
                one, two = puzzle.foresee(turn), other.foresee(turn)
                assert puzzle.right(one) == other.right(two)
                assert puzzle.missing(one) == other.missing(two)


def test_the_package_stays_small() -> None:
    size = sum(path.stat().st_size for each in GAMES for path in folder_of(each).glob(f"{each}-*.txt"))
    assert size < 1000 * KILOBYTES, f"{size / 1000:.0f} kB"


def test_the_puzzle_of_the_day_goes_round_all_titles() -> None:
    days = [date(2026, 11, 16) + timedelta(days=each) for each in range(2 * len(GAMES))]
    found = [of_the_day(day) for day in days]
    games = [each.game for each in found if each]
    assert len(set(games[: len(GAMES)])) == len(GAMES) and games[: len(GAMES)] == games[len(GAMES) :]
    assert of_the_day(days[0]) == found[0], "the same for everybody"
    first, again = found[0], found[len(GAMES)]
    assert first and again and first.id != again.id


@pytest.mark.prove("puzzles")
def test_the_best_turn_is_the_best_when_it_is_played_on_anew(count: Any) -> None:
    """With other luck than that of the maker, the solution still is ahead of the next best turn."""
    for game_id in [*GAMES][: count(1, len(GAMES))]:
        game, agreed = load(game_id), list[bool]()
        for listed in puzzles_of(game_id)[: count(2, 100)]:
            puzzle = listed.puzzle()
            sides = (puzzle.place.sides[each] for each in (0, first_wrong(puzzle.place)))
            plans = [puzzle.turn_of(side) for side in sides]
            weighed = Weighed(game, puzzle.position, plans, Random(f"anew/{listed.id}"))
            ahead = weighed.play(count(12, 40)).gap(0, 1)[0]
            agreed.append(ahead > 0 or (ahead == 0 and by_points(listed) >= COUNTED))
        assert sum(agreed) >= 0.85 * len(agreed), game_id


def test_the_terminal_asks_judges_and_shows(tmp_path: Path) -> None:
    listed = next(each for each in puzzles_of("sncf-france") if len(wrong_turn(each)) > 1)
    number = str(1 + puzzles_of("sncf-france").index(listed))
    typed = [to_text(action) for action in [*wrong_turn(listed), *wrong_turn(listed)]]
    lines = "\n".join(["undo", *typed, "show", ""])
    done = branchline("puzzle", "sncf-france", number, typed=lines, folder=tmp_path)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    said = squeezed(done.stdout)
    assert said.count(squeezed(say("review.puzzle-wrong"))) == 2 and "Hint:" in done.stdout
    assert squeezed("the puzzle begins here") in said
    puzzle = listed.puzzle()
    people = [f"Casual {seat + 1}" for seat in range(puzzle.study.record.players)]
    people[puzzle.seat] = say("terminal.player")
    for note in reasons(puzzle.game, puzzle.position, puzzle.place, people):
        assert squeezed(note) in said
    for arguments in (("chess",), ("sncf-france", "99"), ("sncf-france", "0")):
        refused(branchline("puzzle", *arguments, folder=tmp_path))
    today = branchline("puzzle", typed="show\n", folder=tmp_path)
    assert today.returncode == 0 and "The best turn" in today.stdout


def wrong_turn(listed: Listed) -> Any:
    puzzle = listed.puzzle()
    return puzzle.turn_of(puzzle.place.sides[first_wrong(puzzle.place)])


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(Exception, match="has no puzzle"):
        puzzle_named("koplopers", "999-1")
    with pytest.raises(Exception, match="there is no game"):
        puzzle_named("chess", "1")
    assert CHANCE not in {each.puzzle().seat for each in puzzles_of("koplopers")[:3]}
