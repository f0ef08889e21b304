"""The kernels of laying, compiled anew when they or what they stand on change."""

from branchline.core.jit import compiler
from branchline.games.string_railway.geometry import kernels

KERNELS = (
    *kernels.KERNELS, "laying.grid", "laying.legs", "laying.chains", "laying.rope", "laying.waves",
    "laying.filling", "laying.detour",
)  # fmt: skip

compiled = compiler(kernels.GAME, *KERNELS)
