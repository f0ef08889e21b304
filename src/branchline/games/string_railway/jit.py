"""How the kernels are compiled: by numba, on first use, kept on disk beside this package.

The folder's name holds a digest of all kernels, because one kernel calls another and numba notices only
changes of the file that it compiles.
"""

import os
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numba.core.config

F = TypeVar("F", bound=Callable[..., Any])

KERNELS = (
    "measures", "columns", "exact", "alone", "judging", "placing", "grid", "legs", "chains", "rope", "waves",
    "realise", "detour",
)  # fmt: skip
config: Any = numba.core.config


def _cache_folder() -> str:
    here = Path(__file__).parent
    digest = blake2b(digest_size=6)
    for name in KERNELS:
        digest.update((here / f"{name}.py").read_bytes())
    root = Path(config.CACHE_DIR) if config.CACHE_DIR else here / "__pycache__"
    if root.exists() and not os.access(root, os.W_OK):
        return ""  # numba then chooses a folder of the user
    return str(root / f"kernels-{digest.hexdigest()}")


_FOLDER = _cache_folder()


def compiled(function: F) -> F:
    """The function as a numba kernel, compiled when first called and cached on disk."""
    before = config.CACHE_DIR
    config.CACHE_DIR = _FOLDER or before
    try:
        return cast(F, numba.njit(cache=True, error_model="numpy")(function))
    finally:
        config.CACHE_DIR = before
