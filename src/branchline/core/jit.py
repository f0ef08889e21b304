"""How a game's kernels are compiled: by numba, on first use, kept on disk beside the game's package.

The folder's name holds a digest of all kernels that belong together, because one kernel calls another and
numba notices only changes of the file that it compiles. Where that folder cannot be written, numba chooses
one of the user's. Nothing imports this module before a game needs it: numba takes a while to load.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numba.core.config
from llvmlite.binding import get_host_cpu_name

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba.core.config


def folder_of(package: str, *kernels: str) -> Path:
    """Where these kernels are kept."""
    here = files(package)
    digest = blake2b(digest_size=6)
    for name in kernels:
        digest.update((here / f"{name.replace('.', '/')}.py").read_bytes())
    return Path(config.CACHE_DIR or str(here / "__pycache__")) / f"kernels-{digest.hexdigest()}"


def compiler(package: str, *kernels: str) -> Callable[[F], F]:
    """A decorator for kernels: compiled when first called, cached on disk until one of these modules changes.

    They are all that the kernels call or take constants from, by their dotted names below the package.
    """
    folder = str(folder_of(package, *kernels))

    def compiled(function: F) -> F:
        before = config.CACHE_DIR
        config.CACHE_DIR = folder
        try:
            return cast(F, numba.njit(cache=True, error_model="numpy")(function))
        finally:
            config.CACHE_DIR = before

    return compiled


def mark(folder: Path, what: str) -> Path:
    """The file that says that `what` is kept for this Python, this numba and this processor."""
    return folder / f"{what}.{sys.implementation.cache_tag}-{numba.__version__}-{get_host_cpu_name()}"


def is_kept(folder: Path, what: str) -> bool:
    """Whether `what` was compiled before, so that it is loaded in a second or two."""
    return mark(folder, what).exists()


def compile_once(folder: Path, what: str, use: Callable[[], None]) -> None:
    """Use kernels, which compiles or loads them; of several processes one compiles and the others wait."""
    if is_kept(folder, what):
        use()
        return
    with _alone(folder, what):
        use()
        with suppress(OSError):
            mark(folder, what).touch()


@contextmanager
def _alone(folder: Path, what: str) -> Iterator[None]:
    """No other process is in here at the same time; where files cannot be locked, all go ahead."""
    try:
        import fcntl

        folder.mkdir(parents=True, exist_ok=True)
        claim = os.open(folder / f"{what}.lock", os.O_CREAT | os.O_RDWR)
    except (ImportError, OSError):  # Windows has no such locks; a folder may not be ours to write
        yield
        return
    try:
        fcntl.flock(claim, fcntl.LOCK_EX)
        yield
    finally:
        os.close(claim)
