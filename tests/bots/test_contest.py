"""`dev.py contest` takes files of weights of its game, and says what is wrong with any other."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from bench.contest import weights_of

from branchline.core.errors import BranchlineError

MINDS = files("branchline.games")


def test_the_weights_of_the_package_are_taken() -> None:
    germany = str(MINDS / "sncf/mind/weights-germany.npz")
    assert weights_of("sncf-germany", germany).origin["game"] == "sncf-germany"
    with pytest.raises(BranchlineError, match="was trained on sncf-germany, not on sncf-france"):
        weights_of("sncf-france", germany)


def test_what_is_no_file_of_weights_is_refused(tmp_path: Path) -> None:
    for what in ("absent.npz", "."):
        with pytest.raises(BranchlineError, match="there is no file"):
            weights_of("bridgetown", str(tmp_path / what))
    for content in (
        b"",
        b"PK\x03\x04",
        b"text",
        (MINDS / "sncf/mind/weights-germany.npz").read_bytes()[:5000],
    ):
        (tmp_path / "weights.npz").write_bytes(content)
        with pytest.raises(BranchlineError, match="is not a file of weights"):
            weights_of("bridgetown", str(tmp_path / "weights.npz"))
