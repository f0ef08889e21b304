"""Whether an action is allowed, and if not why: the first rule, in the order of RULES.md, that it breaks.

Strings cannot be listed, so this check is the truth. A refusal of geometry carries its witness: where,
which thing, how much.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from branchline.core.action import to_text
from branchline.core.errors import BadAction, BranchlineError, over
from branchline.core.game import CHANCE, OVER, Action, Game
from branchline.games.string_railway.geometry.field import check_field
from branchline.games.string_railway.geometry.measures import MOST_POINTS, REACH
from branchline.games.string_railway.geometry.place import check_tile, lattice_place
from branchline.games.string_railway.geometry.terrain import check_mountain, check_river
from branchline.games.string_railway.geometry.verdict import judge
from branchline.games.string_railway.rules import typed
from branchline.games.string_railway.rules.options import EXTRA, chosen
from branchline.games.string_railway.rules.refusals import refusal
from branchline.games.string_railway.rules.state import COMPANIES, CORNERS, FIELD, LENGTHS, PLAY, StringState
from branchline.games.string_railway.rules.tables import STATIONS

if TYPE_CHECKING:
    from branchline.games.string_railway.rules.game import StringRailway

FORMS = {
    "field": "field POINTS MARKS",
    "river": "river POINTS",
    "mountain": "mountain POINTS",
    "corner": "corner NUMBER",
    "tile": "tile STATION",
    "draw": "draw",
    "place": "place STATION X,Y ANGLE",
    "discard": "discard STATION",
    "lay": "lay short|long POINTS",
    "forfeit": "forfeit short|long",
}
WAYS = {"lay": "lay short|long STATIONS", "place": "place NUMBER"}  # for people, besides points
PLACED: Action = ("place", "suburban", (43043, 47378), 74)  # how it may look
FRACTION = re.compile(r"-?[0-9]*\.[0-9]+\Z")
SETUP = ("field", "river", "mountain", "corner")


def usage(game: StringRailway, verb: str) -> str:
    """How a verb is typed, in quotation marks."""
    if verb not in WAYS:
        return _form(game, FORMS[verb])
    return game.words.typed("bad", "either", _form(game, WAYS[verb]), _form(game, FORMS[verb]))


def _form(game: StringRailway, form: str) -> str:
    """With what has to be named in capitals, in the language of the game."""
    typed, named = game.words.typed, game.words.groups["bad"]
    words = [typed("bad", f"form.{each}") if f"form.{each}" in named else each for each in form.split()]
    return typed("bad", "quoted", game.words.line(" ".join(words)))


def _seen(given: Any) -> str:
    """What was given, whatever it is, as it can stand in a sentence."""
    return repr(str(given)[:40])[1:-1]


def _bad(game: StringRailway, key: str, *values: Any) -> BadAction:
    return BadAction(game.words.typed("bad", key, *values))


def check(game: StringRailway, state: StringState, action: Action) -> None:
    """Raise unless the action is allowed now."""
    if state.to_move == OVER:
        raise over()
    if type(action) is not tuple:
        Game.check(game, state, action)  # which says what an action is
    refused = (
        _no_verb(game, action)
        or _out_of_turn(game, state, action)
        or _miswritten(game, action)
        or (
            typed.unfinished(game, state, action)
            if typed.is_number(action) or typed.is_named(action)
            else None
        )
        or _malformed(game, action)
        or _forbidden(game, state, action)
    )
    if refused is not None:
        raise refused


def explain(game: StringRailway, state: StringState, action: Action) -> BranchlineError:
    """The refusal of `check`; what a number or stations stand for is looked for, which takes longer."""
    try:
        check(game, state, action)
    except BadAction as error:
        return typed.explain(game, state, action) if typed.stands_for(state, action) else error
    except BranchlineError as error:
        return error
    return Game.explain(game, state, action)


def _no_verb(game: StringRailway, action: Action) -> BadAction | None:
    verb = action[0] if action else ""
    if not isinstance(verb, str) or verb not in FORMS:
        return _bad(game, "verb", _seen(verb), game.words.typable(FORMS))
    return None


def _miswritten(game: StringRailway, action: Action) -> BadAction | None:
    """Numbers that are meant as points but not written so: fractions, no comma, or spaces between them."""
    verb, form = action[0], FORMS[action[0]].split()
    for each in action[1:]:
        if isinstance(each, str) and FRACTION.match(each):
            return _bad(game, "fraction", _seen(each))
    first = next((at for at, part in enumerate(form) if part in ("X,Y", "POINTS")), 0)
    numbers = action[first:]
    if not first or len(action) <= len(form) or any(isinstance(each, str) for each in numbers):
        return None
    if verb == "place":
        return _bad(game, "place-comma", _form(game, FORMS[verb]), game.words.line(to_text(PLACED)))
    return _bad(game, "points-joined", _form(game, FORMS[verb]), game.words.typed("bad", "form.POINTS"))


def _malformed(game: StringRailway, action: Action) -> BadAction | None:
    verb = action[0]
    form = FORMS[verb].split()
    if len(action) != len(form):
        return _bad(game, "should", game.words.line(_short(action)), usage(game, verb))
    for want, given in zip(form[1:], action[1:], strict=True):
        if want == "STATION" and given not in STATIONS[1:]:
            return _bad(game, "station", _seen(given), ", ".join(STATIONS[1:]))
        if want == "short|long" and given not in LENGTHS:
            return _bad(game, "length", _seen(given))
        if want in ("NUMBER", "ANGLE") and type(given) is not int:
            return _bad(game, "number", _seen(given), usage(game, verb))
        if want == "ANGLE" and not 0 <= given < 90:
            return _bad(game, "angle", str(given)[:40])
        if want == "X,Y" and not _on_table(given):
            return _bad(game, "place", *f"{REACH:,}".split(","))
        if want in ("POINTS", "MARKS") and not _are_points(given):
            return _bad(game, "points", MOST_POINTS, usage(game, verb))
    return None


def _short(action: Action) -> str:
    """As much of an action as fits into a sentence, whatever its size."""
    text = to_text(
        tuple(
            part[:9] if isinstance(part, tuple) else part[:20] if isinstance(part, str) else part
            for part in action[:6]
        )
    )
    return text if len(text) <= 80 else text[:80] + "…"


def _on_table(place: Any) -> bool:
    return (
        isinstance(place, tuple)
        and len(place) == 2
        and all(type(each) is int and abs(each) < REACH for each in place)
    )


def _are_points(points: Any) -> bool:
    """Pairs of whole numbers; whether they are fit for a string is for the rules to say."""
    if not isinstance(points, tuple) or not points:
        return False
    if len(points) > MOST_POINTS:
        return True  # the rule says how many, without a look at each
    return all(
        isinstance(point, tuple) and len(point) == 2 and type(point[0]) is int and type(point[1]) is int
        for point in points
    )


def _forbidden(game: StringRailway, state: StringState, action: Action) -> BranchlineError | None:
    verb = action[0]
    if state.to_move == CHANCE:
        now = "tile" if state.phase == PLAY else SETUP[state.phase]
        if verb != now or (verb == "tile" and not game.left_in_deck(state)[STATIONS.index(action[1])]):
            return _bad(game, "drawn", _short(action))
        if verb == "tile":
            return None
    if state.phase == FIELD:
        return _field(game, state, action)
    if state.phase == CORNERS:
        return _corner(game, state, action[1])
    if state.phase != PLAY:
        return _terrain(game, state, action)
    return _turn(game, state, action)


# --- set-up


def _field(game: StringRailway, state: StringState, action: Action) -> BranchlineError | None:
    verdict = check_field(game.positions.measures(state.choices), len(state.score), action[1], action[2])
    return None if verdict.legal else refusal(game, state, action, verdict)


def _terrain(game: StringRailway, state: StringState, action: Action) -> BranchlineError | None:
    judged = check_river if action[0] == "river" else check_mountain
    verdict = judged(game.positions.measures(state.choices), state.field, state.marks, action[1])
    return None if verdict.legal else refusal(game, state, action, verdict)


def _corner(game: StringRailway, state: StringState, corner: int) -> BranchlineError | None:
    free = game.free_corners(state)
    if corner in free:
        return None
    if not 0 <= corner < len(state.corners) or corner in state.corners:
        return game.violation("corner.free", corner=corner, free=[str(each) for each in free])
    first = (corner + 2) % 4
    return game.violation("corner.opposite", corner=corner, first=first, free=[str(each) for each in free])


# --- a turn


def _out_of_turn(game: StringRailway, state: StringState, action: Action) -> BranchlineError | None:
    """What is wrong with a verb or a string whatever may follow: another's time, tiles in hand, none left."""
    verb = action[0]
    now = "tile" if state.phase == PLAY else SETUP[state.phase]
    if state.to_move == CHANCE:
        return None
    if verb == "tile" or (state.phase != PLAY and verb != now) or (state.phase == PLAY and verb in SETUP):
        if state.phase != PLAY:
            wanted = usage(game, now)
        else:
            wanted = _form(game, "place") if state.drawn else game.words.sentence("ui", "wanted.lay")
        return game.violation("setup.order", verb=_form(game, verb), wanted=wanted)
    if verb in ("lay", "forfeit"):
        if state.drawn:
            return game.violation("place.all", drawn=[STATIONS[kind] for kind in state.drawn])
        if len(action) > 1 and action[1] in LENGTHS and action[1] not in state.left(state.company):
            return _none_left(game, state, action[1])
    return None


