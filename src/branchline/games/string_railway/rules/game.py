"""String Railway: set-up, turns and scores, in the order of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from branchline.core.board import Board
from branchline.core.errors import over
from branchline.core.game import CHANCE, OVER, Action, Game, Options, Say, silent
from branchline.core.words import Words
from branchline.games.string_railway.geometry.measures import Point
from branchline.games.string_railway.geometry.shapes import clockwise, strictly_inside, tile_at
from branchline.games.string_railway.geometry.verdict import judge
from branchline.games.string_railway.laying import proposals
from branchline.games.string_railway.laying.positions import Positions
from branchline.games.string_railway.rules import setup, typed, why
from branchline.games.string_railway.rules.ids import printed_names, string_ids, tile_ids
from branchline.games.string_railway.rules.options import (
    CORNER,
    EXTRA,
    OPTIONS,
    SHAPE,
    TERRAIN,
    UNPLACEABLE,
    choices_of,
    chosen,
)
from branchline.games.string_railway.rules.state import (
    COMPANIES,
    CORNERS,
    FIELD,
    MOUNTAIN,
    PLAY,
    RIVER,
    SHORTS,
    START,
    Points,
    StringState,
)
from branchline.games.string_railway.rules.tables import COUNTRYSIDE, HOME, STATIONS

# setup.roles: whose company lays field, river and mountain; the second of five and else the first shuffles
ROLES = {3: (0, 1, 2), 4: (1, 2, 3), 5: (2, 3, 4)}


class StringRailway(Game[StringState]):
    """Strings are laid freely, so `check` is the truth and `legal_actions` are proposals that pass it."""

    seats = range(2, 6)
    options = OPTIONS
    longest = 300  # 8 of set-up, then 20 turns of at most 4 draws, 4 tiles, a question and a string
    lists_all: ClassVar[bool] = False

    def __init__(self, game_id: str, board: Board, words: Mapping[str, Mapping[str, str]]) -> None:
        self.id, self.name, self.board = game_id, "String Railway", board
        self.deck = [board.data["deck"].get(station, 0) for station in STATIONS]
        self.words = Words(words, printed_names(board.data["deck"], Words(words)))
        self.positions = Positions(board.data["measures"])

    # --- set-up

    def setup(self, players: int, options: Options) -> StringState:
        companies = 4 if players == 2 else players  # setup.two-players
        choices = choices_of(options)
        state = StringState(
            to_move=CHANCE,
            players=players,
            choices=choices,
            phase=FIELD,
            company=0,
            turns=0,
            draws=0,
            extra=0,
            redrawn=0,
            drawn=[],
            deck=self.deck[:],  # setup.shuffle: how many are left, in no order
            bottom=[0] * len(STATIONS),
            removed=[0] * len(STATIONS),
            field=(),
            marks=(),
            river=(),
            mountain=(),
            corners=[-1] * companies,
            kinds=[],
            tiles=[],
            owners=[],
            present=[],
            high=[],
            rails=[],
            layers=[],
            short=[SHORTS[players]] * companies,
            long=[1] * companies,
            score=[START] * companies,
        )
        if chosen(choices, SHAPE) == "standard":  # field.standard: no decision, so no action
            state.field = state.marks = setup.standard(self.positions.measures(choices), companies)
            state.phase = RIVER
        self._whose_setup(state)
        return state

    def _whose_setup(self, state: StringState) -> None:
        """Chance or a player does the next step of the set-up."""
        if state.phase == CORNERS:
            by_chance = chosen(state.choices, CORNER) == "drawn"
            company = state.company
        else:
            option = SHAPE if state.phase == FIELD else TERRAIN
            by_chance = chosen(state.choices, option) == "drawn"
            company = ROLES[len(state.score)][state.phase]
        state.to_move = CHANCE if by_chance else state.seat(company)

    def free_corners(self, state: StringState) -> list[int]:
        """corner.free; corner.opposite: with two players the homes of one seat lie opposite each other."""
        taken, company = state.corners, state.company
        free = [corner for corner in range(len(taken)) if corner not in taken]
        if state.players == 2 and company:
            if company == 1:
                return [corner for corner in free if corner != (taken[0] + 2) % 4]
            return [(taken[company - 2] + 2) % 4]
        return free

    # --- chance

    def left_in_deck(self, state: StringState) -> list[int]:
        """What can be drawn: the deck, and when that is empty the tiles at its bottom."""
        return state.deck if any(state.deck) else state.bottom

    def chance(self, state: StringState) -> list[tuple[Action, int]]:
        if state.to_move == OVER:
            raise over()
        if state.phase == PLAY:
            deck = self.left_in_deck(state)
            return [(("tile", STATIONS[kind]), count) for kind, count in enumerate(deck) if count]
        if state.phase == CORNERS:
            return [(("corner", corner), 1) for corner in self.free_corners(state)]
        return [(action, 1) for action in proposals.actions(self, state)]  # some of them; `draw` knows all

    def draw(self, state: StringState, rng: Random) -> Action:
        if state.phase in (PLAY, CORNERS) or state.to_move != CHANCE:
            return super().draw(state, rng)
        return setup.drawn(self, state, rng)

    # --- what may be done

    legal_actions = proposals.actions
    random_action = proposals.quick
    propose = typed.propose
    called = typed.called
    check = why.check
    explain = why.explain

    def meant(self, state: StringState, action: Action) -> Action:
        """A field that goes round to the right is taken the other way round."""
        if action[0] == "field" and len(action) == 3 and clockwise(action[1]):
            turned = ("field", action[1][::-1], action[2])
            return turned if proposals.passes(self, state, turned) else action
        return action

    def may_draw(self, state: StringState) -> bool:
        """draw.optional: a countryside is in hand, nothing is placed and nothing extra was drawn."""
        return chosen(state.choices, EXTRA) == "optional" and not state.extra and COUNTRYSIDE in state.drawn

    def length(self, state: StringState, name: str) -> int:
        """How long a short or a long string is."""
        measures = self.positions.measures(state.choices)
        return measures.short if name == "short" else measures.long

    # --- what happens

    def apply(self, state: StringState, action: Action, say: Say = silent) -> None:
        if state.to_move == OVER:
            raise over()
        verb = action[0]
        if verb == "lay":
            self._lay(state, action[1], kept_points(action[2]), say)
        elif verb == "place":
            self._place(state, STATIONS.index(action[1]), action[2], action[3], say)
        elif verb == "tile":
            self._tile(state, STATIONS.index(action[1]), say)
        elif verb == "draw":
            state.extra, state.draws, state.to_move = 1, 1, CHANCE
        elif verb == "forfeit":
            self._take(state, action[1])
            say("forfeited", state.to_move, COMPANIES[state.company], action[1])  # lay.forfeit
            self._end_of_turn(state, say)
        elif verb == "discard":
            self._discard(state, STATIONS.index(action[1]), say)
        else:
            self._set_up(state, action, say)

    def _set_up(self, state: StringState, action: Action, say: Say) -> None:
        verb = action[0]
        if verb == "corner":
            self._corner(state, action[1], say)
        elif verb == "field":
            state.field, state.marks, state.phase = kept_points(action[1]), kept_points(action[2]), RIVER
            say("field")
        elif verb == "river":
            state.river, state.phase = kept_points(action[1]), MOUNTAIN
            say("river")
        else:
            state.mountain, state.phase = kept_points(action[1]), CORNERS
            say("mountain")
        if state.phase != PLAY:
            self._whose_setup(state)

    def _corner(self, state: StringState, corner: int, say: Say) -> None:
        company = state.company
        state.corners[company] = corner
        centre, quad, core = setup.home(self.positions.measures(state.choices), state, corner)  # corner.home
        self._put(state, HOME, quad + core, company, 1 << company, centre)
        say("home", state.seat(company), COMPANIES[company], corner)
        state.company += 1
        if state.company == len(state.corners):
            state.company, state.phase = 0, PLAY
            state.draws, state.to_move = 2, CHANCE  # draw.first

    def _put(
        self, state: StringState, kind: int, tile: Points, owner: int, present: int, centre: Point
    ) -> None:
        state.kinds.append(kind)
        state.tiles.append(tuple(number for point in tile for number in point))
        state.owners.append(owner)
        state.present.append(present)
        state.high.append(int(strictly_inside(state.mountain, centre)))

    def _tile(self, state: StringState, kind: int, say: Say) -> None:
        """draw.one, and draw.countryside: one more, once in a turn."""
        self.left_in_deck(state)[kind] -= 1
        state.drawn.append(kind)
        state.draws -= 1
        say("drawn", state.seat(state.company), COMPANIES[state.company], STATIONS[kind])
        automatic = chosen(state.choices, EXTRA) == "automatic"
        if kind == COUNTRYSIDE and automatic and not state.extra:
            state.extra = 1
            state.draws += 1
        if not state.draws or not any(self.left_in_deck(state)):
            state.draws, state.to_move = 0, state.seat(state.company)

    def _place(self, state: StringState, kind: int, at: Point, angle: int, say: Say) -> None:
        quad, core = tile_at(self.positions.measures(state.choices), *at, angle)
        state.drawn.remove(kind)
        state.extra = 1
        self._put(state, kind, quad + core, -1, 0, at)
        say("placed", state.to_move, tile_ids(state)[-1], at)

    def _discard(self, state: StringState, kind: int, say: Say) -> None:
        """place.discard: out of the game, or under the deck and one tile anew."""
        state.drawn.remove(kind)
        state.extra = 1
        say("discarded", state.to_move, STATIONS[kind])
        if chosen(state.choices, UNPLACEABLE) == "removed":
            state.removed[kind] += 1
            return
        state.bottom[kind] += 1
        if not state.redrawn and any(state.deck):
            state.redrawn = state.draws = 1
            state.to_move = CHANCE

    def _take(self, state: StringState, length: str) -> None:
        left = state.short if length == "short" else state.long
        left[state.company] -= 1

    def _lay(self, state: StringState, length: str, points: Points, say: Say) -> None:
        """The string lies on top of all (lay.beneath); then it scores, as the judge has counted."""
        company, colour = state.company, COMPANIES[state.company]
        verdict = judge(self.positions.of(state).layout, company, self.length(state, length), points)
        assert verdict.legal, f"a string was laid that breaks {verdict.rule}"
        tiles, strings = tile_ids(state), string_ids(state)
        say("laid", state.to_move, colour, length, verdict.score)
        for entry in verdict.entered:
            newly = not state.present[entry.tile] >> company & 1
            if entry.newly_owned:  # score.owner: the chip comes before the points
                state.owners[entry.tile] = company
                say("owns", colour, tiles[entry.tile])
            if newly or entry.points:  # score.station, score.junction, score.landmark
                say("entered", colour, tiles[entry.tile], entry.points, entry.place)
            if entry.owner_points:  # score.home, score.others
                state.score[entry.owner] += entry.owner_points
                owner, tile = COMPANIES[entry.owner], tiles[entry.tile]
                say("visited", owner, tile, entry.owner_points, colour, entry.place)
            state.present[entry.tile] |= 1 << company
        for crossing in verdict.crossed:  # score.crossing, score.on-tile, score.double
            say("crossed", colour, strings[crossing.string], crossing.number, crossing.points, crossing.place)
        state.score[company] += verdict.score
        self._take(state, length)
        state.rails.append(points)
        state.layers.append(company)
        self._end_of_turn(state, say)

    def _end_of_turn(self, state: StringState, say: Say) -> None:
        state.turns += 1
        state.company = (state.company + 1) % len(state.score)
        state.extra = state.redrawn = 0
        if state.left(state.company):
            state.draws, state.to_move = 1, CHANCE
        else:  # end.strings: all have as many, so the first without one is the end
            state.to_move = OVER
            say("ends")

    # --- scores; hidden.open: there is nothing to mask or to guess

    def scores(self, state: StringState) -> list[tuple[int, ...]]:
        """end.most; end.two-players: the lower colour decides, then the higher one."""
        if state.players == 2:
            pairs = [(state.score[seat], state.score[seat + 2]) for seat in range(2)]
            return [(min(pair), max(pair)) for pair in pairs]
        return [(score,) for score in state.score]


def kept_points(points: Any) -> Points:
    """Points as a state holds them, whatever sequences they came in."""
    return tuple((x, y) for x, y in points)
