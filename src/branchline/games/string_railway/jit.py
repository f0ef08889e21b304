"""The kernels of this game are compiled together: a change of one compiles all of them anew."""

from branchline.core.jit import compiler

KERNELS = (
    "measures", "columns", "exact", "alone", "crossings", "judging", "placing", "grid", "legs", "chains",
    "rope", "waves", "realise", "detour", "foresight",
)  # fmt: skip

compiled = compiler("branchline.games.string_railway", *KERNELS)
