"""What the docs show is run, and what they link to is there."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import branchline

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FOUND = pkgutil.walk_packages(branchline.__path__, "branchline.")
APART = ("__main__", "train.learning")  # what starts a program, and what needs the extra `train`
MODULES = ["branchline", *sorted(each.name for each in FOUND if not each.name.endswith(APART))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_in_the_docs_runs(page: Path) -> None:
    blocks = re.findall(r"```(?:pycon|python)\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    text = "\n".join(block for block in blocks if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
