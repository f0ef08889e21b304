"""The form of every action, and what is no action at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.errors import BadAction
from branchline.core.game import Action
from branchline.games.koplopers.state import LETTERS, TRAINS, UNITS, KoplopersState

if TYPE_CHECKING:
    from branchline.games.koplopers.rules import Koplopers

FORMS = {
    "build": "build YARD",
    "turn": "turn TRAIN",
    "drive": "drive TRAIN PLACE ...",
    "dismantle": "dismantle TRAIN",
    "disrupt": "disrupt CARD",
    "repair": "repair LETTER",
    "stop": "stop TRAIN",
    "board": "board TRAIN CHIP",
    "pick": "pick TRAIN CHIP",
    "transfer": "transfer TRAIN TRAIN",
    "shift": "shift CHIP",
    "settle": "settle",
    "leave": "leave",
    "couple": "couple TRAIN TRAIN",
    "uncouple": "uncouple TRAIN PLACE",
    "negotiate": "negotiate TRAIN TRAIN",
    "give": "give CHIP",
    "ask": "ask CHIP",
    "offer": "offer",
    "accept": "accept",
    "decline": "decline",
    "done": "done",
}
MOST_PLACES = 20  # a longer path is no drive that anybody could pay for


def malformed(game: Koplopers, state: KoplopersState, action: Action) -> BadAction | None:
    """The sentence for what no position could allow."""
    verb = action[0] if action else ""
    if not isinstance(verb, str) or verb not in FORMS:
        return BadAction(f"{game.name} has no verb {str(verb)[:40]!r}; it has {', '.join(FORMS)}")
    form = FORMS[verb].split()[1:]
    arguments = list(action[1:])
    if form[-1:] == ["..."]:
        form = ["TRAIN", *["PLACE"] * min(max(len(arguments) - 1, 1), MOST_PLACES)]
    if len(arguments) != len(form):
        return BadAction(f"an action with {verb!r} is '{FORMS[verb]}', with other arguments than these")
    known = _known(game, state)
    for kind, argument in zip(form, arguments, strict=True):
        if not isinstance(argument, str) or argument not in known[kind]:
            return BadAction(_unknown(game, kind, argument))
    if form == ["TRAIN", "TRAIN"] and arguments[0] == arguments[1]:
        return BadAction(f"'{FORMS[verb]}' needs two different trains")
    return None


def _known(game: Koplopers, state: KoplopersState) -> dict[str, Any]:
    tables = game.tables
    return {
        "YARD": tables.yard_index,
        "TRAIN": TRAINS[: state.players * UNITS],
        "PLACE": game.names_by_kind["place"],
        "CARD": tables.card_index,
        "LETTER": LETTERS,
        "CHIP": tables.chip_index,
    }


def _unknown(game: Koplopers, kind: str, argument: object) -> str:
    """There is no such thing; a station has a name, so that its want of a yard or a card can be told."""
    tables, shown = game.tables, str(argument)[:40]
    if argument in tables.station_index and kind in ("YARD", "CARD", "LETTER"):
        name = game.words.names[shown]
        if kind == "YARD":
            yards = ", ".join(game.names_by_kind["yard"][id] for id in tables.yard_ids)
            return f"{name} has no yard; there are yards in {yards}"
        what = "you hold no card of it" if kind == "CARD" else "it is not disrupted"
        return f"{name}: {what}"
    if kind == "PLACE":
        return f"there is no station or section {shown!r} in this game"
    return f"there is no {kind.lower()} {shown!r} in this game"
