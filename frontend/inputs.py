"""What an installation is built from. The one list is `cache-keys` in pyproject.toml, which uv reads too."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path


def inputs(root: Path) -> list[Path]:
    """Every file on the list, less the tests among them."""
    keys = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["uv"]["cache-keys"]
    found = {path for key in keys for path in root.glob(key["file"])}
    return sorted(path for path in found if path.is_file() and not path.name.endswith(".test.ts"))


def digest(root: Path, *under: str) -> str:
    """One digest of them all, or of those in these folders."""
    found = hashlib.sha256()
    for path in inputs(root):
        name = path.relative_to(root).as_posix()
        if name.startswith(under or ""):
            found.update(name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()
