"""The rules written a second time, slowly and plainly, and compared with the engine.

Everything here is read from the board file and from what a seat is shown; there are no bit sets,
nothing is remembered from turn to turn, and roads are found by walking.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

import pytest

from branchline.core.action import Action
from branchline.core.bits import bits
from branchline.core.errors import BoardError
from branchline.core.game import CHANCE, OVER, Json, silent
from branchline.games.sncf.rules.ending import all_possible
from branchline.games.sncf.rules.game import Sncf
from branchline.games.sncf.rules.state import ENDINGS, SncfState

from .oracle import matched
from .positions import begun, drawn, france_game, germany_game

POINTS = {"yellow": 1, "purple": 2, "red": 3, "blue": 4, "white": 8}


def away(a: dict[str, Any], b: dict[str, Any]) -> int:
    """The distance of two hexes of the board file, by cube coordinates."""
    ax, bx = (int(each["col"]) - int(each["row"]) // 2 for each in (a, b))
    dx, dr = ax - bx, int(a["row"]) - int(b["row"])
    return (abs(dx) + abs(dr) + abs(dx + dr)) // 2


@cache
def neighbours(game: Sncf) -> dict[str, list[str]]:
    """The hexes that touch each hex with no heavy line between."""
    hexes: list[Json] = game.board.data["hexes"]
    lines = [set(each["between"]) for each in game.board.data["blocked"]]
    return {
        a["id"]: [b["id"] for b in hexes if away(a, b) == 1 and {a["id"], b["id"]} not in lines]
        for a in hexes
    }


class Table:
    """One position: the board file, the view of the seat to move, and its options."""

    def __init__(self, game: Sncf, state: SncfState, seat: int) -> None:
        self.board = game.board.data
        self.hexes = {each["id"]: each for each in self.board["hexes"]}
        self.germany = self.board["rules"] == "germany"
        self.cubes = game.tables.cubes
        view = game.looks.view(game.mask(state, seat), seat)
        self.hand: dict[str, int] = view["seats"][seat]["hand"]
        self.track: dict[str, set[str]] = {each["id"]: set(each["track"]) for each in view["railroads"]}
        self.box: dict[str, int] = {each["id"]: each["box"] for each in view["railroads"]}
        self.build: Json = view["build"]
        self.by_boxes = bool(state.by_boxes)
        self.neighbours = neighbours(game)

    def room(self, colour: str, hex: str) -> bool:
        kind = self.hexes[hex]["kind"]
        if kind in ("paris", "suburb"):
            return False
        holders = [each for each, track in self.track.items() if hex in track]
        return colour not in holders and len(holders) < (2 if kind == "rural" else 1)

    def next_hexes(self, colour: str) -> set[str]:
        near = {other for hex in self.track[colour] for other in self.neighbours[hex]}
        return {hex for hex in near if self.room(colour, hex)}

    def walk(self, colour: str, begin: Iterable[str], past_cities: bool) -> dict[str, int]:
        """How many cubes each hex costs that a railroad can come to from these."""
        cost = dict.fromkeys(begin, 1)
        front = list(cost)
        for hex in front:
            if past_cities or self.hexes[hex]["kind"] == "rural":
                for other in self.neighbours[hex]:
                    if other not in cost and self.room(colour, other):
                        cost[other] = cost[hex] + 1
                        front.append(other)
        return cost

    def has_city(self, colour: str) -> bool:
        return any(self.hexes[hex]["kind"] in POINTS for hex in self.track[colour])

    def cities(self) -> set[str]:
        return {id for id, each in self.hexes.items() if each["kind"] in POINTS}

    def places(self) -> dict[str, int]:
        """For how many more railroads each hex has room."""
        sizes = {
            id: 2 if each["kind"] == "rural" else 1
            for id, each in self.hexes.items()
            if each["kind"] not in ("paris", "suburb")
        }
        return {id: size - sum(id in track for track in self.track.values()) for id, size in sizes.items()}

    def begin(self) -> dict[str, set[str]]:
        """The railroads without a city, and the hexes that each may enter next."""
        return {colour: self.next_hexes(colour) for colour in self.track if not self.has_city(colour)}

    def cuts_off(self, colour: str, hex: str) -> bool:
        if self.germany:
            return False
        self.track[colour].add(hex)
        found = matched(self.neighbours, self.places(), self.cities(), self.begin())
        self.track[colour].remove(hex)
        return not found

    def start_cities(self) -> list[str]:
        laid = [hex for track in self.track.values() for hex in track]
        return [
            id
            for id, each in self.hexes.items()
            if each["kind"] in POINTS and all(away(each, self.hexes[hex]) >= 4 for hex in laid)
        ]

    def legal(self) -> tuple[set[Action], int]:
        """Every legal action, and how many builds only the cut-off rule forbids."""
        colours = [self.build["railroad"]] if self.build else list(self.track)
        found: set[Action] = {("done",)} if self.build else set()
        forbidden = 0
        for colour in colours:
            for hex in self.next_hexes(colour) if self.box[colour] else ():
                if self.cuts_off(colour, hex):
                    forbidden += 1
                else:
                    found.add(("build", colour, hex))
        if self.build:
            return found, forbidden
        if self.germany:
            ready = [colour for colour, track in self.track.items() if not track and self.box[colour]]
            starts: set[Action] = {
                ("start", colour, city) for colour in ready for city in self.start_cities()
            }
            if not any(self.track.values()):
                return starts, 0
            found |= starts
        for sold, shares in self.hand.items():
            for bought, cubes in self.box.items():
                if shares and sold != bought:
                    found |= {("trade", sold, bought, count) for count in (1, 2) if count <= cubes}
        return found, forbidden

    def possible(self, city: str) -> bool:
        starts = self.start_cities()
        for colour, track in self.track.items():
            cubes = self.box[colour] if self.by_boxes else self.cubes - len(track)
            begin = self.next_hexes(colour) if track else starts
            if self.walk(colour, begin, past_cities=True).get(city, 1000) <= cubes:
                return True
        return False

    def ended(self) -> str:
        """Why the game is over at the end of a turn; standing still is not judged here."""
        laid = {hex for track in self.track.values() for hex in track}
        if not self.germany:
            if self.board["goal"] in laid:
                return "goal"
            return "boxes" if list(self.box.values()).count(0) >= 5 else ""
        purple = [id for id, each in self.hexes.items() if each["kind"] == "purple" and id not in laid]
        if not purple:
            return "purple"
        if not all(self.possible(city) for city in purple):
            return "impossible"
        grows = [
            colour
            for colour, cubes in self.box.items()
            if cubes and (self.next_hexes(colour) if self.track[colour] else self.start_cities())
        ]
        return "" if grows else "dead-end"


def compare(game: Sncf, rng: Random, players: int, every: float, **options: str) -> tuple[int, str]:
    """Play at random, compare in some positions; how often the cut-off rule bit, and the end."""
    state = game.start(players, **options)
    bites = 0
    while state.to_move != OVER:
        seat = state.to_move
        if seat == CHANCE:
            game.apply(state, game.draw(state, rng))
            continue
        actions = game.legal_actions(state)
        looks = rng.random() < every
        if looks:
            legal, forbidden = Table(game, state, seat).legal()
            assert set(actions) == legal
            assert len(actions) == len(legal) > 0
            bites += forbidden
        laying = [action for action in actions if action[0] in ("build", "start")]
        game.apply(state, rng.choice(laying if laying and rng.random() < 0.9 else actions))
        if state.building < 0 and (looks or state.ended) and ENDINGS[state.ended] != "stall":
            assert Table(game, state, seat).ended() == ENDINGS[state.ended]
    return bites, ENDINGS[state.ended]


def random_board(rng: Random, rules: str) -> Sncf:
    """A small board of any shape that the judge accepts, with a few heavy lines."""
    while True:
        columns, rows = rng.randint(4, 8), rng.randint(3, 6)
        signs = rng.choices("..........11123-" if rules == "france" else ".......11223448-", k=columns * rows)
        if rules == "france":
            for place, sign in zip(rng.sample(range(len(signs)), 7), "SSSSSSP", strict=True):
                signs[place] = sign
        picture = "\n".join(" ".join(signs[row * columns : (row + 1) * columns]) for row in range(rows))
        ids = [f"{chr(97 + place // columns)}{place % columns + 1}" for place in range(len(signs))]
        places = {
            id: {"col": n % columns, "row": n // columns} for n, id in enumerate(ids) if signs[n] != "-"
        }
        pairs = [f"{a}-{b}" for a in places for b in places if a < b and away(places[a], places[b]) == 1]
        cities = [id for n, id in enumerate(ids) if signs[n].isdigit()]
        goal = rng.choice(cities) if cities and rules == "france" else ""
        try:
            return drawn(rules, picture, goal, " ".join(rng.sample(pairs, min(3, len(pairs)))))
        except BoardError:
            continue


@pytest.mark.rule("build.cut-off")
def test_france_on_our_board_is_played_as_the_plain_rules_say() -> None:
    rng = Random("france")
    bites = [compare(france_game(), rng, 3 + n % 4, 0.15)[0] for n in range(16)]
    assert sum(bites) > 0


@pytest.mark.rule("build.cut-off")
def test_france_on_boards_of_any_shape_is_played_as_the_plain_rules_say() -> None:
    rng = Random("boards")
    results = [compare(random_board(rng, "france"), rng, 6, 0.5) for _ in range(80)]
    assert sum(bites for bites, _ in results) > 100
    assert {"goal"} <= {end for _, end in results}


@pytest.mark.rule("end.impossible")
@pytest.mark.parametrize("possible", ["ever", "boxes"])
def test_germany_on_our_board_is_played_as_the_plain_rules_say(possible: str) -> None:
    rng = Random(f"germany {possible}")
    for number in range(16):
        compare(germany_game(), rng, 3 + number % 4, 0.3, possible=possible)


@pytest.mark.rule("end.impossible")
@pytest.mark.parametrize(("possible", "ends"), [("ever", {"purple"}), ("boxes", {"purple", "impossible"})])
def test_germany_on_boards_of_any_shape_is_played_as_the_plain_rules_say(
    possible: str, ends: set[str]
) -> None:
    rng = Random(f"boards {possible}")
    found = {compare(random_board(rng, "germany"), rng, 4, 0.7, possible=possible)[1] for _ in range(40)}
    assert ends <= found


def lay_all(game: Sncf, rng: Random, every: float) -> tuple[int, int]:
    """Lay cubes at random until none is left, the end of the game aside; count (im)possible cities."""
    state = begun(game, 3, {}, {}).hold(0).hold(1).hold(2).state
    counts = [0, 0]
    while True:
        places = [
            (r, i) for r in range(6) for i in bits(state.open[r] if state.track[r] else state.startable)
        ]
        places = [(railroad, index) for railroad, index in places if state.box[railroad]]
        if not places:
            return counts[0], counts[1]
        game._lay(state, *rng.choice(places), silent)
        if rng.random() < every:
            table = Table(game, state, 0)
            for index in bits(game.tables.kinds["purple"] & ~state.closed):
                possible = table.possible(game.tables.ids[index])
                assert all_possible(game, state, 1 << index) == possible
                counts[possible] += 1


@pytest.mark.rule("end.impossible")
def test_what_is_possible_on_our_board_is_what_the_plain_rules_say() -> None:
    rng = Random("lay all")
    counts = [lay_all(germany_game(), rng, 0.3) for _ in range(10)]
    assert all(possible for _, possible in counts)


@pytest.mark.rule("end.impossible")
def test_what_is_possible_with_few_cubes_is_what_the_plain_rules_say() -> None:
    """With 12 cubes a railroad even small boards have cities that nobody can reach any more."""
    rng, impossible = Random("few cubes"), 0
    for _ in range(60):
        game = random_board(rng, "germany")
        game.tables.cubes = 12
        impossible += lay_all(game, rng, 0.3)[0]
    assert impossible > 20


def test_distances_of_the_engine_are_those_of_the_plain_rules() -> None:
    for game in (france_game(), germany_game()):
        hexes: list[dict[str, Any]] = game.board.data["hexes"]
        for one in hexes:
            near = game.tables.too_near[game.tables.index[one["id"]]]
            for other in hexes:
                is_near = other["kind"] in POINTS and away(one, other) < 4
                assert bool(near >> game.tables.index[other["id"]] & 1) == is_near
