"""No sentence for people stands in code: what is said comes from `words/` by `say`, or from a game's words.

`frontend/src/sentences.test.ts` asks the same of the pages.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent / "src" / "branchline"
# what is read by programmers and programs, in English: why each
ENGLISH_ALONE = {
    "balance": "a report for who makes boards",
    "bots": "faults of a bot, for who wrote it",
    "arena": "a tool for who measures bots",
    "arena_command.py": "a tool for who measures bots",
    "rl": "a library for learning programs",
    "train": "a tool for who teaches bots",
    "puzzles": "the tool that cuts puzzles; what they say is in words/",
    "testing": "for who writes a game",
    "new_game.py": "for who writes a game",
    "reading.py": "tables for notebooks",
    "parquet.py": "tables for notebooks",
    "server/agents": "tools for language models",
    "server/store": "statements of a database, and faults of it for who runs one",
    "server/openapi.py": "a description for programs",
    "server/typescript.py": "writes a source file",
    "server/metrics.py": "figures for who runs a server",
    "games/*/mind": "what networks are told, for who teaches them",
    "games/*/numbers": "what arrays hold, for learning programs",
    "games/*/rules/board_file.py": "faults of a board, for who writes its file, whose keys are English",
    "core/board.py": "the same",
    "core/mind.py": "for who teaches bots",
    "core/numbers.py": "for learning programs",
    "core/study.py": "faults of a study, for who writes its file, whose lines begin with English words",
    "core/study_check.py": "the same",
    "core/task.py": "the same",
}
QUIET = {"log", "logger", "logging", "warnings"}  # whoever runs a server reads these
# faults of a programmer, not of whoever plays
FAULTS = {
    "AssertionError", "AttributeError", "ImportError", "KeyError", "LookupError", "NotImplementedError",
    "RuntimeError", "TypeError", "ValueError", "StopIteration", "IndexError",
}  # fmt: skip
STYLE = re.compile(r"(bold |dim )?\w+ on \w+")  # of letters in a terminal
RUNNING = re.compile(r"(?:^|[\s(“])[^\W\d_][\w’']+[,:;]? [a-z’']+ [a-z’']+(?:[\s.,:;!?…)]|$)")


def modules() -> list[str]:
    found = [path.relative_to(HOME).as_posix() for path in HOME.rglob("*.py")]
    return sorted(each for each in found if not any(within(each, name) for name in ENGLISH_ALONE))


def within(path: str, pattern: str) -> bool:
    return fnmatch(path, pattern) or fnmatch(path, f"{pattern}/*")


def called(node: ast.AST) -> str:
    """What a call is made on or of: `log` of log.info(...), `TypeError` of TypeError(...)."""
    while isinstance(node, (ast.Call, ast.Attribute)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def runs(text: str) -> bool:
    return bool(RUNNING.search(text)) and not STYLE.fullmatch(text)


def spoken(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Every literal with three words of running text, but for docstrings, logs and faults of programmers."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue  # a docstring, or a note in the place of one
        if isinstance(child, ast.Assert):
            continue
        if isinstance(child, ast.Call) and called(child) in QUIET | FAULTS:
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str) and runs(child.value):
            yield child.lineno, child.value
        yield from spoken(child)


@pytest.mark.parametrize("name", modules())
def test_no_sentence_for_people_stands_in_code(name: str) -> None:
    tree = ast.parse((HOME / name).read_text("utf-8"))
    assert [f"{line}: {text}" for line, text in spoken(tree)] == []


def test_what_is_exempt_is_there() -> None:
    assert [name for name in ENGLISH_ALONE if not [*HOME.glob(name)]] == []
