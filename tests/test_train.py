"""What the training program says to whoever asks for something that it cannot do."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from branchline.train.heat import ABSENT, fitted, log_loss


def trained(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "branchline.train", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0 and "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_weights_that_are_not_there_cannot_be_calibrated(tmp_path: Path) -> None:
    assert "no " in (said := trained("sncf-france", "--calibrate", "--out", str(tmp_path)))
    assert "weights-sncf-france.npz to calibrate" in said


def test_a_heat_makes_shares_come_true() -> None:
    """Numbers that are twice too sure are divided by two, and those of an empty seat stay out of it."""
    rng = np.random.default_rng(1)
    numbers = rng.normal(size=(20_000, 4)).astype(np.float32)
    odds = np.exp(numbers[:, :3])
    odds /= odds.sum(axis=1, keepdims=True)
    winner = (rng.random((20_000, 1)) > odds.cumsum(axis=1)).sum(axis=1).clip(0, 2)
    numbers[:, 3] = ABSENT
    players, phase = np.full(20_000, 3), rng.integers(0, 2, 20_000)
    found = fitted(2 * numbers, players, phase, winner)
    assert found[3, :2] == pytest.approx([2, 2], rel=0.1)
    assert found[3, 5] == pytest.approx(2, rel=0.1), "a part of the game without games has the heat of all"
    assert log_loss(numbers, winner) < log_loss(2 * numbers, winner)


@pytest.mark.skipif(find_spec("torch") is not None, reason="the extra is here")
def test_the_extra_that_is_missing_is_named_before_anything_is_compiled() -> None:
    said = trained("sncf-france")
    assert "training needs the extra 'train'" in said and "Getting ready" not in said
