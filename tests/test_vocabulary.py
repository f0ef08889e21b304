"""A rule has one id, and the id is everywhere: RULES.md, words, source, and a test that proves it."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from branchline import GAMES, load
from branchline.core.words import Words

ROOT = Path(__file__).parent.parent
FOLDERS = sorted(set(GAMES.values()))
EVENT = re.compile(r"""\bsay\(\s*"([a-z-]+)\"""")


def texts(folder: str) -> tuple[str, dict[str, Any], dict[str, str], dict[str, str]]:
    """A game's RULES.md, words, sources and tests."""
    home = ROOT / "src" / "branchline" / "games" / folder
    sources = {path.name: path.read_text("utf-8") for path in sorted(home.glob("*.py"))}
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


def faults(rules: str, words: dict[str, Any], sources: dict[str, str], tests: dict[str, str]) -> list[str]:
    """Everything that is missing or too much in a game's vocabulary."""
    ids, proved, source = headings(rules), marked(tests), "\n".join(sources.values())
    refusals, effects = set(words["refusals"]), set(words["effects"])
    found = []
    for rule in sorted(ids | refusals | effects | proved):
        if rule not in ids:
            found.append(f"{rule} has no heading in RULES.md")
        if rule not in refusals | effects:
            found.append(f"{rule} has no sentence")
        if rule in refusals and f'"{rule}"' not in source:
            found.append(f"{rule} is never refused by the source")
        if rule in effects and not re.search(rf"\b{re.escape(rule)}(?![\w-])", source):
            found.append(f"{rule} is cited nowhere in the source")
        if rule not in proved:
            found.append(f"{rule} has no test")
    for event in sorted(set(EVENT.findall(source)) ^ set(words["events"])):
        found.append(f"the event {event} is said or worded, but not both")
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_rule_has_heading_words_source_and_test(folder: str) -> None:
    assert faults(*texts(folder)) == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_vocabulary_test_notices_whatever_is_missing(folder: str) -> None:
    rules, words, sources, tests = texts(folder)
    for rule in sorted(headings(rules)):
        group = "refusals" if rule in words["refusals"] else "effects"
        fewer = {**words, group: {k: v for k, v in words[group].items() if k != rule}}
        quoted = {name: text.replace(f'"{rule}"', '"x"') for name, text in tests.items()}
        cut = {name: re.sub(rf"\b{re.escape(rule)}(?![\w-])", "x", text) for name, text in sources.items()}
        for broken in (
            (rules.replace(f"### {rule}\n", "### gone\n"), words, sources, tests),
            (rules, fewer, sources, tests),
            (rules, words, cut, tests),
            (rules, words, sources, quoted),
        ):
            assert any(fault.startswith(f"{rule} ") for fault in faults(*broken)), rule


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_and_its_values_have_a_sentence(game_id: str) -> None:
    game = load(game_id)
    options = game.words.groups["options"]
    for option in game.options:
        assert option.name in options
        for value in option.values:
            assert f"{option.name}.{value}" in options


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_verb_with_a_sentence_is_a_verb_of_the_game(folder: str) -> None:
    _, words, sources, _ = texts(folder)
    for verb in words["verbs"]:
        assert f'"{verb}"' in "\n".join(sources.values())


def test_words_refuse_a_group_that_nobody_knows() -> None:
    with pytest.raises(KeyError, match="no group 'sayings'"):
        Words({"sayings": {}})
