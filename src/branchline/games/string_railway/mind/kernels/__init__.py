"""The kernels of the mind, compiled anew when they or what they stand on change."""

from branchline.core.jit import compiler
from branchline.games.string_railway.geometry.kernels import GAME
from branchline.games.string_railway.laying.kernels import KERNELS

PARTS = (*KERNELS, "mind.kernels.playout", "mind.kernels.features")
compiled = compiler(GAME, *PARTS)
