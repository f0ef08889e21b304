"""What tests of bots share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.bots.desk import MINE

from branchline import bots
from branchline.bots import program
from branchline.bots.own import function


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that one is in, with bots; what is entered is forgotten afterwards, and no program runs on."""
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "broken.py").write_text("def pick(:\n")
    (tmp_path / "needy.py").write_text("import no_such_library\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    kept = dict(bots.BOTS)
    yield tmp_path
    program.end_all()
    bots.BOTS.clear()
    bots.BOTS.update(kept)
    function.cache_clear()
    for name in ("mine", "broken", "needy"):
        sys.modules.pop(name, None)
