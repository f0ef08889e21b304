"""The site that `dev.py docs` makes: it builds without a warning, holds everything and needs nobody else."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import branchline
from branchline import bots
from branchline.games import GAMES
from tests.checkout import ROOT, loaded

FROM_ELSEWHERE = re.compile(r'<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)="(?:https?:)?//[^"]*"')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [
        sys.executable,
        *loaded("dev.py").SITE,
        "-d",
        str(folder / "doctrees"),
        ".",
        str(folder / "site"),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout + done.stderr == ""
    return folder / "site"


def test_the_site_holds_the_rules_of_every_game_and_every_page(site: Path) -> None:
    for folder in set(GAMES.values()):
        assert (site / "src/branchline/games" / folder / "RULES.html").is_file()
    for page in (ROOT / "docs").glob("*.md"):
        assert (site / "docs" / f"{page.stem}.html").is_file()
    assert 'url=README.html"' in (site / "index.html").read_text("utf-8")


def test_the_reference_has_every_public_name(site: Path) -> None:
    text = (site / "docs/site/reference.html").read_text("utf-8")
    for name in {*branchline.__all__, *bots.__all__} - {"__version__", "bots"}:
        assert re.search(rf'id="branchline\.(?:\w+\.)*{name}"', text), name


def test_the_site_can_be_searched_and_needs_nothing_from_elsewhere(site: Path) -> None:
    assert "suburbs" in (site / "searchindex.js").read_text("utf-8")
    for page in site.rglob("*.html"):
        assert not FROM_ELSEWHERE.search(page.read_text("utf-8")), page.name
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(?:@import|url\()\s*['\"]?https?:", sheet.read_text("utf-8")), sheet.name
