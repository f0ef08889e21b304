"""The form of every action, and what is no action at all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from branchline.core.action import to_text
from branchline.core.errors import BadAction
from branchline.core.game import Action
from branchline.games.koplopers.rules.named_drives import lines
from branchline.games.koplopers.rules.state import LETTERS, TRAINS, UNITS, KoplopersState
from branchline.games.koplopers.rules.typed import Names, could_mean, lines_for, nearest

if TYPE_CHECKING:
    from branchline.games.koplopers.rules.game import Koplopers

_FORMS = (
    "build YARD, turn TRAIN, drive TRAIN PLACE ..., dismantle TRAIN, disrupt CARD, repair LETTER, "
    "stop TRAIN, board TRAIN TICKET, pick TRAIN TICKET, transfer TRAIN TRAIN, shift TICKET, settle, leave, "
    "couple TRAIN TRAIN, uncouple TRAIN PLACE, negotiate TRAIN TRAIN, give TICKET, ask TICKET, offer, "
    "accept, decline, done"
)
FORMS = {form.split()[0]: form for form in _FORMS.split(", ")}
MOST_EXAMPLES = 4
MOST_PLACES = 20  # a longer path is no drive that anybody could pay for


def malformed(game: Koplopers, state: KoplopersState, action: Action) -> BadAction | None:
    """The sentence for what no position could allow."""
    verb = action[0] if action else ""
    if not isinstance(verb, str) or verb not in FORMS:
        return BadAction(game.words.typed("bad", "verb", game.name, _seen(verb), game.words.typable(FORMS)))
    form = FORMS[verb].split()[1:]
    arguments = list(action[1:])
    if form[-1:] == ["..."]:
        form = ["TRAIN", *["PLACE"] * min(max(len(arguments) - 1, 1), MOST_PLACES)]
    known = _known(game, state)
    if len(arguments) < len(form):
        return BadAction(_missing(game, state, action, form, known))
    for number, argument in enumerate(arguments if form else ()):
        kind = form[min(number, len(form) - 1)]
        if not isinstance(argument, str) or argument not in known[kind]:
            return BadAction(_unknown(game, state, kind, _run(arguments[number:], known[kind])))
    if len(arguments) > len(form):
        return BadAction(game.words.typed("bad", "more-words", form_of(game, verb)))
    if form == ["TRAIN", "TRAIN"] and arguments[0] == arguments[1]:
        return BadAction(game.words.typed("bad", "two-trains", form_of(game, verb)))
    return None


def form_of(game: Koplopers, verb: str) -> str:
    """How a verb is typed, with what has to be named in capitals, in the language of the game."""
    words = FORMS[verb].split()
    shown = [game.words.typed("bad", f"form.{each.lower()}") if each.isupper() else each for each in words]
    return game.words.line(" ".join(shown))


def _seen(typed: Any) -> str:
    """What was typed, whatever it is, as it can stand in a sentence."""
    return repr(str(typed)[:40])[1:-1]


def _joined(game: Koplopers, key: str, names: Sequence[str]) -> str:
    """Names with `and` or `or` between them."""
    return reduce(lambda before, each: game.words.typed("bad", key, before, each), names)


def _known(game: Koplopers, state: KoplopersState) -> dict[str, Any]:
    tables = game.tables
    return {
        "YARD": tables.yard_index,
        "TRAIN": TRAINS[: state.players * UNITS],
        "PLACE": game.names_by_kind["place"],
        "CARD": tables.card_index,
        "LETTER": LETTERS,
        "TICKET": tables.chip_index,
    }


def _run(arguments: list[Any], known: Any) -> str:
    """The words of a name that is not known: as many as say nothing by themselves."""
    words = takewhile(lambda each: not isinstance(each, str) or each not in known, arguments)
    return " ".join(map(str, words))[:40]


def _missing(
    game: Koplopers, state: KoplopersState, action: Action, form: list[str], known: dict[str, Any]
) -> str:
    """What has to be said besides, with what is possible now."""
    left = form[:]
    for argument in action[1:]:
        kind = next((kind for kind in left if isinstance(argument, str) and argument in known[kind]), left[0])
        left.remove(kind)
    typed = game.words.typed
    which = _joined(game, "and", [typed("bad", f"which.{kind.lower()}") for kind in left])
    if left == ["TRAIN", "TRAIN"]:
        which = typed("bad", "which.trains")
    if action[0] == "drive":
        now = [line for line, _ in lines_for(game, state, action)]
    elif all(isinstance(word, str) for word in action):
        now = [lines_for(game, state, each)[0][0] for each in could_mean(game, state, action)]
    else:
        now = []
    if not now:
        example = form_of(game, action[0]).replace(typed("bad", "form.letter"), LETTERS[0])
        for train in TRAINS[state.active * UNITS :][:UNITS]:
            example = example.replace(typed("bad", "form.train"), train, 1)
        return typed("bad", "say.never", which, example, game.words.line(to_text(action)))
    shown = ", ".join(typed("bad", "quoted", line) for line in now[:MOST_EXAMPLES])
    more = len(now) - MOST_EXAMPLES
    return typed("bad", "say.more" if more > 0 else "say", which, shown, more)


def _unknown(game: Koplopers, state: KoplopersState, kind: str, shown: str) -> str:
    """There is no such thing; a station has a name, so that its want of a yard or a card can be told."""
    tables, kinds, typed = game.tables, game.names_by_kind, game.words.typed
    yards = {id: kinds["yard"][id] for id in tables.yard_ids}
    if shown in tables.station_index and kind in ("YARD", "CARD", "LETTER", "TICKET"):
        name = game.words.names[shown]
        return typed("bad", f"no.{kind.lower()}", name, ", ".join(yards.values()))
    if kind == "YARD":
        shown = shown.removeprefix("yard ")
    names = {
        "YARD": yards,
        "TRAIN": {id: kinds["train"][id] for id in TRAINS[: state.players * UNITS]},
        "PLACE": kinds["place"],
        "CARD": {id: kinds["card"][id] for id in tables.cards},
        "LETTER": {letter: letter for letter in LETTERS},
        "TICKET": Names(),  # one number is as near as another
    }[kind]
    found = [game.words.name(id) for id in nearest(names, shown)]
    line = shown.split("#")[0].upper()
    told = typed("bad", f"unknown.{kind.lower()}", _seen(shown))
    if kind == "PLACE" and line in lines(tables):  # its parts have their numbers from the other end
        return typed("bad", "hint.sections", told, line, _joined(game, "and", lines(tables)[line]))
    if found:
        return typed("bad", "hint.perhaps", told, _joined(game, "or", found))
    if kind == "YARD":
        return typed("bad", "hint.yards", told, ", ".join(yards.values()))
    if 0 < len(names) <= len(TRAINS):
        return typed("bad", "hint.there", told, ", ".join(names))
    return told
