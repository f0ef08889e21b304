"""The kernels of this game are compiled together: a change of one, or of the weights, compiles all anew."""

from branchline.core.jit import compiler

KERNELS = ("position", "foresight", "player", "playout")
compiled = compiler("branchline.games.bridgetown.mind", "weights", *(f"kernels/{each}" for each in KERNELS))
