"""How a game's kernels are compiled: by numba, on first use, kept on disk beside the game's package.

The folder's name holds a digest of all kernels that belong together, because one kernel calls another and
numba notices only changes of the file that it compiles. Where that folder cannot be written, numba chooses
one of the user's. Nothing imports this module before a game needs it: numba takes a while to load.
"""

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any, TypeVar, cast

import numba
import numba.core.config
from llvmlite.binding import get_host_cpu_name

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba.core.config
unliteral: Any = numba.types.unliteral

_made: dict[str, list[Any]] = {}  # kernels, by the package that they belong to


def folder_of(package: str, *kernels: str) -> str:
    """Where these kernels are kept."""
    here, ours = files(package), files("branchline")
    digest = blake2b(digest_size=6)
    for name in kernels:
        near = name.removeprefix("branchline.")
        digest.update(((here if near == name else ours) / f"{near.replace('.', '/')}.py").read_bytes())
    return f"{config.CACHE_DIR or here / '__pycache__'}/kernels-{digest.hexdigest()}"


def compiler(package: str, *kernels: str) -> Callable[[F], F]:
    """A decorator for kernels: compiled when first called, cached on disk until one of these modules changes.

    They are all that the kernels call or take constants from, by their dotted names below the package, or
    whole where they are elsewhere (`branchline.core.network_kernels`). One is compiled once, and not anew for
    each constant that another one hands to it: these took a third of the time and made nothing quicker.
    """
    folder = folder_of(package, *kernels)

    def compiled(function: F) -> F:
        before = config.CACHE_DIR
        config.CACHE_DIR = folder
        try:
            kernel: Any = numba.njit(cache=True, error_model="numpy")(function)
            for_constants = kernel.get_call_template

            def for_any(args: Any, kws: Any) -> Any:
                return for_constants([unliteral(each) for each in args], kws)

            kernel.get_call_template = for_any
            _made.setdefault(package, []).append(kernel)
            return cast(F, kernel)
        finally:
            config.CACHE_DIR = before

    return compiled


def part_ready(package: str) -> float:
    """How many of a package's kernels are compiled or loaded, as a part of those that are known by now."""
    known = _made.get(package, [])
    return sum(bool(kernel.signatures) for kernel in known) / max(1, len(known))


@cache
def maker() -> str:
    """By what kernels are compiled and for what: others are of no use here."""
    return f"{numba.__version__}-{get_host_cpu_name()}"
