"""A view in words: one's trains with what lies ahead, cards, the others, disruptions and who waits where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from branchline.core.game import Json
from branchline.core.looks import Part, listed, seat_order, seated, turn
from branchline.core.words import plural
from branchline.games.koplopers.looks.text import Line, lines_ahead

if TYPE_CHECKING:
    from branchline.games.koplopers.looks import Looks
    from branchline.games.koplopers.rules.game import Koplopers


def position(looks: Looks, view: Json, people: Sequence[str] = ()) -> list[Part]:
    game = looks.game
    parts: list[Part] = [("Now", now(game, view, people))]
    for seat, facts in seat_order(view):
        mine = view["seat"] == seat
        who = seated(view, seat, people)
        trains = [train(game, each) for each in view["trains"] if each["seat"] == seat]
        title = "Your trains" if mine else f"Trains of {who}"
        parts.append((title, [*(trains or ["None yet."]), goods(game, facts)]))
        if mine:
            parts.append(("Your cards", [cards(game, facts)]))
            if view["phase"] != "over":
                parts += ahead(game, view)
    parts.append(("Disruptions", disruptions(game, view)))
    parts.append(("Passengers waiting", waiting(game, view) or ["Nobody."]))
    return parts


def now(game: Koplopers, view: Json, people: Sequence[str]) -> list[str]:
    words = game.words
    last = ", the last one" if view["last_round"] else ""
    lines = [turn(view, people), f"Round {view['round']} of {view['rounds']}{last}."]
    if view["active"] is not None and view["phase"] != "over":
        lines.append(f"{words.sentence('ui', 'points', view['points'], view['points_a_turn'])}.")
    exchange = view["exchange"]
    if exchange:
        gives, asks = (
            listed([ticket(game, game.chip[id]) for id in exchange[each]], "nobody")
            for each in ("gives", "asks")
        )
        lines.append(
            f"Exchange between {words.name(exchange['train'])} and {words.name(exchange['other'])}: "
            f"over goes {gives}, back comes {asks}."
        )
    for each in view["obligations"]:
        lines.append(words.sentence("ui", f"owed.{each['what']}", each["train"], each["cost"]) + ".")
    lines.append(f"{plural(view['chips_left'], '# ticket', '# tickets')} on the board.")
    return lines


def train(game: Koplopers, each: Json) -> str:
    """Where it stands, how full it is, and where its passengers want to go."""
    name = game.words.name
    where = f"in {name(each['station'])}" if each["station"] else f"before {name(each['nearest'])}"
    if each["in_yard"]:
        where = f"in the yard of {name(each['nearest'])}"
    aboard = [ticket(game, game.chip[id]) for id in each["chips"]]
    double = ", coupled" if each["units"] == 2 else ""
    marks = "".join(f", {word}" for word in ("blocked", "done") if each[word])
    load = f"{each['load']} of {each['capacity']} aboard"
    return f"{name(each['id'])}{double}: {where}, {load}: {listed(aboard, 'nobody')}{marks}."


def goods(game: Koplopers, facts: Json) -> str:
    delivered = sum(game.chip[id]["passengers"] for id in facts["box"])
    repair = "repair ready" if facts["repair"] else "repair used"
    units = plural(facts["reserve"], "# unit in reserve", "# units in reserve")
    held = plural(facts["cards"], "# card", "# cards")
    return f"{delivered} passengers delivered, {facts['aboard']} aboard, {units}, {repair}, {held}."


def cards(game: Koplopers, facts: Json) -> str:
    return f"{listed(map(game.words.name, facts['hand'] or ()), 'None')}."


def ahead(game: Koplopers, view: Json) -> list[Part]:
    """The lines before each of the viewer's trains."""
    own = [each for each in view["trains"] if each["seat"] == view["seat"]]
    return [
        (
            f"Ahead of {game.words.name(each['id'])}",
            [spoken(game, line) for line in lines_ahead(game, view, each)[1]] or ["No line."],
        )
        for each in own
    ]


def spoken(game: Koplopers, line: Line) -> str:
    name = game.words.name
    parts = [f"{plural(line.points, '# point', '# points')} to {name(line.station)}"]
    parts += [f"disruption {letter}" for letter in line.disrupted]
    if line.trains:
        parts.append(f"past {listed(map(name, line.trains))}")
    if line.chips:
        parts.append(f"waiting {listed([ticket(game, chip) for chip in line.chips])}")
    if line.further:
        parts.append(f"then {listed(map(name, line.further))}")
    return f"{', '.join(parts)}."


def disruptions(game: Koplopers, view: Json) -> list[str]:
    lines = [
        f"{letter}: {game.words.name(station) if station else 'nowhere'}."
        for letter, station in view["letters"].items()
    ]
    return [*lines, f"{view['pointer']} goes next."]


def waiting(game: Koplopers, view: Json) -> list[str]:
    """Region by region, with full names."""
    found = []
    for region in game.board.data["regions"].values():
        for station in region["stations"]:
            tickets = [ticket(game, game.chip[id]) for id in view["waiting"].get(station, ())]
            if tickets:
                found.append(f"{game.words.name(station)}, {region['name']}: {listed(tickets)}.")
    return found


def ticket(game: Koplopers, chip: dict[str, Any]) -> str:
    return f"{chip['passengers']} to {game.words.name(chip['dest'])}"
