"""Every language says all that English says: the same keys, the same values, its own plurals, all rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from string import Formatter

import pytest

from branchline import GAMES, OVER, load
from branchline.cli import main
from branchline.core.errors import BranchlineError
from branchline.core.languages import ENGLISH, LANGUAGES
from branchline.core.voice import say, speaking
from branchline.core.words import GROUPS
from branchline.games import here, languages_of, spoken
from branchline.games.rules_text import rule_text, rules_of, sections_of
from branchline.speech import language_here

ROOT = Path(__file__).parent.parent
HOME = ROOT / "src" / "branchline" / "games"
OURS = HOME.parent / "words"
# a game of one's own may speak English alone
IDS = [game_id for game_id in GAMES if len(languages_of(game_id)) > 1]
FOLDERS = sorted({GAMES[game_id] for game_id in IDS})
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
OWN_KEYS = ("glossary",)  # whose keys are words of the language: told apart by their order

Groups = dict[str, dict[str, str]]
Value = tuple[str, str]  # a field, and how it is printed: "", "seat", "points" or "plural"


def words_of(folder: str, language: str) -> Groups:
    found: Groups = json.loads((HOME / folder / "words" / f"{language}.json").read_text("utf-8"))
    return found


def fields(template: str) -> Iterator[tuple[str, str]]:
    """Every field of a sentence with its form, those inside a form too."""
    for _, field, form, _ in Formatter().parse(template):
        if field is not None:
            yield field, form or ""
            yield from fields(form or "")


def values(template: str) -> set[Value]:
    """What a sentence asks for; a number may stand plainly in one language and with a noun in another."""
    return {(field, form if form in ("seat", "points") else "") for field, form in fields(template)}


def faults(english: Groups, other: Groups, language: str, groups: Sequence[str] = GROUPS) -> list[str]:
    """Everything in which a language falls short of English or goes beyond it."""
    found = []
    for group in groups:
        said, same = other.get(group, {}), english.get(group, {})
        if group in OWN_KEYS:
            if len(said) != len(same):
                found.append(f"{group} has {len(said)} terms, not {len(same)}: {', '.join(same)}")
            continue
        found += [f"{group}: {key} is missing" for key in same if key not in said]
        found += [f"{group}: {key} is not in English" for key in said if key not in same]
        for key in said.keys() & same.keys():
            if values(said[key]) != values(same[key]):
                differ = sorted({field for field, _ in values(said[key]) ^ values(same[key])})
                found.append(f"{group}: {key} differs in {', '.join(differ)}")
    found += [f"{group} is no group" for group in other if group not in groups]
    return found + forms(other, language) + unfinished(english, other)


def forms(groups: Groups, language: str) -> list[str]:
    """Plurals with the wrong number of forms."""
    wanted = LANGUAGES[language].forms
    return [
        f"{group}: {key} has {len(form.split('|'))} plural forms, not {wanted}"
        for group, said in groups.items()
        for key, text in said.items()
        for _, form in fields(text)
        if "|" in form and len(form.split("|")) != wanted
    ]


def unfinished(english: Groups, other: Groups) -> list[str]:
    """Sentences that stand there in English still, or not at all."""
    return [
        f"{group}: {key} is {'empty' if not text.strip() else 'still English'}"
        for group, said in other.items()
        for key, text in said.items()
        if not text.strip() or (len(text.split()) > 3 and text == english.get(group, {}).get(key))
    ]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_language_has_the_sentences_of_english_with_the_same_values(folder: str, language: str) -> None:
    assert faults(words_of(folder, ENGLISH), words_of(folder, language), language) == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_this_test_names_whatever_is_missing_unused_or_different(folder: str) -> None:
    english, french = words_of(folder, ENGLISH), words_of(folder, "fr")
    for group, texts in french.items():
        broken = deepcopy(french)
        key = list(texts)[-1]
        del broken[group][key]
        told = f"{group} has" if group in OWN_KEYS else f"{group}: {key} is missing"
        assert [fault.startswith(told) for fault in faults(english, broken, "fr")] == [True]
    for change, fault in (
        ("{0:seat} a {1:# action|# actions} {9}", "events: {key} differs in"),
        ("{0:# a|# b|# c}", "events: {key} has 3 plural forms, not 2"),
        (" ", "events: {key} is empty"),
    ):
        broken, key = deepcopy(french), next(iter(french["events"]))
        broken["events"][key] = change
        assert any(each.startswith(fault.format(key=key)) for each in faults(english, broken, "fr")), change
    broken = deepcopy(french)
    broken["ui"]["unused"] = broken["jokes"] = {}  # type: ignore[assignment]
    del broken["ui"]["unused"]
    assert faults(english, broken, "fr") == ["jokes is no group"]
    broken = deepcopy(french)
    broken["ui"]["unused"] = "Personne ne dit cela."
    assert faults(english, broken, "fr") == ["ui: unused is not in English"]
    same = next(key for key, text in english["effects"].items() if len(text.split()) > 3)
    broken = deepcopy(french)
    broken["effects"][same] = english["effects"][same]
    assert faults(english, broken, "fr") == [f"effects: {same} is still English"]


# --- what we say ourselves, beside the games


def own_parts() -> list[str]:
    return sorted(path.stem for path in (OURS / ENGLISH).glob("*.json"))


def own(language: str, part: str) -> Groups:
    said: dict[str, str] = json.loads((OURS / language / f"{part}.json").read_text("utf-8"))
    return {part: said}


@pytest.mark.parametrize("language", OTHERS)
def test_what_we_say_ourselves_is_said_in_every_language(language: str) -> None:
    assert sorted(path.stem for path in (OURS / language).glob("*.json")) == own_parts()
    for part in own_parts():
        assert faults(own(ENGLISH, part), own(language, part), language, groups=[part]) == []


@pytest.mark.parametrize("part", own_parts())
def test_every_sentence_of_ours_is_said_somewhere(part: str) -> None:
    """By its whole key, in Python or on a page, or by how it begins: `say(f"table.tempo-{kind}")`."""
    said = re.compile(rf"""(say\(\s*f?)?["'`]{part}\.([\w.-]*)(\{{|\$\{{|["'`])""")
    whole: set[str] = set()
    begun: set[str] = set()
    for saying, key, end in said.findall(sources()):
        (whole if end in "\"'`" else begun).add(key)
        assert not saying or end not in "\"'`" or key in own(ENGLISH, part)[part], (
            f"{part}.{key} is not there"
        )
    unused = [
        key
        for key in own(ENGLISH, part)[part]
        if key not in whole and not any(each and key.startswith(each) for each in begun)
    ]
    assert unused == []


@cache
def sources() -> str:
    """All that may say something."""
    pages = [
        path
        for kind in ("*.svelte", "*.ts")
        for path in (ROOT / "frontend" / "src").rglob(kind)
        if not path.name.endswith(".test.ts")
    ]
    return "\n".join(path.read_text("utf-8") for path in [*(HOME.parent).rglob("*.py"), *pages])


def test_somebody_is_spoken_to_in_their_language_and_nobody_else_is() -> None:
    with speaking("nl"):
        assert here(load("sncf-france")) is load("sncf-france", language="nl")
        with speaking("de"):
            assert say("core.over").startswith("das Spiel ist zu Ende")
        assert say("core.over").startswith("het spel is afgelopen")
    assert here(load("sncf-france")) is load("sncf-france")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_the_rules_have_the_same_ids_paragraphs_and_marks_in_every_language(
    folder: str, language: str
) -> None:
    game_id = next(each for each, home in GAMES.items() if home == folder)
    english, other = sections_of(game_id), sections_of(game_id, language)
    assert [each.rule for each in other] == [each.rule for each in english]
    for one, another in zip(english, other, strict=True):
        where = one.rule or f"the chapter {another.chapter}"
        assert [each.source for each in another.paragraphs] == [each.source for each in one.paragraphs], where
        code = [
            sorted(set(re.findall("`[^`]+`", "\n".join(each.text for each in part.paragraphs))))
            for part in (one, another)
        ]
        assert code[0] == code[1], where
    for line in rules_of(game_id).splitlines():  # tables of options: the same names and values
        if line.startswith("| `"):
            cells = [each for each in line.split("|") if "`" in each]
            assert all(cell in rules_of(game_id, language) for cell in cells[:2]), line


@pytest.mark.parametrize("folder", FOLDERS)
def test_drawings_of_the_rules_have_numbers_and_names_of_places_but_no_words(folder: str) -> None:
    names = set(load(next(each for each, home in GAMES.items() if home == folder)).words.names.values())
    for drawing in (HOME / folder / "minute").glob("*.svg"):
        written = re.findall(r"<text[^>]*>([^<]*)", drawing.read_text("utf-8"))
        assert {each for text in written for each in re.findall(r"[^\W\d_]{2,}", text)} <= names, drawing


def test_the_page_for_no_line_says_it_in_every_language() -> None:
    public = ROOT / "frontend" / "public"
    parts = re.findall(
        r'<main lang="(\w+)">(.*?)</main>', (public / "offline.html").read_text("utf-8"), re.DOTALL
    )
    assert [language for language, _ in parts] == list(LANGUAGES)
    assert len({part.count("<li>") for _, part in parts}) == 1
    worker = (public / "sw.js").read_text("utf-8")
    assert all(f"  {language}: " in worker for language in LANGUAGES)
    known = json.loads((public / "manifest.webmanifest").read_text("utf-8"))["description_localized"]
    assert known == {language: own(language, "page")["page"]["about"] for language in OTHERS}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_a_beginner_is_told_three_short_lines_in_every_language(folder: str, language: str) -> None:
    for key, text in words_of(folder, language)["first"].items():
        lines = text.split("\n")
        assert len(lines) == 3, key
        assert all(line.endswith((".", "?")) and len(line) <= 120 for line in lines), key


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_term_of_a_glossary_stands_in_sentences_of_its_language(folder: str, language: str) -> None:
    words = words_of(folder, language)
    said = "\n".join(
        text for group, texts in words.items() if group != "glossary" for text in texts.values()
    ).lower()
    for term, means in words["glossary"].items():
        found = [rf"(?<![\w-]){re.escape(form.lower())}(?![\w-])" for form in term.split("|")]
        assert any(re.search(form, said) for form in found), f"nothing says {term!r}"
        assert means.endswith(".") and len(means.split()) <= 34, term


@pytest.mark.parametrize("folder", FOLDERS)
def test_french_keeps_its_signs_beside_their_words(folder: str) -> None:
    """No line begins with a colon: a no-break space stands before it."""
    for group, texts in words_of(folder, "fr").items():
        for key, text in texts.items():
            assert not re.search(r" [:;!?»]|« |[a-z]'", text), f"{group}: {key}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", IDS)
def test_a_game_speaks_a_language_in_names_refusals_and_rules(game_id: str, language: str) -> None:
    game = spoken(load(game_id), language)
    assert game is load(game_id, language=language)
    assert game.words.language == language and game.board is load(game_id).board
    assert languages_of(game_id) == list(LANGUAGES)
    rule = next(iter(game.words.groups["refusals"]))
    assert rule_text(game, rule).startswith(rule)
    known = {id for id, _ in load(game_id).words.names.items()}
    assert set(game.words.names) == known


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game_id", ["sncf-germany", "bridgetown", "koplopers"])
def test_what_happens_in_a_game_can_be_said_in_every_language(game_id: str, language: str) -> None:
    game, rng = load(game_id, language=language), Random(5)
    state = game.start(3)
    said: list[str] = []
    for _ in range(150):
        if state.to_move == OVER:
            break
        action = game.random_action(state, rng)
        game.apply(state, action, lambda *event: said.append(game.words.filled("events", *event)))
    assert len(set(said)) > 20


def test_the_rules_are_shown_in_the_language_asked_for_or_in_that_of_the_locale(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["rules", "bridgetown", "stuck.only", "--lang", "fr"]) == 0
    assert "Un mode qui peut se déplacer doit le faire. *imprimé*" in capsys.readouterr().out
    monkeypatch.setenv("LC_ALL", "nl_BE.UTF-8")
    assert main(["rules", "bridgetown", "stuck.only"]) == 0
    assert "Een vervoermiddel dat weg kan, moet weg. *gedrukt*" in capsys.readouterr().out


def test_where_a_game_does_not_speak_the_locale_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert language_here(None, "koplopers", told.append) == "de" and not told
    monkeypatch.setattr("branchline.speech.languages_of", lambda game_id: [ENGLISH])
    assert language_here(None, "koplopers", told.append) == ENGLISH
    assert told == ["koplopers has no words in Deutsch yet; it speaks English."]


def test_our_own_games_speak_more_than_english() -> None:
    assert {"bridgetown", "koplopers", "sncf", "string_railway"} <= set(FOLDERS)


def test_a_language_that_a_game_does_not_speak_is_refused_and_not_replaced() -> None:
    with pytest.raises(BranchlineError, match="koplopers has no words in 'tlh'; it speaks en, fr, nl, de"):
        load("koplopers", language="tlh")
    with pytest.raises(BranchlineError, match=r"koplopers: it has no RULES\.tlh\.md"):
        rules_of("koplopers", "tlh")


@pytest.mark.parametrize(("language", "ones"), [("en", {1}), ("fr", {0, 1}), ("nl", {1}), ("de", {1})])
def test_plurals_are_those_of_the_language(language: str, ones: set[int]) -> None:
    """CLDR's rules for whole numbers; a third one of French begins at a million, which no game has."""
    assert {number for number in range(200) if LANGUAGES[language].form(number) == 0} == ones
