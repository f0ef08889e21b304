"""How players weigh what they see: the plain player of `value` and the quick one of the kernels.

The figures were found by playing both against themselves.
"""

ENVY = 0.5  # of what the others gain, how much is the gain of the best of them
IDLE = 1.0  # what a turn costs that neither places a cube nor gains a share within the limit
LEADING = 60.0  # worth of an end of the game to whoever seems to lead it

# the plain player
AHEAD = (0.5, 0.34, 0.22, 0.14)  # how much a point counts 1, 2, 3, 4 cubes ahead of a railroad's track
# a crowd of cities at one distance is worth less than their sum: one turn, five cubes
CROWD, CROWDED = 4, 0.4
NOT_BEGUN = 0.3  # of a railroad that has still to start
LATE = 3.0  # what waiting costs more towards the end
MANY = 100  # cubes in the boxes: with fewer of them a game is late

# the quick player
SOON, NOW = (
    1.2,
    1.4,
)  # the points of a railroad's best build: in what a share will be worth, and for building it
NEXT, BEYOND = 1.33, 0.05  # points next to a cube, and next to those
START = 3.0  # what a railroad brings that has still to start
BARE = 1.0  # what a build without a city costs
NOISE, TINY = 2.0, 0.01
DOUBT = 40.0  # by how many points it may be wrong about another's hand
WINS = 1000.0  # worth of an end of the game to whoever wins it

# the network
HELD = 5.0  # shares that count as one in the sums of what is held
WORST = 1.0  # nobody, however careless, takes a turn that promises e times less than the best
