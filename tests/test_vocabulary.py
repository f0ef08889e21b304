"""A rule has one id, and the id is everywhere: RULES.md, words, source, and a test that proves it."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from base64 import b64decode
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from branchline import GAMES, load
from branchline.core.words import Words
from branchline.games.rules_text import rule_text, rules_of, sections_of

ROOT = Path(__file__).parent.parent
FOLDERS = sorted(set(GAMES.values()))
EVENT = re.compile(r"""\bsay\(\s*"([a-z-]+)\"""")

DRAWN = re.compile(
    r"(!\[.+\]\(data:image/svg\+xml;base64,(?P<drawing>\S+)\) )?\*\*(?P<head>.*?)\.\*\* (?P<words>.*)",
    re.DOTALL,
)


def texts(folder: str) -> tuple[str, dict[str, Any], dict[str, str], dict[str, str]]:
    """A game's RULES.md, words, sources and tests."""
    home = ROOT / "src" / "branchline" / "games" / folder
    sources = {str(path): path.read_text("utf-8") for path in sorted(home.rglob("*.py"))}
    tests = {
        path.name: path.read_text("utf-8") for path in sorted((ROOT / "tests/games" / folder).glob("*.py"))
    }
    words = json.loads((home / "words" / "en.json").read_text("utf-8"))
    return (home / "RULES.md").read_text("utf-8"), words, sources, tests


def headings(rules: str) -> set[str]:
    return set(re.findall(r"^### ([a-z0-9-]+\.[a-z0-9-]+)$", rules, re.MULTILINE))


def marked(tests: dict[str, str]) -> set[str]:
    """The rule ids that tests are marked with, as decorators of functions that are really there."""
    found = set()
    for text in tests.values():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return {str(each) for each in found}


class Vocabulary(NamedTuple):
    """What a game's pages say, as sets of rule ids and of events."""

    ids: set[str]
    refusals: set[str]
    effects: set[str]
    quoted: set[str]  # strings of the source
    cited: set[str]  # whatever looks like a rule id anywhere in the source
    proved: set[str]
    said: set[str]
    worded: set[str]


def vocabulary(folder: str) -> Vocabulary:
    rules, words, sources, tests = texts(folder)
    source = "\n".join(sources.values())
    return Vocabulary(
        headings(rules),
        set(words["refusals"]),
        set(words["effects"]),
        set(re.findall(r'"([a-z0-9.-]+)"', source)),
        set(re.findall(r"(?<![\w.-])[a-z0-9-]+\.[a-z0-9-]+(?![\w-])", source)),
        marked(tests),
        set(EVENT.findall(source)),
        set(words["events"]),
    )


def faults(known: Vocabulary) -> list[str]:
    """Everything that is missing or too much in a game's vocabulary."""
    found = []
    for rule in sorted(known.ids | known.refusals | known.effects | known.proved):
        if rule not in known.ids:
            found.append(f"{rule} has no heading in RULES.md")
        if rule not in known.refusals | known.effects:
            found.append(f"{rule} has no sentence")
        if rule in known.refusals - known.quoted:
            found.append(f"{rule} is never refused by the source")
        if rule in known.effects - known.cited:
            found.append(f"{rule} is cited nowhere in the source")
        if rule not in known.proved:
            found.append(f"{rule} has no test")
    for event in sorted(known.said ^ known.worded):
        found.append(f"the event {event} is said or worded, but not both")
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_rule_has_heading_words_source_and_test(folder: str) -> None:
    assert faults(vocabulary(folder)) == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_vocabulary_test_notices_whatever_is_missing(folder: str) -> None:
    known = vocabulary(folder)
    for rule in sorted(known.ids):
        gone = {rule}
        for broken in (
            known._replace(ids=known.ids - gone),
            known._replace(refusals=known.refusals - gone, effects=known.effects - gone),
            known._replace(quoted=known.quoted - gone, cited=known.cited - gone),
            known._replace(proved=known.proved - gone),
        ):
            assert any(fault.startswith(f"{rule} ") for fault in faults(broken)), rule
    for event in known.worded:
        assert faults(known._replace(said=known.said - {event}))
        assert faults(known._replace(worded=known.worded - {event}))


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_paragraph_of_a_rule_says_whose_it_is(folder: str) -> None:
    rules = texts(folder)[0]
    for rule, text in re.findall(r"^### (\S+)\n(.*?)(?=\n#|\Z)", rules, re.MULTILINE | re.DOTALL):
        for paragraph in text.strip().split("\n\n"):
            assert paragraph.endswith(("*printed*", "*follows*", "*our ruling*")), rule


