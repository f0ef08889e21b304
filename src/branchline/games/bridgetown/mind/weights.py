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
# what First, Double and Swap are worth beside the modes when plans are ranked
EXTRA_FIRST, EXTRA_DOUBLE, EXTRA_SWAP = -0.1, -0.15, 0.05
LOST = 0.5  # what an exchange costs that brings no colour, but may vex others

# of who learned the game: nobody, however careless, takes a turn that promises e times less than the best
WORST = 1.0

# fitted to 3,841 games of the kernel's players, by rounds played: a flag, a colour, missing bridges close by,
# a later place in the next round, what the fifth, sixth and seventh flag are worth on top, and the way along
# all missing bridges
FITTED = (
    (-0.21, 0.56, 0.04, 0.00, 0.00, 0.00, 0.00, -0.86),
    (-0.21, 0.56, 0.04, 0.00, 0.00, 0.00, 0.00, -0.86),
    (0.21, 0.17, 0.09, -0.07, 0.29, 0.00, 0.00, -1.19),
    (0.03, 0.41, 0.26, -0.02, 0.27, 0.44, 0.03, -1.11),
    (0.63, 0.60, 0.58, -0.16, -0.06, -0.10, 0.79, -0.79),
)
