"""How far a place is, in words: true, in four languages and by what a seat knows; verbs that may be typed."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from branchline import GAMES, load
from branchline.core.action import folded
from branchline.core.errors import BadAction, BranchlineError, RuleViolation
from branchline.core.languages import LANGUAGES
from branchline.core.listing import Offer, offers
from branchline.core.voice import sentences, speaking
from branchline.games.bridgetown.looks.where import steps
from branchline.games.koplopers.looks.where import ways
from branchline.games.koplopers.rules.routes import ways_from
from branchline.games.sncf.looks.where import rings, way
from tests.test_cli import branchline
from tests.test_position import reached, view_of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_every_place_is_told_in_every_language(
    game_id: str, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    game, state = load(game_id, language=language), reached(game_id, 0.95)
    with speaking(language):
        for seat in (state.to_move, None):
            view = view_of(game, state, seat)
            known = game.looks.places(view)
            for typed in ("", *known, *known.values()):
                title, lines = game.looks.found(view, typed)
                assert title and lines and all(line.endswith(".") for line in lines), (typed, lines)
    assert not caplog.records


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_far_tells_no_secret(game_id: str) -> None:
    game, state = load(game_id), reached(game_id, 0.95)
    for seat in (None, *range(state.players)):
        other = game.guess(game.mask(state, seat), seat, Random(f"other {seat}"))
        mine, theirs = view_of(game, state, seat), view_of(game, other, seat)
        for place in ("", *game.looks.places(mine)):
            assert game.looks.where(mine, place) == game.looks.where(theirs, place)


@pytest.mark.parametrize("game_id", ["sncf-france", "sncf-germany"])
def test_the_way_that_is_told_can_be_built_and_what_can_be_built_now_is_one_cube_away(game_id: str) -> None:
    game: Any = load(game_id)
    built = 0
    for part in (0.2, 0.6):
        state = reached(game_id, part)
        state.box = [31] * 6  # as many cubes as any way needs
        view = view_of(game, state, state.to_move)
        for each in view["railroads"]:
            found = rings(game, view, each["id"])
            for distance, ring in enumerate(found[1:], start=1):
                for place in game.tables.ids_of(ring):
                    path, after = way(game, found, game.tables.index[place]), state.copy()
                    assert len(path) == distance and path[-1] == place
                    try:
                        for hex in path[:5]:
                            if after.to_move != state.to_move:
                                break
                            game.check(after, ("build", each["id"], hex))
                            game.apply(after, ("build", each["id"], hex))
                    except RuleViolation as error:  # what may be allowed a turn later
                        assert error.rule in ("build.cut-off", "build.one-railroad")
                    else:
                        built += 1
            near = {action[2] for action in game.legal_actions(state) if action[:2] == ("build", each["id"])}
            assert near <= set(game.tables.ids_of(found[1] if len(found) > 1 else 0))
    assert built > 100


def test_how_far_marseille_is_can_be_asked_in_french() -> None:
    game, state = load("sncf-france", language="fr"), reached("sncf-france", 0.3)
    with speaking("fr"):
        title, lines = game.looks.found(view_of(game, state, state.to_move), "marseille")
    assert title == "Marseille" and lines[0] == "Une ville qui vaut 4 points."
    assert any("cubes, par" in line and line.endswith("Marseille.") for line in lines)


def test_a_hex_names_the_neighbours_behind_its_heavy_lines() -> None:
    for game_id in ("sncf-france", "sncf-germany"):
        game: Any = load(game_id)
        view, told = view_of(game, reached(game_id, 0.3), None), 0
        for place in game.tables.index:
            said = [line for line in game.looks.where(view, place) if line.startswith("A heavy line")]
            pairs = [each["between"] for each in game.board.data["blocked"] if place in each["between"]]
            behind = [game.words.name(id) for pair in pairs for id in pair if id != place]
            wanted = [f"A heavy line, no track goes across to: {', '.join(behind)}."] if behind else []
            assert said == wanted
            told += len(behind)
        assert told == 2 * len(game.board.data["blocked"])


def test_a_train_drives_for_the_points_that_are_told() -> None:
    """Against the drives of the rules, which know ways of up to five sections."""
    game: Any = load("koplopers")
    state, compared = reached("koplopers", 0.95), 0
    tables, view = game.tables, view_of(game, state, None)
    closed = sum(1 << tables.station_index[each] for each in view["letters"].values() if each)
    for train in view["trains"]:
        told = ways(game, view, train)
        start = 2 * tables.section_index[train["section"]]
        start ^= tables.nodes[tables.front[start]] != train["front"]
        for end, passed, path in ways_from(tables, start):
            if tables.station[end] >= 0 and not passed & closed and not train["blocked"]:
                found = told[tables.stations[tables.station[end]]]
                compared += 1
                assert found.points <= len(path) and (found.turned or len(found.past) < found.points + 1)
    assert compared > 20


def test_a_ride_is_never_shorter_than_the_spaces_that_are_told() -> None:
    game: Any = load("bridgetown")
    tables, compared = game.tables, 0
    for space in range(tables.size):
        for network in range(3):
            told = steps(tables, network, space)
            for length in range(1, 5):
                for end, _, _ in tables.ways(network, space, length):
                    compared += 1
                    assert told[end] <= length
            near = {end for end, _, _ in tables.ways(network, space, 1)}
            assert near == {end for end, length in told.items() if length == 1} - {space}
    assert compared > 1000


def test_what_is_no_place_is_said_to_be_none() -> None:
    game = load("sncf-france")
    with pytest.raises(BranchlineError, match="there is no place 'Atlantis' here"):
        game.looks.found(view_of(game, game.start(4), None), "Atlantis")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_verbs_are_typed_in_every_language_and_no_command_is_in_their_way(
    game_id: str, language: str
) -> None:
    game: Any = load(game_id, language=language)
    for verb, name in game.words.verbs.items():
        assert game.read(verb) == game.read(name) == game.read(name.upper()) == (verb,)
    said = sentences(language, "text")
    mine = {folded(said[key]) for key in said if key.startswith("says-")}
    assert len(mine) == sum(key.startswith("says-") for key in said)
    assert mine.isdisjoint(folded(word) for pair in game.words.verbs.items() for word in pair)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_every_line_that_is_listed_has_its_verb_in_the_readers_language_and_is_read_as_in_english(
    game_id: str, language: str
) -> None:
    game, english = load(game_id, language=language), load(game_id)
    for part in (0.0, 0.3, 0.95):
        state = reached(game_id, part)
        with speaking(language):
            mine = offers(game, state)
        theirs = offers(english, state)
        assert len(mine) == len(theirs) > 0
        for here, there in zip(mine, theirs, strict=True):
            for line, same in zip(lines_of(here), lines_of(there), strict=True):
                if "…" in line or line.split()[-1].isupper():  # a form: END, BRIDGE
                    line, same = line.rpartition(" ")[0], same.rpartition(" ")[0]
                assert game.read(line) == english.read(same), line
                said = game.words.verbs[english.read(same)[0]]
                assert language == "en" or folded(line).startswith(folded(said)), line
    for line, same in zip(game.words.examples("try"), english.words.examples("try"), strict=True):
        assert game.read(line.removeprefix("try ")) == english.read(same.removeprefix("try "))


def lines_of(offer: Offer) -> list[str]:
    """`build red|blue` with two ends is four lines."""
    head, _, last = offer.typed.rpartition(" ")
    ends = [end.partition(" (")[0] for end in offer.ends] or [""]
    return [f"{head} {middle} {end}".strip() for middle in last.split("|") for end in ends]


def test_a_refusal_says_how_to_type_it_in_the_readers_language() -> None:
    for game_id, language, typed, form in (
        ("sncf-france", "nl", "bouwen rood", "‘bouwen red’ hoort ‘bouwen MAATSCHAPPIJ VELD’ te zijn"),
        ("bridgetown", "de", "tausch", "„tausch“ müsste „tausch BRÜCKE BRÜCKE“ sein"),
        ("koplopers", "fr", "changer de sens", "changer de sens"),
        ("string-railway", "nl", "plaatsen local", "‘plaatsen NUMMER’"),
    ):
        game, state = load(game_id, language=language), reached(game_id, 0.3)
        with speaking(language), pytest.raises(BadAction) as refused:
            game.check(state, game.read(typed))
        assert form in str(refused.value)


def test_where_and_verbs_are_typed_in_french_in_the_terminal(tmp_path: Path) -> None:
    lines = ["où marseille", "où Atlantide", "? construire rouge", "règles build.city", "quitter"]
    play = ["play", "sncf-france", "--players", "3", "--bots", "random", "--lang", "fr", "--seed", "7"]
    told = branchline(*play, typed="\n".join([*lines, ""]), folder=tmp_path).stdout
    for said in ("Une ville qui vaut 4 points.", "il n’y a pas de lieu", "construire red", "build.city"):
        assert said in told, said


def test_the_help_of_the_terminal_lists_commands_and_verbs_in_dutch_and_they_are_understood(
    tmp_path: Path,
) -> None:
    lines = ["help", "probeer bouwen rood o12", "logboek", "stelling", "kaart", "regels build.city", "terug"]
    play = ["play", "sncf-france", "--players", "3", "--bots", "random", "--lang", "nl", "--seed", "7"]
    told = branchline(*play, typed="\n".join([*lines, "afsluiten", ""]), folder=tmp_path).stdout
    for word in ("probeer ACTIE", "waar PLAATS", "bewaar BESTAND", "bouwen red Le Havre", "? bouwen red"):
        assert word in told, word
    assert "heeft geen werkwoord" not in told
    listed = [line.split()[0] for line in told.splitlines() if line.startswith("  ") and line.split()]
    assert {"probeer", "logboek", "regels", "afsluiten"} <= set(listed)
    assert set(listed).isdisjoint({"try", "log", "rules", "quit", "build", "trade", "done"})


def test_selfplay_heads_its_table_in_the_readers_language(tmp_path: Path) -> None:
    typed = ["selfplay", "sncf-france", "--players", "3", "--bots", "random", "--games", "1", "--lang", "nl"]
    told = branchline(*typed, folder=tmp_path).stdout
    assert "1 partij" in told and "gewonnen" in told and "gemiddelde score" in told and "wins" not in told


def test_what_lessons_point_at_on_the_page_has_a_name_in_every_language() -> None:
    pages = Path("frontend/src").rglob("*.svelte")
    parts = {each for page in pages for each in re.findall(r'data-point="(\w+)"', page.read_text("utf-8"))}
    parts -= {"sheet"}  # the way to what a phone has folded away
    assert parts == {"bar", "panel"}
    for language in LANGUAGES:
        assert {f"at-{each}" for each in parts} <= set(sentences(language, "text"))


def test_a_colour_stands_behind_the_flags_and_a_mode_in_brackets() -> None:
    """A value has no case: not *für blau Flaggen*, not *mit Zu Fuß*."""
    for language, ride, ring in (
        ("de", "für Flaggen: blau", "5 Felder (Zu Fuß)"),
        ("nl", "voor vlaggen: blauw", "5 vakjes (Te voet)"),
        ("fr", "pour des drapeaux\u00a0: bleu", "5 cases (À pied)"),
    ):
        words = load("bridgetown", language=language).words
        assert words.sentence("ui", "ledger.ride", "bus", 3, "blue").endswith(ride)
        assert words.sentence("looks", "where.ring", 5, ["Walking"]) == ring


def test_who_types_an_unknown_verb_is_told_those_of_their_language() -> None:
    for language, said in (("en", "draw, place"), ("fr", "piocher, placer"), ("de", "ziehen, anlegen")):
        game: Any = load("string-railway", language=language)
        with pytest.raises(BadAction, match=said):
            game.check(game.start(2), ("fly",))
