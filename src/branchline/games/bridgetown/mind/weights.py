"""What flags, colours and chances count for a player with a plan, plain and in the kernels."""

FLAG = 1.0
COLOUR = 0.7
LAST_FLAG = 6.0  # the one that wins at once
IDLE_FLAG = 0.1  # in the last round, when eight are out of reach and only colours count
CLOSE = 0.06  # worth of ending a round near a bridge that is still missing
FAR = 8  # steps from which a bridge counts for nothing
LIKELY = 0.12  # a bonus less likely than this is not planned for

MAY_COME = 0.12  # how likely each coordinator in hand goes to a given mode
NEAR, ELSEWHERE = 0.8, 0.3  # how likely a flag is taken that another can reach at once, or not
HAS_ONE = 0.2  # how much another wants a flag at a bridge where he has one

SERVED, OPEN = 4, 0.05  # so many good sets of modes count, and how much they do beside the best
BETTER = 0.15  # by how much a plan with a special must beat the plan without
KEPT = 0.25  # what Double and Swap are worth while they are kept
