"""The kernels of this game are compiled together: a change of one, or of a constant, compiles all anew."""

from branchline.core.jit import compiler, folder_of

PARTS = (
    "branchline.games.bridgetown", "rules.state", "rules.tables", "mind.weights",
    "mind.kernels.position", "mind.kernels.foresight", "mind.kernels.player", "mind.kernels.playout",
    "mind.kernels.desk", "mind.kernels.memory", "mind.kernels.worth", "mind.kernels.features",
    "branchline.core.network_kernels", "branchline.core.luck_kernels", "branchline.core.look_kernels",
    "mind.kernels.turns", "mind.kernels.liking", "mind.kernels.table",
)  # fmt: skip
compiled = compiler(*PARTS)
FOLDER = folder_of(*PARTS)
