"""What comments, docstrings and docs refer to: files, headings of pages, modules, and rules by their ids.

A reference is written so that it can be followed: `rules/why.py` (any end of the path of a file or several),
docs/serving.md#limits, `branchline.core.game`, `build.cut-off`. A rulebook's chapter numbers lead nowhere in
this repository, so nothing is cited by them. What is only an example has a word in capitals (games/NAME/) or
a star in it.
"""

from __future__ import annotations

import ast
import io
import os
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from branchline.games import GAMES
from tests.checkout import ROOT

KINDS = "css|html|js|json|md|py|rst|sh|svelte|svg|toml|ts|txt|yaml"
FILE = re.compile(rf"(?<![\w./:{{}}*~-])(?:\.\./)*([\w.-]+(?:/[\w.-]+)*\.(?:{KINDS}))(#[\w-]+)?(?![\w/*-])")
NUMBER = re.compile(r"\b(?:[Cc]hapter|[Ss]ection|§)\s*\d+(?:\.\d+)*")
MODULE = re.compile(r"`(branchline(?:\.\w+)+)`")
RULE = re.compile(r"`([a-z0-9-]+)\.([a-z0-9-]+)`")
COMMENT = re.compile(r"(?<![:\w\"'`])//[^\n]*|/\*.*?\*/|<!--.*?-->", re.DOTALL)
LEFT_OUT = ("node_modules", "__pycache__", "build", "dist", "saves")
# made by a run, a user's own, or of another project
NOT_OURS = {"built.txt"}


@cache
def paths() -> list[Path]:
    """Every file of the repository, less what tools have put there."""
    found = []
    for folder, inside, names in os.walk(ROOT):
        inside[:] = [name for name in inside if name not in LEFT_OUT and not name.startswith(".")]
        found += [Path(folder, name) for name in names]
    return sorted(found)


@cache
def files() -> frozenset[str]:
    """Every end of every file's path."""
    split = [path.relative_to(ROOT).parts for path in paths()]
    return frozenset("/".join(parts[start:]) for parts in split for start in range(len(parts)))


@cache
def rules() -> dict[str, set[str]]:
    """Every chapter of a game's rules, with the rules in it, of all games together."""
    found: dict[str, set[str]] = {}
    for folder in set(GAMES.values()):
        text = (ROOT / "src/branchline/games" / folder / "RULES.md").read_text("utf-8")
        for chapter, rule in re.findall(r"^### ([a-z0-9-]+)\.([a-z0-9-]+)$", text, re.MULTILINE):
            found.setdefault(chapter, set()).add(rule)
    return found


def said(path: Path) -> Iterator[tuple[int, str]]:
    """What a file says to people, with the line it begins in."""
    text = path.read_text("utf-8")
    if path.suffix in (".md", ".rst"):
        yield from enumerate(text.splitlines(), start=1)
    elif path.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                docstring = ast.get_docstring(node, clean=False)
                if docstring:
                    yield node.body[0].lineno, docstring
    else:
        for found in COMMENT.finditer(text):
            yield text.count("\n", 0, found.start()) + 1, found[0]


def headings(page: Path) -> set[str]:
    """The anchors of a page, as a forge and the site make them."""
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def leads_nowhere(text: str, home: Path) -> Iterator[str]:
    """The references in a text of this file that cannot be followed."""
    for found in NUMBER.finditer(text):
        yield f"{found[0]}: cite a rule by its id"
    for found in FILE.finditer(text):
        name, anchor = found[1], found[2]
        if name not in files() and Path(name).name not in NOT_OURS and not re.search(r"[A-Z]{4}", name):
            yield f"{name}: there is no such file"
        elif anchor and name.endswith(".md"):
            pages = [ROOT / name, home.parent / name, *ROOT.glob(f"docs/{name}")]
            if not any(page.is_file() and anchor[1:] in headings(page) for page in pages):
                yield f"{name}{anchor}: there is no such heading"
    for found in MODULE.finditer(text):
        if not there(found[1]):
            yield f"{found[1]}: there is no such module or name"
    for found in RULE.finditer(text):
        chapter, rule = found.groups()
        if rule not in rules().get(chapter, {rule}) and rule not in KINDS.split("|"):
            yield f"{chapter}.{rule}: no game has such a rule"


def there(dotted: str) -> bool:
    """A module, or a name that a module has."""
    parts = dotted.split(".")
    for end in range(len(parts), 0, -1):
        place = ROOT / "src" / "/".join(parts[:end])
        source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if source.is_file():
            text = source.read_text("utf-8")
            return all(re.search(rf"\b{name}\b", text) for name in parts[end : end + 1])
    return False


def pages() -> list[Path]:
    """Everything that says something to people; the changelog tells of what was."""
    kinds = (".md", ".rst", ".py", ".ts", ".svelte", ".css")
    made = (ROOT / "CHANGELOG.md", ROOT / "frontend/src/protocol.gen.ts")
    return [
        path for path in paths() if path.suffix in kinds and path not in made and "static" not in path.parts
    ]
