"""Imports go one way, `core` and `games` do no input or output, and importing us is quick."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "branchline"
# a part may import from itself and from those before it
ORDER = ("core", "games", "bots", "review", "arena", "rl", "train", "server", "testing", "cli")
# the public face offers the bots too, and games that stand in files
TOP = {"testing": "testing", "__init__": "bots", "reading": "games", "files": "games", "parsing": "games"}
MODULES = sorted(SOURCE.rglob("*.py"))


def part_of(module: str) -> str:
    """The part that a dotted name within the package belongs to; all else is the command line's."""
    first = module.removeprefix("branchline").lstrip(".").split(".")[0]
    return first if first in ORDER else TOP.get(first or "__init__", "cli")


def imported(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            assert node.module is not None
            found.add(node.module)
            if node.module == "branchline":
                found |= {f"branchline.{alias.name}" for alias in node.names if alias.name[0].islower()}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_one_way(path: Path) -> None:
    name = path.relative_to(SOURCE).with_suffix("").parts
    mine = part_of(".".join(name))
    for module in imported(ast.parse(path.read_text("utf-8"))):
        if module.split(".")[0] != "branchline" or module in ("branchline.load", "branchline.__version__"):
            continue
        theirs = part_of(module)
        assert ORDER.index(theirs) <= ORDER.index(mine), f"{mine} may not import {module}"
        if mine == theirs == "games" and len(name) > 2 and module.startswith("branchline.games."):
            assert module.split(".")[2] == name[1], f"a game may not import another game: {module}"


# what the floors of a game's folder may not import
ABOVE = {
    "rules": ("looks", "mind", "numbers"),
    "looks": ("mind", "numbers"),
    "numbers": ("looks", "mind"),
    "geometry": ("looks", "mind", "laying"),
    "laying": ("looks", "mind"),
}


@pytest.mark.parametrize(
    "path", sorted((SOURCE / "games").glob("*/*/**/*.py")), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_the_floors_of_a_game_stand_on_its_rules(path: Path) -> None:
    floor = path.relative_to(SOURCE / "games").parts[1]
    for module in imported(ast.parse(path.read_text("utf-8"))):
        parts = module.split(".")
        if len(parts) > 3 and parts[1] == "games":
            assert parts[3] not in ABOVE.get(floor, ()), f"{floor} may not import {module}"


def test_rules_are_loaded_without_a_compiler_and_without_bots() -> None:
    script = """
import sys, branchline
for game_id in branchline.GAMES:
    branchline.load(game_id)
heavy = ("numba", "branchline.bots")
print([each for each in sys.modules if each.startswith(heavy) or ".mind" in each])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("part", ["core", "games"])
def test_core_and_games_do_no_input_or_output(part: str) -> None:
    forbidden = {
        "socket",
        "subprocess",
        "urllib",
        "sqlite3",
        "asyncio",
        "rich",
        "pathlib",
        "os",
        "sys",
        "time",
    }
    for path in (SOURCE / part).rglob("*.py"):
        roots = {module.split(".")[0] for module in imported(ast.parse(path.read_text("utf-8")))}
        assert not roots & forbidden, f"{path.relative_to(SOURCE)} imports {roots & forbidden}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_modules_have_one_subject(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 400


LONGEST, MOST_ARGUMENTS = 60, 8
PLAIN = [path for path in MODULES if {"rules", "server"} & set(path.relative_to(SOURCE).parts)]


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


@pytest.mark.parametrize("path", PLAIN, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_function_of_the_rules_and_the_server_fits_on_a_screen(path: Path) -> None:
    for each in functions(ast.parse(path.read_text("utf-8"))):
        lines = (each.end_lineno or each.lineno) - each.lineno + 1
        assert lines <= LONGEST, f"{each.name} has {lines} lines"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_function_takes_at_most_eight_arguments(path: Path) -> None:
    """Kernels are exempt: what a compiler inlines cannot be handed over in objects for nothing."""
    for each in functions(ast.parse(path.read_text("utf-8"))):
        if any("compiled" in ast.unparse(decorator) for decorator in each.decorator_list):
            continue
        taken = [arg.arg for arg in (*each.args.posonlyargs, *each.args.args, *each.args.kwonlyargs)]
        own = [name for name in taken if name not in ("self", "cls")]
        assert len(own) <= MOST_ARGUMENTS, f"{each.name} takes {', '.join(own)}"


def test_importing_branchline_loads_no_heavy_library() -> None:
    heavy = {"numba", "numpy", "rich", "jsonschema", "starlette", "uvicorn", "asyncpg", "msgspec"}
    script = f"import branchline, sys; print(sorted({heavy!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
