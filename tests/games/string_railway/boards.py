"""A tiny self-play for tests and benchmarks: random places near the own network, proposed strings."""

from random import Random

from branchline.games.string_railway.geometry.layout import Layout
from branchline.games.string_railway.geometry.measures import MOUNTAIN, RIVER, Measures, Point
from branchline.games.string_railway.geometry.place import random_places
from branchline.games.string_railway.geometry.shapes import home_at, standard_field
from branchline.games.string_railway.geometry.verdict import lay
from branchline.games.string_railway.laying.finder import FAST, Finder, Quality
from branchline.games.string_railway.rules.setup import random_mountain, random_river

DECK = [1] * 2 + [2] * 4 + [3] * 2 + [4] * 6 + [5] * 3 + [6] * 6 + [7] * 2 + [8] * 8 + [9] * 2


def start(companies: int, rng: Random, measures: Measures | None = None) -> Layout:
    """A table with field, river, mountain and homes."""
    measures = measures or Measures()
    field = standard_field(measures, companies)
    layout = Layout(measures, field)
    layout.add_string(RIVER, -1, random_river(measures, field, field, rng))
    layout.add_string(MOUNTAIN, -1, random_mountain(measures, field, field, rng))
    for company, mark in enumerate(field):
        home = home_at(measures, field, mark)
        assert home is not None
        layout.add_tile(0, home[1], home[2], company, 1 << company)
    return layout


def place_tiles(layout: Layout, company: int, kinds: list[int], rng: Random) -> None:
    """Each tile at a random legal place within reach of an own one."""
    for kind in kinds:
        own = [t for t in range(layout.tile_count) if layout.tile(t)[2] >> company & 1]
        near: Point = layout.centre(rng.choice(own))
        places = random_places(layout, rng, 1, near, 18_000) or random_places(layout, rng, 1)
        if places:
            layout.add_tile(kind, places[0][3], places[0][4])


class Game:
    """A game as far as the geometry goes: draw and place, then lay the best string found."""

    def __init__(
        self, companies: int, seed: int, quality: Quality = FAST, measures: Measures | None = None
    ) -> None:
        self.rng = Random(seed)
        self.layout = start(companies, self.rng, measures)
        self.companies = companies
        self.scores = [3] * companies
        self.deck = DECK[:]
        self.rng.shuffle(self.deck)
        self.left = [[30_000] * (3 if companies == 5 else 4) + [60_000] for _ in range(companies)]
        self.turn = 0
        self.quality = quality

    def over(self) -> bool:
        """Whether every string is laid."""
        return not any(self.left)

    def prepare(self) -> tuple[int, list[int]]:
        """Draw and place; returns the company and the lengths it may lay."""
        company = self.turn % self.companies
        drawn = [self.deck.pop() for _ in range(2 if self.turn == 0 else 1)]
        if 8 in drawn:
            drawn.append(self.deck.pop())
        place_tiles(self.layout, company, drawn, self.rng)
        return company, sorted(set(self.left[company]))

    def finish(self, company: int) -> bool:
        """Lay the best string found; False if there was none (a string is given up)."""
        lengths = sorted(set(self.left[company]))
        finder = Finder(self.layout, company, self.quality)
        best = None
        for target in lengths:
            for found in finder.strings(target, want=1):
                worth = found.verdict.score - (2.5 if target == 60_000 else 0)
                if best is None or worth > best[0]:
                    best = worth, target, found
        self.turn += 1
        if best is None:
            self.left[company].remove(lengths[0])
            return False
        _, target, found = best
        self.left[company].remove(target)
        self.scores[company] += found.verdict.score
        for entry in found.verdict.entered:
            if entry.owner >= 0:
                self.scores[entry.owner] += entry.owner_points
        lay(self.layout, company, found.points, found.verdict)
        return True


def played(companies: int, seed: int, turns: int = 99) -> Game:
    """A game after so many turns, or at its end."""
    game = Game(companies, seed)
    while not game.over() and turns:
        company, _ = game.prepare()
        game.finish(company)
        turns -= 1
    return game
