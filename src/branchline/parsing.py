"""How the command line is read: refusals in one sentence, argparse's own words in the language spoken."""

from __future__ import annotations

import argparse
import re
from functools import cache
from gettext import gettext
from textwrap import fill
from typing import NoReturn

from branchline.core.languages import ENGLISH
from branchline.core.voice import language, quoted, say, sentences

WIDE = 110  # letters of a line below the examples
LONG = 54  # a longer example does not say where the others are explained
OWN = "argparse-"  # so begin the keys of what argparse says itself


@cache
def own_keys() -> dict[str, str]:
    """By what argparse says in English, how we call it."""
    ours = sentences(ENGLISH, "help").items()
    return {text: key.removeprefix(OWN) for key, text in ours if key.startswith(OWN)}


def own_words(text: str) -> str:
    """What argparse says itself; what we do not know of it stays as it is."""
    key = None if language() == ENGLISH else own_keys().get(text)
    return say(f"help.argparse-{key}") if key else gettext(text)


# argparse takes its words from gettext by this name, and offers no other way to change all of them
vars(argparse)["_"] = own_words


class Parser(argparse.ArgumentParser):
    """Refuses in one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, say("help.see", message, self.prog) + "\n")


def count(least: int, what: str) -> type[int]:
    """An argument that is a whole number from `least` on."""

    def read(text: str) -> int:
        if not re.fullmatch("-?[0-9]{1,9}", text) or int(text) < least:
            why = say("help.whole-number", what=what, least=least, text=quoted(text[:20]))
            raise argparse.ArgumentTypeError(why)
        return int(text)

    return read  # type: ignore[return-value]


def share(text: str) -> float:
    """An argument that is a part of all wins."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 < found < 1:
        raise argparse.ArgumentTypeError(say("help.share-number", quoted(text)))
    return found


def below(command: argparse.ArgumentParser, head: str, lines: list[tuple[str, str]], *more: str) -> None:
    """What stands below the arguments: lines that one could type, with what they do, and some sentences."""
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    typed = [f"  branchline {line}" for line, _ in lines]
    column = max((len(line) for line in typed if len(line) <= LONG), default=0)
    shown = [f"{line.ljust(column)}    {what}".rstrip() for line, (_, what) in zip(typed, lines, strict=True)]
    paragraphs = ["\n".join([head, *shown]), *(fill(each, WIDE, break_on_hyphens=False) for each in more)]
    command.epilog = "\n\n".join(paragraphs) + "\n"
