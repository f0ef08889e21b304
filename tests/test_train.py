"""What the training program says to whoever asks for something that it cannot do."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest


def trained(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "branchline.train", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0 and "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_a_game_without_practice_is_named() -> None:
    assert "koplopers cannot be trained: its mind has no practice.py" in trained("koplopers")


@pytest.mark.skipif(find_spec("torch") is not None, reason="the extra is here")
def test_the_extra_that_is_missing_is_named_before_anything_is_compiled() -> None:
    said = trained("sncf-france")
    assert "training needs the extra 'train'" in said and "Getting ready" not in said
