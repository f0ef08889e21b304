"""The kernels of geometry are compiled together: a change of one, or of their numbers, compiles all anew."""

from branchline.core.jit import compiler

GAME = "branchline.games.string_railway"
KERNELS = (
    "rules.tables", "geometry.measures", "geometry.columns", "geometry.exact", "geometry.curve",
    "geometry.crossings", "geometry.judge_string", "geometry.judge_place",
)  # fmt: skip

compiled = compiler(GAME, *KERNELS)
