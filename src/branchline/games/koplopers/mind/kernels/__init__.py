"""The kernels of this game are compiled together: a change of one, or of a constant, compiles all anew."""

from branchline.core.jit import compiler, folder_of

PARTS = (
    "branchline.games.koplopers", "rules.state", "mind.distances", "mind.goals",
    "mind.advise", "mind.plans", "mind.weights", "mind.kernels.position", "mind.kernels.desk",
    "mind.kernels.duty", "mind.kernels.steps", "mind.kernels.goals", "mind.kernels.wishes",
    "mind.kernels.greedy", "mind.kernels.features", "branchline.core.network_kernels",
    "branchline.core.luck_kernels", "branchline.core.look_kernels", "mind.kernels.turns",
    "mind.kernels.memory", "mind.kernels.table",
)  # fmt: skip
compiled = compiler(*PARTS)
FOLDER = folder_of(*PARTS)