@pytest.mark.parametrize("game_id", GAMES)
def test_the_rules_begin_with_one_minute_and_end_with_where_they_come_from(game_id: str) -> None:
    """Aim, a turn, points and the end, each with its drawing where the game has any; the terminal has the
    words without it."""
    chapters = re.findall(r"^## (.+)$", rules_of(game_id), re.MULTILINE)
    assert (chapters[0], chapters[-1]) == ("In one minute", "Where a rule comes from")
    minute = sections_of(game_id)[1]
    assert (minute.chapter, minute.rule) == ("In one minute", None)
    told = [DRAWN.fullmatch(paragraph.text) for paragraph in minute.paragraphs]
    drawings = ROOT / "src/branchline/games" / GAMES[game_id] / "minute"
    assert [each and each["head"] for each in told] == ["Aim", "A turn", "Points", "The end"]
    for each in told:
        assert each
        assert len(each["words"].split()) < 70
        if drawings.is_dir():
            assert ElementTree.fromstring(b64decode(each["drawing"])).tag.endswith("svg")
        assert f"**{each['head']}.** {each['words']}" in rule_text(load(game_id), "")
    assert "minute/" not in rule_text(load(game_id), "")
    assert (
        sum(len(each["words"].split()) for each in told if each) < 260
    )  # that is what one reads in a minute


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_stands_in_the_rules_with_its_values_default_first(game_id: str) -> None:
    rules = texts(GAMES[game_id])[0]
    for option in load(game_id).options:
        row = next(line for line in rules.splitlines() if line.startswith(f"| `{option.name}` |"))
        assert ", ".join(f"`{value}`" for value in option.values) in row


def test_headings_and_markers_are_read_as_they_are_written() -> None:
    assert headings("# Rules\n### build.city\ntext\n### Not a rule\n") == {"build.city"}
    proved = '@pytest.mark.rule("a.b", "a.c")\ndef test_it(): pass\n# pytest.mark.rule("a.d")\n'
    assert marked({"test.py": proved}) == {"a.b", "a.c"}


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_and_its_values_have_a_sentence(game_id: str) -> None:
    game = load(game_id)
    options = game.words.groups["options"]
    for option in game.options:
        assert option.name in options
        for value in option.values:
            assert f"{option.name}.{value}" in options


@pytest.mark.parametrize("game_id", GAMES)
def test_a_beginner_is_told_three_lines_and_the_aim_first(game_id: str) -> None:
    first = load(game_id).words.groups["first"]
    sets = {key: text.split("\n") for key, text in first.items() if key.split(".")[0] == game_id}
    assert sets
    for key, lines in sets.items():
        assert len(lines) == 3 and lines[0].startswith("Aim: "), key
        assert all(line.endswith((".", "?")) and len(line) <= 105 for line in lines), key
        phase = key.partition(".")[2]
        if phase:
            home = ROOT / "frontend/src/games" / GAMES[game_id] / "index.ts"
            assert f'"{phase}"' in home.read_text("utf-8"), f"the page never is in phase {phase}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_word_of_the_glossary_stands_in_sentences_and_is_explained_in_one(folder: str) -> None:
    words = texts(folder)[1]
    said = [text for group in ("refusals", "events", "ui", "names") for text in words.get(group, {}).values()]
    drawn = (ROOT / "frontend/src/games" / folder).glob("*Panel.svelte")
    spoken = "\n".join([*said, *(path.read_text("utf-8") for path in drawn)])
    glossary = words.get("glossary", {})
    forms = [form for term in glossary for form in term.split("|")]
    assert len(forms) == len({form.lower() for form in forms})
    for term, means in glossary.items():
        found = [rf"(?<![\w-]){re.escape(form)}(?![\w-])" for form in term.split("|")]
        assert any(re.search(form, spoken, re.IGNORECASE) for form in found), f"nothing says {term!r}"
        assert re.fullmatch(r"[A-Z0-9][^.]+\.", means) and len(means.split()) <= 30, means


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_verb_with_a_sentence_is_a_verb_of_the_game(folder: str) -> None:
    _, words, sources, _ = texts(folder)
    for verb in words["verbs"]:
        assert f'"{verb}"' in "\n".join(sources.values())


def remarks(source: str) -> str:
    """The comments and docstrings of a module."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    told = [each.string for each in tokens if each.type == tokenize.COMMENT or each.string[:3] == '"""']
    return "\n".join(told)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_rule_that_a_comment_names_is_one(folder: str) -> None:
    rules, _, sources, tests = texts(folder)
    ids = headings(rules)
    chapters, code = {rule.split(".")[0] for rule in ids}, "".join(sources.values())
    for name, source in (sources | tests).items():
        named = re.findall(r"(?<![\w./`-])([a-z-]+)\.([a-z][a-z0-9-]*)(?![\w(])", remarks(source))
        for chapter, rule in named:
            if (
                chapter in chapters and rule != "py" and f"def {rule}(" not in code
            ):  # a module and its function
                assert f"{chapter}.{rule}" in ids, f"{name} names {chapter}.{rule}, which is no rule"


SPOKEN = re.compile(r"""\bui\(\s*["`]([a-z0-9.-]*)(\$)?""")


def test_whatever_a_drawing_says_stands_in_the_words_of_its_game() -> None:
    """A key that is put together, ui(`why.${rule}`), has at least one sentence that begins so."""
    for path in sorted((ROOT / "frontend/src/games").rglob("*.*")):
        if path.suffix not in (".ts", ".svelte") or path.name.endswith(".test.ts"):
            continue
        for key, composed in SPOKEN.findall(path.read_text("utf-8")):
            sentences = texts(path.parent.name)[1]["ui"]
            known = [each for each in sentences if each.startswith(key)] if composed else key in sentences
            assert known, f"{path.name} says {key!r}, for which words/en.json has nothing"


def test_words_refuse_a_group_that_nobody_knows() -> None:
    with pytest.raises(KeyError, match="no group 'sayings'"):
        Words({"sayings": {}})
