"""Which language this screen speaks: the one that was asked for, else that of the locale."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from branchline.core.languages import ENGLISH, LANGUAGES, language_for
from branchline.core.voice import say
from branchline.games import languages_of


def wishes(environment: Mapping[str, str]) -> list[str]:
    """What the environment says of languages, the dearest first, as gettext reads it.

    >>> wishes({"LANG": "de_DE.UTF-8", "LANGUAGE": "nl:fr"}), wishes({"LC_ALL": "C", "LANGUAGE": "nl"})
    (['nl', 'fr', 'de_DE.UTF-8'], ['C'])
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    spoken = next((environment[name] for name in names if environment.get(name)), "C")
    if spoken.partition(".")[0] in ("C", "POSIX"):
        return [spoken]
    return [*filter(None, environment.get("LANGUAGE", "").split(":")), spoken]


def asked_for(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of a command line that nobody has read yet: `--lang` says it, else the locale.

    >>> asked_for(["play", "--lang", "nl"], {}), asked_for(["--lang=de"], {}), asked_for([], {"LANG": "fr"})
    ('nl', 'de', 'fr')
    """
    typed = " ".join(arguments).replace("--lang=", "--lang ").split()
    given = next((after for each, after in pairwise(typed) if each == "--lang"), "")
    return given if given in LANGUAGES else language_for(wishes(environment))


def language_here(given: str | None, game_id: str, tell: Callable[[str], object]) -> str:
    """The language of a game at this screen; where it does not speak that of the locale, `tell` says so."""
    wished = given or language_for(wishes(os.environ))
    known = languages_of(game_id)
    if given or wished in known:
        return wished
    names = [LANGUAGES[each].name for each in known]
    tell(say("terminal.no-words-yet", game=game_id, language=LANGUAGES[wished].name, known=names))
    return ENGLISH
