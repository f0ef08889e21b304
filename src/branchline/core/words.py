"""The sentences of a game: refusals, effects, events, prompts, examples and options, from `words/en.json`
or another language beside it; what a beginner is told first (`first`), what the words of the game mean
(`glossary`), words that boards print as names, such as means of transport (`printed`), what the screens that
have only letters say (`looks`), and what was not understood (`bad`).

A sentence is a template: `{hex}` for a named value, `{0}` for a place in an event's tuple. Ids
among the values are printed by their names. Pages fill in sentences by the same grammar, in
`frontend/src/table/words.ts`; `tests/core/sentences.json` says what both make of each kind.
"""

from __future__ import annotations

import logging
import string
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from branchline.core.languages import ENGLISH, LANGUAGES

log = logging.getLogger("branchline.words")
RIGHT_TO_LEFT = ("R", "AL", "AN")
GROUPS = (
    "refusals", "effects", "events", "verbs", "examples", "options", "names", "ui", "first", "glossary",
    "printed", "looks", "bad",
)  # fmt: skip


def plural(number: int, *forms: str, language: str = ENGLISH) -> str:
    """The form that goes with a number, `#` standing for the number itself.

    The forms stand in the order of the language's plural categories; English has two.

    >>> plural(1, "# share", "# shares"), plural(0, "# share is", "# shares are")
    ('1 share', '0 shares are')
    >>> plural(0, "# action", "# actions", language="fr")
    '0 action'
    """
    form = LANGUAGES[language].form(abs(number))
    return forms[form].replace("#", str(number).replace("-", "−"))


def signed(points: int) -> str:
    """Points with their sign.

    >>> signed(3), signed(-1), signed(0)
    ('+3', '−1', '±0')
    """
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "±0"