def _none_left(game: StringRailway, state: StringState, length: str) -> BranchlineError:
    """lay.left, with what is left: a turn is only had while there is something."""
    other = "short" if length == "long" else "long"
    count = (state.short if other == "short" else state.long)[state.company]
    left = game.words.sentence("ui", f"left.{other}", count=count)
    return game.violation("lay.left", company=COMPANIES[state.company], length=length, left=left)


def _turn(game: StringRailway, state: StringState, action: Action) -> BranchlineError | None:
    verb = action[0]
    if verb == "draw":
        return _extra(game, state)
    if verb == "forfeit":
        return None
    if verb == "lay":
        return _string(game, state, action)
    kind = STATIONS.index(action[1])
    if kind not in state.drawn:
        drawn = [STATIONS[each] for each in state.drawn] or [game.words.sentence("ui", "nothing")]
        return game.violation("place.drawn", station=action[1], drawn=drawn)
    if verb == "discard":
        place = lattice_place(game.positions.of(state).layout)
        if place is None:
            return None
        return game.violation("place.discard", station=action[1], at=place[:2], angle=place[2])
    return _place(game, state, action)


def _extra(game: StringRailway, state: StringState) -> BranchlineError | None:
    """Why the extra tile of a countryside is not to be had."""
    if game.may_draw(state):
        return None
    if chosen(state.choices, EXTRA) == "automatic":
        why = "automatic"
    else:
        why = "late" if state.extra else "countryside"
    return game.violation("draw.optional", why=game.words.sentence("ui", f"extra.{why}"))


def _place(game: StringRailway, state: StringState, action: Action) -> BranchlineError | None:
    _, _, (x, y), angle = action
    verdict, _ = check_tile(game.positions.of(state).layout, x, y, angle)
    return None if verdict.legal else refusal(game, state, action, verdict)


def _string(game: StringRailway, state: StringState, action: Action) -> BranchlineError | None:
    _, length, points = action
    verdict = judge(game.positions.of(state).layout, state.company, game.length(state, length), points)
    return None if verdict.legal else refusal(game, state, action, verdict)
