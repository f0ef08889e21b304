"""SNCF France and Germany: set-up, turns and scores, in the order of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.core.bits import bits
from branchline.core.board import Board
from branchline.core.errors import over
from branchline.core.game import CHANCE, OVER, Action, Game, Option, Options, Say, silent
from branchline.core.words import Words
from branchline.games.sncf.rules import hidden, typed, why
from branchline.games.sncf.rules.cutoff import replan, watch
from branchline.games.sncf.rules.ending import end_of_turn
from branchline.games.sncf.rules.hidden import UNKNOWN
from branchline.games.sncf.rules.state import (
    COLOURS,
    DEAL,
    DEALT,
    GOAL,
    LOCOMOTIVE,
    MOST_BOUGHT,
    MOST_CUBES,
    PENALTY,
    PLAY,
    SHARE_LIMIT,
    SUBURBS,
    JointPlan,
    SncfState,
)
from branchline.games.sncf.rules.tables import Tables

NAMES = {"sncf-france": "SNCF France", "sncf-germany": "SNCF Germany"}
DONE: Action = ("done",)

HIDDEN = Option("hidden", ("strict", "tally", "open"))
STALL_ROUNDS = Option("stall", ("3", "1", "2", "5"))
FRANCE = (HIDDEN, Option("end", ("after-turn", "at-once")), STALL_ROUNDS)
GERMANY = (HIDDEN, Option("possible", ("ever", "boxes")), STALL_ROUNDS)

ALL = range(6)
DEAL_CUBE = [[("deal", seat, colour) for colour in COLOURS] for seat in ALL]
COUNTS = range(MOST_BOUGHT + 1)
TRADE = [[[("trade", sold, bought, n) for n in COUNTS] for bought in COLOURS] for sold in COLOURS]
UP_TO_ONE, UP_TO_BOUGHT = (bytes(min(n, most) for n in range(256)) for most in (1, MOST_BOUGHT))
MEMO = 500  # lists of builds kept ready for each railroad; more are hardly asked for again


class Sncf(Game[SncfState]):
    """One rule book, two boards: what a board's `rules` say decides which chapter counts."""

    seats = range(3, 7)

    def __init__(self, game_id: str, board: Board, words: Mapping[str, Mapping[str, str]]) -> None:
        self.id, self.name, self.board = game_id, NAMES[game_id], board
        self.tables = tables = Tables(board.data)
        self.germany = tables.germany
        self.options = GERMANY if self.germany else FRANCE
        # what our boards print beside the names of places: titles, and why a heavy line is there
        names = {text: text for text in words.get("printed", {})} | tables.names
        if tables.goal:  # the end of the game names the city of this board
            goal = board.data["goal"]
            names["end.goal"] = words["names"]["end.goal"].format(names.get(goal, goal))
        self.words = Words(words, names)
        self.place_names = {id: tables.names.get(id, id) for id in tables.index}
        self.railroad_names = {colour: self.words.name(colour) for colour in COLOURS}
        # every turn but a still one uses up a cube for track or for a hand, and both only grow
        turns = 6 * tables.cubes
        self.longest = 50 + 2 * turns + (turns + 1) * int(max(STALL_ROUNDS.values)) * self.seats[-1]
        self.colour = {colour: railroad for railroad, colour in enumerate(COLOURS)}
        self._builds: list[dict[int, list[Action]]] = [{} for _ in ALL]
        self._starts: dict[tuple[tuple[int, ...], int], list[Action]] = {}
        self._trades: dict[bytes, list[Action]] = {}
        self._plans: dict[tuple[int, ...], JointPlan] = {}
        # words are for both games and any board: only lines that mean something here are shown
        examples = self.words.groups["examples"]
        for line in [line for line in examples if not why.well_formed(self, self.read(line))]:
            del examples[line]

    # --- set-up

    def setup(self, players: int, options: Options) -> SncfState:
        tables = self.tables
        return SncfState(
            to_move=CHANCE, players=players, hidden=HIDDEN.values.index(options["hidden"]),
            at_once=int(options.get("end") == "at-once"), stall=int(options["stall"]),
            by_boxes=int(options.get("possible") == "boxes"),
            phase=DEAL if self.germany else SUBURBS,  # setup.germany
            first=-1, building=-1, built=0, still=0, ended=0,
            closed=tables.closed,
            once=0, startable=tables.cities if self.germany else 0,
            box=[tables.cubes] * 6, value=[0] * 6, track=[0] * 6, open=[0] * 6, shares=[0] * players,
            hands=[0] * (6 * players), net=[0] * (6 * players), low=[0] * (6 * players), plan=JointPlan(),
        )  # fmt: skip

    def chance(self, state: SncfState) -> list[tuple[Action, int]]:
        if state.to_move == OVER:
            raise over()
        if state.phase == SUBURBS:  # setup.suburbs
            railroad = state.track.index(0)
            taken = sum(state.track)
            free = self.tables.suburbs & ~taken
            return [(("suburb", COLOURS[railroad], self.tables.ids[i]), 1) for i in bits(free)]
        if state.phase == DEAL:  # setup.deal
            seat = sum(state.shares) // DEALT[state.players]
            return [(DEAL_CUBE[seat][r], cubes) for r, cubes in enumerate(state.box) if cubes]
        return [(("locomotive", seat), 1) for seat in range(state.players)]  # setup.locomotive

    # --- what may be done

    def legal_actions(self, state: SncfState) -> list[Action]:
        if state.to_move < 0:
            if state.to_move == OVER:
                raise over()
            return [action for action, _ in self.chance(state)]
        if state.building >= 0:
            return [*self.builds(state, state.building), DONE]
        found = self.starts(state)[:] if self.germany else []
        if not state.closed:  # start.first-turn; in France suburbs are closed from the beginning
            return found
        box, memos, last = state.box, self._builds, state.plan.last
        for railroad, hexes in enumerate(state.open):
            if box[railroad]:
                if last & hexes:  # build.cut-off
                    hexes &= ~last | state.plan.spare[railroad]
                if hexes:
                    found += memos[railroad].get(hexes) or self._listed(railroad, hexes)
        found += self.trades(state)
        return found

    def builds(self, state: SncfState, railroad: int) -> list[Action]:
        """The next cubes that this railroad may place, its box aside; not to be changed."""
        hexes = state.open[railroad] & (~state.plan.last | state.plan.spare[railroad])  # build.cut-off
        return self._builds[railroad].get(hexes) or self._listed(railroad, hexes)

    def _listed(self, railroad: int, hexes: int) -> list[Action]:
        memo, ready, found, rest = self._builds[railroad], self.tables.build[railroad], [], hexes
        while rest:  # written out, because most of the time of random play is spent here
            low = rest & -rest
            found.append(ready[low.bit_length() - 1])
            rest ^= low
        if len(memo) >= MEMO:
            memo.clear()
        memo[hexes] = found
        return found

    def starts(self, state: SncfState) -> list[Action]:
        """Every railroad that may start, in every city far enough: start.unstarted, start.distance."""
        if not state.startable:
            return []
        ready = tuple(r for r in ALL if state.box[r] and not state.track[r])
        found = self._starts.get((ready, state.startable))
        if found is None:
            if len(self._starts) >= MEMO:
                self._starts.clear()
            tuples = self.tables.start
            found = [tuples[railroad][i] for railroad in ready for i in bits(state.startable)]
            self._starts[ready, state.startable] = found
        return found

    def trades(self, state: SncfState) -> list[Action]:
        """Every sale with every purchase that completes it: trade.hold, trade.other, trade.box.

        A seat whose hand is masked may sell whatever it could hold by what all have seen.
        """
        hand = state.to_move * 6
        held, box = state.hands[hand : hand + 6], state.box
        if held[0] == UNKNOWN:
            held = hidden.possible(self, state)
        key = bytes(box).translate(UP_TO_BOUGHT) + bytes(held).translate(UP_TO_ONE)
        found = self._trades.get(key)
        if found is None:
            found = self._trades[key] = [
                TRADE[sold][bought][count]
                for sold in ALL
                if held[sold]
                for bought in ALL
                if bought != sold
                for count in range(1, min(MOST_BOUGHT, box[bought]) + 1)
            ]
        return found

    # --- what happens

    def apply(self, state: SncfState, action: Action, say: Say = silent) -> None:
        if state.to_move == OVER:
            raise over()
        verb = action[0]
        if verb == "build":
            self._build(state, self.colour[action[1]], self.tables.index[action[2]], say)
        elif verb == "done":
            end_of_turn(self, state, True, say)
        elif verb == "trade":
            self._trade(state, self.colour[action[1]], self.colour[action[2]], action[3], say)
        elif verb == "start":
            self._start(state, self.colour[action[1]], self.tables.index[action[2]], say)
        else:
            self._chance(state, action, say)

    def _chance(self, state: SncfState, action: Action, say: Say) -> None:
        if action[0] == "suburb":
            railroad, index = self.colour[action[1]], self.tables.index[action[2]]
            state.track[railroad] = 1 << index
            state.open[railroad] = self.tables.neighbours[index] & ~state.closed
            if 0 not in state.track:
                state.phase = DEAL
                self._first_plan(state)
            say("suburb", action[1], action[2])
        elif action[0] == "deal":
            seat, railroad = action[1], self.colour[action[2]]
            state.box[railroad] -= 1  # hidden.deal: during the deal this is the bag
            state.hands[seat * 6 + railroad] += 1
            state.shares[seat] += 1
            if state.shares[seat] == DEALT[state.players]:
                say("dealt", seat, DEALT[state.players])
                if seat == state.players - 1:
                    state.phase = LOCOMOTIVE  # setup.boxes: what the bag still holds is in the boxes now
        else:
            state.first = state.to_move = action[1]
            state.phase = PLAY
            say("locomotive", action[1])

    def _first_plan(self, state: SncfState) -> None:
        """build.cut-off: the plan with which a game begins; there are as many as ways to lay out suburbs."""
        suburbs = tuple(state.track)
        if suburbs not in self._plans:
            watch(self.tables, state)
            self._plans[suburbs] = state.plan
        state.plan = self._plans[suburbs]

    def _lay(self, state: SncfState, railroad: int, index: int, say: Say) -> None:
        """build.cube: take a cube from the box, lay it as track, and score its city (score.city)."""
        cube = 1 << index
        state.box[railroad] -= 1
        state.track[railroad] |= cube
        points = self.tables.points[index]
        if points:
            state.value[railroad] += points
            say("city", COLOURS[railroad], self.tables.ids[index], points)
        if points or state.once & cube:
            state.closed |= cube
            others = ~cube
            state.open = [hexes & others for hexes in state.open]
        else:
            state.once |= cube
        # build.branch: whatever touches any of its track is open to it
        reached = self.tables.neighbours[index] & ~state.closed
        state.open[railroad] = (state.open[railroad] | reached) & ~state.track[railroad]
        state.still = 0
        if self.germany:
            state.startable &= ~self.tables.too_near[index]
            return
        plan = state.plan
        if cube & plan.hexes or plan.ways[railroad] or state.open[railroad] & plan.unreached:
            replan(self.tables, state, railroad, index)

    def _build(self, state: SncfState, railroad: int, index: int, say: Say) -> None:
        say("built", state.to_move, COLOURS[railroad], self.tables.ids[index])
        state.past += bytes((state.to_move, railroad, index >> 8, index & 255))
        self._lay(state, railroad, index, say)
        state.building = railroad
        state.built += 1
        if state.at_once and state.closed & self.tables.goal:
            state.building, state.built, state.ended, state.to_move = -1, 0, GOAL, OVER
            say("ends", "end.goal")
        elif state.built == MOST_CUBES or not state.box[railroad] or not self.builds(state, railroad):
            end_of_turn(self, state, True, say)

    def _trade(self, state: SncfState, sold: int, bought: int, count: int, say: Say) -> None:
        """trade.shares: one share goes to its box, then one or two come from another."""
        seat = state.to_move
        hand = seat * 6
        state.past += bytes((seat, 6 + sold, bought, count))
        hands, net, box = state.hands, state.net, state.box
        if hands[hand] != UNKNOWN:  # a masked hand stays masked, and `net` and `low` keep what is proved
            hands[hand + sold] -= 1
            hands[hand + bought] += count
        net[hand + sold] -= 1
        if net[hand + sold] < state.low[hand + sold]:
            state.low[hand + sold] = net[hand + sold]
        box[sold] += 1
        net[hand + bought] += count
        box[bought] -= count
        state.shares[seat] += count - 1
        within = count == MOST_BOUGHT and state.shares[seat] <= SHARE_LIMIT[state.players]
        state.still = 0 if within else state.still + 1  # end.stall
        say("traded", seat, COLOURS[sold], COLOURS[bought], count)
        end_of_turn(self, state, False, say)

    def _start(self, state: SncfState, railroad: int, index: int, say: Say) -> None:
        say("started", state.to_move, COLOURS[railroad], self.tables.ids[index])
        state.past += bytes((state.to_move, railroad, index >> 8, index & 255))
        self._lay(state, railroad, index, say)  # score.start
        end_of_turn(self, state, True, say)

    # --- scores

    def scores(self, state: SncfState) -> list[tuple[int, ...]]:
        """score.shares, score.limit; score.tie: the place in turn order from the Locomotive."""
        limit = SHARE_LIMIT[state.players]
        found: list[tuple[int, ...]] = []
        for seat in range(state.players):
            hand = state.hands[seat * 6 : seat * 6 + 6]
            points = sum(shares * value for shares, value in zip(hand, state.value, strict=True))
            points -= PENALTY * max(0, sum(hand) - limit)
            found.append((points, (seat - state.first) % state.players))
        return found

    # --- the other pages of the rule book

    explain = why.explain
    mask = staticmethod(hidden.mask)
    shown = staticmethod(hidden.shown)
    reveals = staticmethod(hidden.reveals)
    guess = hidden.guess

    # --- what a person types

    called = typed.called
    steps = staticmethod(typed.steps)
