"""The stations: what they bring, to whom, and how many companies they take; RULES.md, chapter Scoring."""

from typing import Final

HOME, TOWN, CENTRAL, TRANSFER, LOCAL, JUNCTION, SUBURBAN, TERMINAL, COUNTRYSIDE, LANDMARK = range(10)
STATIONS: Final = (
    "home", "town", "central", "transfer", "local", "junction", "suburban", "terminal", "countryside",
    "landmark",
)  # fmt: skip
#             home town cent tran loca junc subu term coun land
OWN_POINTS = (3, 3, 3, 0, 2, 1, 2, 3, 1, 1)
OTHERS_POINTS = (2, 1, 3, 2, 2, 1, 2, 3, 1, 1)
OWNER_GAINS = (-1, -1, 0, 1, 0, 0, 0, 0, 0, 0)
LIMITS = (99, 99, 99, 99, 3, 3, 2, 99, 1, 2)
LANDMARK_IN_MOUNTAIN: Final = 3
