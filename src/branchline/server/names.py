"""Names: visible ones, and at one table each of them only once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from branchline.core.languages import LANGUAGES
from branchline.core.voice import say, speaking
from branchline.core.words import isolated
from branchline.server.questions import BadMessage

# what Unicode shows as nothing at all: joiners, fillers, variation selectors, tags
IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

# bots are called after people who built engines, a name for each seat
ENGINEERS = ("Stephenson", "Brunel", "Borsig", "Crampton", "Gresley", "Chapelon")


USUAL = re.compile(r"Player ([0-9]{1,3})")


def usual(seat: int) -> str:
    """What somebody is called who has not said a name, as it is kept; `shown` says it in each language."""
    return f"Player {seat + 1}"


def shown(name: str) -> str:
    """A name as whoever is served reads it: one that nobody chose is in their language.

    >>> with speaking("fr"):
    ...     shown("Player 2"), shown("Anna")
    ('Joueur 2', 'Anna')
    """
    found = USUAL.fullmatch(name)
    return say("server.player", int(found[1])) if found else name


def inside(name: str) -> str:
    """A name in a sentence."""
    return isolated(shown(name))


def in_any(name: str) -> list[str]:
    """A name as it is kept, and as it is shown in every language."""
    found = [name]
    if USUAL.fullmatch(name):
        for each in LANGUAGES:
            with speaking(each):
                found.append(shown(name))
    return found


def chosen(name: str, seat: int, others: Iterable[str]) -> str:
    """A visible name that nobody else has; the seat's usual one, in whichever language, is no choice."""
    found = free(name, others)
    return usual(seat) if folded(found) in map(folded, in_any(usual(seat))) else found


def visible(name: str) -> str:
    """A name as it is kept; refused where nobody could read it.

    >>> visible(" An\u200bna  B. ")
    'Anna B.'
    """
    found = " ".join(IGNORABLE.sub("", name).split())
    if not any(unicodedata.category(sign)[0] in "LN" for sign in found):
        raise BadMessage(say("server.name-invisible"))
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
    if folded(found) in (folded(each) for other in others for each in in_any(other)):
        raise BadMessage(say("server.name-taken", isolated(found)))
    return found


def engineer(seat: int, others: Iterable[str]) -> str:
    """A bot's name: an engineer's that nobody at the table has.

    >>> engineer(1, ["Anna", "brunel"])
    'Borsig'
    """
    taken = {folded(name) for name in others}
    turned = [ENGINEERS[(seat + turn) % len(ENGINEERS)] for turn in range(len(ENGINEERS))]
    return next((each for each in turned if folded(each) not in taken), usual(seat))
