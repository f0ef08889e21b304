"""Names: visible ones, and at one table each of them only once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from branchline.core.words import isolated
from branchline.server.questions import BadMessage

# what Unicode shows as nothing at all: joiners, fillers, variation selectors, tags
IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

# bots are called after people who built engines, a name for each seat
ENGINEERS = ("Stephenson", "Brunel", "Borsig", "Crampton", "Gresley", "Chapelon")


def usual(seat: int) -> str:
    """What somebody is called who has not said a name."""
    return f"Player {seat + 1}"


def visible(name: str) -> str:
    """A name as it is kept; refused where nobody could read it.

    >>> visible(" An\u200bna  B. ")
    'Anna B.'
    """
    found = " ".join(IGNORABLE.sub("", name).split())
    if not any(unicodedata.category(sign)[0] in "LN" for sign in found):
        raise BadMessage("a name has at least one letter or digit that can be seen")
    return found


def folded(name: str) -> str:
    """The same for names that look alike but for capitals and forms of letters.

    >>> folded("\uff21NNA") == folded("Anna")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def free(name: str, others: Iterable[str]) -> str:
    """A visible name that nobody else has."""
    found = visible(name)
    if folded(found) in map(folded, others):
        raise BadMessage(f"{isolated(found)} is another's name at this table; choose one of your own")
    return found


def engineer(seat: int, others: Iterable[str]) -> str:
    """A bot's name: an engineer's that nobody at the table has.

    >>> engineer(1, ["Anna", "brunel"])
    'Borsig'
    """
    taken = {folded(name) for name in others}
    turned = [ENGINEERS[(seat + turn) % len(ENGINEERS)] for turn in range(len(ENGINEERS))]
    return next((each for each in turned if folded(each) not in taken), usual(seat))