class Words:
    """One language of one game."""

    of = "a game"  # whose words they are, for the log
    language = ENGLISH

    def __init__(
        self,
        groups: Mapping[str, Mapping[str, str]],
        names: Mapping[str, str] | None = None,
        said: Mapping[str, str] | None = None,
    ) -> None:
        unknown = [group for group in groups if group not in GROUPS]
        if unknown:
            raise KeyError(f"words has no group {unknown[0]!r}; it has {', '.join(GROUPS)}")
        self.groups = {group: dict(groups.get(group, {})) for group in GROUPS}
        printed = self.groups["printed"]
        self.names = {
            **self.groups["names"],
            **{id: printed.get(name, name) for id, name in (names or {}).items()},
        }
        # in sentences about what has happened, where nobody has to type an id after them
        self.said = {**self.names, **(said or {})}
        # verbs that are typed, as buttons call them
        self.verbs = {verb: self.groups["ui"].get(f"verb.{verb}", verb) for verb in self.groups["verbs"]}
        self._mourned: set[tuple[str, str]] = set()  # sentences that the log was told about

    def name(self, value: Any) -> str:
        """A value as people read it: an id by its printed name."""
        return _named(value, self.names)

    def sentence(self, group: str, key: str, *places: Any, people: Sequence[str] = (), **values: Any) -> str:
        """A sentence with its values filled in.

        `{0:seat}` prints who sits there, `{2:points}` a signed number, `{1:# share|# shares}` the form
        that goes with a number (`plural`) or with how many there are. A sentence that is missing, or that
        asks for what is not there, is a mistake of the game's; whoever plays gets the bare words then, and
        the log says so.
        """
        return self._said(group, key, places, values, self._names(group), people)

    def _said(
        self,
        group: str,
        key: str,
        places: Sequence[Any],
        values: Mapping[str, Any],
        names: Mapping[str, str],
        people: Sequence[str] = (),
    ) -> str:
        try:
            return fill(self.groups[group][key], places, values, names, people, self.language)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            if (group, key) not in self._mourned:
                self._mourned.add((group, key))
                log.warning(
                    "words/%s.json of %s has no good sentence %r in %r: %r",
                    *(self.language, self.of, key, group, error),
                )
            return " ".join([key, *map(self.name, (*places, *values.values()))])

    def _names(self, group: str) -> Mapping[str, str]:
        return self.said if group == "events" else self.names

    def filled(self, group: str, key: str, *places: Any, people: Sequence[str] = (), **values: Any) -> str:
        """The same, but a sentence that is missing or does not fit is raised."""
        return fill(self.groups[group][key], places, values, self._names(group), people, self.language)

    def typed(self, group: str, key: str, *places: Any) -> str:
        """The same with ids as people type them: R1, and not Red 1."""
        return self._said(group, key, places, {}, {})

    def typable(self, verbs: Iterable[str]) -> str:
        """Verbs as they are typed: in English by their ids, elsewhere as buttons call them.

        >>> Words({"verbs": {"build": ""}, "ui": {"verb.build": "Build!"}}).typable(["build", "done"])
        'build, done'
        """
        return ", ".join(map(self.line, verbs))

    def line(self, text: str) -> str:
        """A line with its verb as it is typed in this language; `Game.read` understands both.

        >>> dutch = Words({"verbs": {"build": ""}, "ui": {"verb.build": "Bouwen"}})
        >>> dutch.language = "nl"
        >>> dutch.line("build red c9"), dutch.line("fly")
        ('bouwen red c9', 'fly')
        """
        if self.language == ENGLISH:
            return text
        begun, _, rest = text.partition(" ")
        return f"{self.verbs.get(begun, begun).lower()} {rest}".strip()

    def examples(self, trying: str) -> dict[str, str]:
        """Lines that one could type, and what they do; a command among them is called so."""
        found = {}
        for line, why in self.groups["examples"].items():
            moved = line.removeprefix("try ")
            found[self.line(line) if moved == line else f"{trying} {self.line(moved)}"] = why
        return found

    def printed(self, text: str) -> str:
        """What a board says about itself, in this language where we know it: its title, a note."""
        return self.groups["printed"].get(text, text)

    def event(self, event: tuple[Any, ...], people: Sequence[str] = ()) -> str:
        """What happened, as a sentence for the log."""
        return self.sentence("events", event[0], *event[1:], people=people)

    def fields(self, group: str, key: str) -> set[str]:
        """The values that a sentence asks for."""
        parsed = string.Formatter().parse(self.groups[group][key])
        return {field for _, field, _, _ in parsed if field is not None}


def fill(
    template: str,
    places: Sequence[Any],
    values: Mapping[str, Any],
    names: Mapping[str, str],
    people: Sequence[str],
    language: str,
) -> str:
    """A sentence with its values filled in, ids by these names; what is missing or does not fit is raised."""

    def printed(value: Any) -> _Printed:
        return _Printed(value, names, people, language)

    shown = {name: printed(value) for name, value in values.items()}
    return template.format(*map(printed, places), **shown)


def isolated(name: str) -> str:
    """A name inside a sentence: one from the right to the left does not turn the words around it.

    >>> isolated("Anna"), isolated("\u05d3\u05df") == "\u2068\u05d3\u05df\u2069"
    ('Anna', True)
    """
    turned = any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in name)
    return f"\u2068{name}\u2069" if turned else name


def _named(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, (list, tuple)):
        return ", ".join(_named(each, names) for each in value)
    return str(value)


class _Printed:
    """A value inside a sentence."""

    def __init__(self, value: Any, names: Mapping[str, str], people: Sequence[str], language: str) -> None:
        self.value, self.names, self.people, self.language = value, names, people, language

    def __format__(self, spec: str) -> str:
        if spec == "seat":
            known = self.value < len(self.people)
            unnamed = LANGUAGES[self.language].seat.format(self.value + 1)
            return isolated(self.people[self.value]) if known else unnamed
        if spec == "points":
            return signed(self.value)
        if "|" in spec:
            several = isinstance(self.value, (list, tuple))
            number = len(self.value) if several else self.value
            return plural(number, *spec.split("|"), language=self.language)
        return _named(self.value, self.names)
