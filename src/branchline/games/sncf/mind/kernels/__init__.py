"""The kernels of this game are compiled together: a change of one, or of a constant, compiles all anew."""

from branchline.core.jit import compiler, folder_of

PARTS = (
    "branchline.games.sncf", "rules.state", "rules.tables", "mind.weights",
    "mind.kernels.position", "mind.kernels.player", "mind.kernels.playout",
    "mind.kernels.desk", "mind.kernels.survey", "mind.kernels.features", "mind.kernels.network",
    "branchline.core.network_kernels", "branchline.core.look_kernels", "branchline.core.luck_kernels",
    "mind.kernels.turns", "mind.kernels.belief", "mind.kernels.table",
)  # fmt: skip
compiled = compiler(*PARTS)
FOLDER = folder_of(*PARTS)
