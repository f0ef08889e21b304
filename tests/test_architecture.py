"""docs/architecture.md shows the folders that are there, and what comments and docs refer to exists."""

from __future__ import annotations

import pytest

from tests import tree
from tests.checkout import ROOT
from tests.references import leads_nowhere, pages, said


def test_the_page_shows_the_tree_of_every_game() -> None:
    text = tree.PAGE.read_text("utf-8")
    assert text == tree.page(text), "the tree has changed: run `.venv/bin/python -m tests.tree`"


def test_every_reference_in_comments_and_docs_leads_somewhere() -> None:
    lost = [
        f"{path.relative_to(ROOT)}:{line}: {fault}"
        for path in pages()
        for line, text in said(path)
        for fault in leads_nowhere(text, path)
    ]
    assert lost == [], "\n".join(lost)


@pytest.mark.parametrize(
    "text",
    [
        "as chapter 3.5 says",
        "see Section 2",
        "`rules/nowhere.py` does it",
        "[limits](docs/serving.md#no-such-heading)",
        "`branchline.core.nowhere`",
        "`build.no-such-rule`",
    ],
)
def test_a_reference_that_leads_nowhere_is_found(text: str) -> None:
    assert len(list(leads_nowhere(text, ROOT / "README.md"))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "`rules/why.py`, docs/serving.md#limits and `branchline.core.game.Game`",
        "games/NAME/rules.py, tests/*.py and http://localhost/static/app.js",
        "`build.one-railroad`, `state.to_move`, e.g. 3.5 mm",
    ],
)
def test_a_reference_that_can_be_followed_is_left_alone(text: str) -> None:
    assert list(leads_nowhere(text, ROOT / "README.md")) == []
