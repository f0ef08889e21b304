"""The kernels of this game are compiled together: a change of one compiles all of them anew."""

from branchline.core.jit import compiler

compiled = compiler(__package__, "../weights", "position", "foresight", "player", "playout")
