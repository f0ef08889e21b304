"""A view in words: one's trains with what lies ahead, cards, the others, disruptions and who waits where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from branchline.core.game import Json
from branchline.core.looks import Part, listed, seat_order, turn
from branchline.games.koplopers.looks.text import Line, current, lines_ahead, repair_of

if TYPE_CHECKING:
    from branchline.games.koplopers.looks import Looks
    from branchline.games.koplopers.rules.game import Koplopers


def position(looks: Looks, view: Json, people: Sequence[str] = ()) -> list[Part]:
    game, said = looks.game, looks.game.words.sentence
    parts: list[Part] = [(said("looks", "now"), now(game, view, people))]
    for seat, facts in seat_order(view):
        mine = view["seat"] == seat
        trains = [train(game, each) for each in view["trains"] if each["seat"] == seat]
        title = said("looks", "trains.yours" if mine else "trains.of", seat, people=people)
        parts.append((title, [*(trains or [said("looks", "trains.none-yet")]), goods(game, facts)]))
        if mine:
            parts.append((said("looks", "cards.yours"), [cards(game, facts)]))
            if view["phase"] != "over":
                parts += ahead(game, view)
    parts.append((said("looks", "disruptions"), disruptions(game, view)))
    parts.append((said("looks", "waiting"), waiting(game, view) or [said("looks", "waiting.none")]))
    return parts


def now(game: Koplopers, view: Json, people: Sequence[str]) -> list[str]:
    words = game.words
    lines = [turn(view, people), f"{current(game, view)}."]
    if view["active"] is not None and view["phase"] != "over":
        lines.append(words.sentence("looks", "points.now", view["points"], view["points_a_turn"]))
    exchange = view["exchange"]
    if exchange:
        gives, asks = (
            [ticket(game, game.chip[id]) for id in exchange[each]] or words.sentence("looks", "nobody")
            for each in ("gives", "asks")
        )
        both = exchange["train"], exchange["other"]
        lines.append(words.sentence("looks", "exchange.both", *both, gives, asks))
    for each in view["obligations"]:
        lines.append(words.sentence("ui", f"owed.{each['what']}", each["train"], each["cost"]) + ".")
    lines.append(f"{words.sentence('looks', 'left', view['chips_left'])}.")
    return lines


def train(game: Koplopers, each: Json) -> str:
    """Where it stands, how full it is, and where its passengers want to go."""
    said = game.words.sentence
    if each["in_yard"]:
        where = said("looks", "where.yard", each["nearest"])
    elif each["station"]:
        where = said("ui", "where.station", each["station"])
    else:
        where = said("looks", "where.before", each["nearest"])
    aboard = [ticket(game, game.chip[id]) for id in each["chips"]] or said("looks", "nobody")
    key = "train.coupled" if each["units"] == 2 else "train"
    told = said("looks", key, each["id"], where, each["load"], each["capacity"], aboard)
    marks = [said("looks", f"mark.{word}") for word in ("blocked", "done") if each[word]]
    return f"{', '.join([told, *marks])}."


def goods(game: Koplopers, facts: Json) -> str:
    delivered = sum(game.chip[id]["passengers"] for id in facts["box"])
    repair = repair_of(game, facts)
    counts = facts["aboard"], facts["reserve"], repair, facts["cards"]
    return game.words.sentence("looks", "goods", delivered, *counts)


def cards(game: Koplopers, facts: Json) -> str:
    held = listed(map(game.words.name, facts["hand"] or ()), "")
    return f"{held}." if held else game.words.sentence("looks", "cards.none")


def ahead(game: Koplopers, view: Json) -> list[Part]:
    """The lines before each of the viewer's trains."""
    own = [each for each in view["trains"] if each["seat"] == view["seat"]]
    said = game.words.sentence
    return [
        (
            said("looks", "ahead.of", each["id"]),
            [spoken(game, line) for line in lines_ahead(game, view, each)[1]]
            or [said("looks", "ahead.none")],
        )
        for each in own
    ]


def spoken(game: Koplopers, line: Line) -> str:
    said = game.words.sentence
    parts = [said("looks", "line", line.points, line.station)]
    parts += [said("looks", "disruption", letter) for letter in line.disrupted]
    if line.trains:
        parts.append(said("looks", "line.past", line.trains))
    if line.chips:
        parts.append(said("looks", "line.waiting", [ticket(game, chip) for chip in line.chips]))
    if line.further:
        parts.append(said("looks", "line.then", line.further))
    return f"{', '.join(parts)}."


def disruptions(game: Koplopers, view: Json) -> list[str]:
    said = game.words.sentence
    lines = [
        said("looks", "letter" if station else "letter.none", letter, station)
        for letter, station in view["letters"].items()
    ]
    return [*lines, said("looks", "letter.next", view["pointer"])]


def waiting(game: Koplopers, view: Json) -> list[str]:
    """Region by region, with full names."""
    found = []
    for region in game.board.data["regions"].values():
        for station in region["stations"]:
            tickets = [ticket(game, game.chip[id]) for id in view["waiting"].get(station, ())]
            if tickets:
                found.append(game.words.sentence("looks", "waiting.at", station, region["name"], tickets))
    return found


def ticket(game: Koplopers, chip: dict[str, Any]) -> str:
    return game.words.sentence("ui", "ticket", chip["passengers"], chip["dest"])
