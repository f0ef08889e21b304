"""The kernels of this game are compiled together: a change of one, or of the weights, compiles all anew."""

from branchline.core.jit import compiler

KERNELS = ("weights", "kernels.position", "kernels.foresight", "kernels.player", "kernels.playout")

compiled = compiler(__package__.rpartition(".")[0], *KERNELS)
