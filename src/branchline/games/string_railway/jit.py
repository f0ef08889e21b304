"""How the kernels are compiled: by numba, on first use, kept on disk beside this package.

The folder's name holds a digest of all kernels, because one kernel calls another and numba notices only
changes of the file that it compiles. Where that folder cannot be written, numba chooses one of the user's.
"""

from collections.abc import Callable
from hashlib import blake2b
from importlib.resources import files
from typing import Any, TypeVar, cast

import numba
import numba.core.config

F = TypeVar("F", bound=Callable[..., Any])

KERNELS = (
    "measures", "columns", "exact", "alone", "judging", "placing", "grid", "legs", "chains", "rope", "waves",
    "realise", "detour", "foresight",
)  # fmt: skip
config: Any = numba.core.config


def _cache_folder() -> str:
    here = files(__package__)
    digest = blake2b(digest_size=6)
    for name in KERNELS:
        digest.update((here / f"{name}.py").read_bytes())
    return f"{config.CACHE_DIR or here / '__pycache__'}/kernels-{digest.hexdigest()}"


_FOLDER = _cache_folder()


def compiled(function: F) -> F:
    """The function as a numba kernel, compiled when first called and cached on disk."""
    before = config.CACHE_DIR
    config.CACHE_DIR = _FOLDER
    try:
        return cast(F, numba.njit(cache=True, error_model="numpy")(function))
    finally:
        config.CACHE_DIR = before
