"""The clauses of the contract, as `conform` checks them and docs/add-a-game.md names them."""

from __future__ import annotations

from typing import Any

from branchline.core.action import Action
from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame

# every clause by its name in the contract, and what to do where it is not kept
CLAUSES = {
    "about": "write it into 'ui' of words/en.json: what the lobby says of the game, in a sentence or two",
    "words": "write it into words/en.json, with {0}, {1} or {name} for its values",
    "players": "a state keeps the number of seats in `players`",
    "to_move": "`to_move` is a seat, CHANCE or OVER",
    "copy": "`copy` makes every list anew, so that nothing is shared",
    "legal_actions": "list everything that may be done now, once, and something as long as it is not over",
    "apply": "`apply` follows from the state and the action alone, and changes nothing but the state",
    "check": "`check` allows what is listed and changes nothing",
    "explain": "`explain` returns a refusal with a sentence for any action, whatever its arguments",
    "meant": "`meant` returns a legal action, or what it was given",
    "actions": "an action is a tuple of a verb and ids, whole numbers, points or lists of points",
    "over": "at OVER draw, apply, check and legal_actions raise `over()`",
    "longest": "make `longest` the most actions that a game can have, chance included, or end it earlier",
    "scores": "at OVER `scores` has a tuple of whole numbers for each seat",
    "chance": "`chance` lists what legal_actions lists at CHANCE, each with a positive whole weight",
    "mask": "`mask` hides what a seat may not know, nothing else, and nothing at OVER",
    "shown": "`shown` hides what a viewer may not know of an action, and nothing from who acts",
    "reveals": "hide it in `mask`, or let `reveals` say that the rules make it public",
    "guess": "`guess` deals out only what is hidden: mask(guess(mask(s))) == mask(s)",
    "view": "a view is JSON, made from the masked state, with a list 'seats' that has one entry a seat",
    "text": "`text` makes lines with Rich's markup of a view, and of None",
    "position": "`position` makes headed lists of plain sentences of a view, none of them empty",
    "where": '`where` says of each of `places` how far it is, in sentences, and with "" what is near',
    "picture": "`picture` makes an SVG with a viewBox of a view, and of None",
    "ledger": "`ledger` is a list of whole points, each with why",
    "advise": "`advise` returns a legal action",
    "plans": "a plan is legal actions of one seat up to where somebody else has a say",
    "outlook": "`outlook` is a share for each seat, 1 in sum; at OVER it says who has won, if that is known",
    "playout": "`playout` ends in an outlook",
    "record": "a state is a dataclass of whole numbers and lists of them that follows from the actions alone",
}


def keep(clause: str, kept: object, found: str) -> None:
    """Raise, with what to do, unless a clause is kept."""
    if not kept:
        raise AssertionError(f"{clause}: {found}; {CLAUSES[clause]}")


def refusal(game: AnyGame, state: Any, action: Action) -> dict[str, Any] | None:
    """What `check` says against an action; None if it is allowed. Anything but an error of ours escapes."""
    try:
        game.check(state, action)
    except BranchlineError as error:
        return error.to_json()
    return None
