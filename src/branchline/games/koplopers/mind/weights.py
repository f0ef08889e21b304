"""Numbers that players are made of, in one place because kernels take them as constants."""

WORST = 1.0  # how much less the logarithm of a turn's promise may be for somebody careless

# fitted to games between greedy bots: what the next stops say of all that comes after them, what a turn
# more is worth that a seat has had (and most of all), and how sure a lead is with so many rounds left
AHEAD = 1.2
TURN, MOST_TURN = 20.0, 100.0
LEAST_SPREAD, SPREAD = 20.0, 10.5
