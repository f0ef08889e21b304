"""Koplopers & Dwarsliggers: set-up, actions and scores, in the order of RULES.md."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random

from branchline.core.bits import bits
from branchline.core.board import Board
from branchline.core.errors import over
from branchline.core.game import CHANCE, OVER, Action, Game, Option, Options, Say, silent
from branchline.games.koplopers.rules import hidden, typed, why
from branchline.games.koplopers.rules.coupling import couple, uncouple
from branchline.games.koplopers.rules.disruptions import disrupt, draw_card, needs_card, pile_of, repair
from branchline.games.koplopers.rules.driving import dismantle, drive, place, turn
from branchline.games.koplopers.rules.exchange import (
    accept,
    can_leave,
    decline,
    is_settled,
    leave,
    movable,
    offer,
    open_exchange,
    settle,
)
from branchline.games.koplopers.rules.legal import turn_actions
from branchline.games.koplopers.rules.names import worded
from branchline.games.koplopers.rules.rounds import begin_turn, end_turn
from branchline.games.koplopers.rules.routes import Routes, all_ways
from branchline.games.koplopers.rules.state import (
    ACTED,
    ANSWER,
    BARGAIN,
    CHIPS,
    COSTS,
    DEAL,
    EXCHANGE,
    FIRST,
    HAND,
    LETTERS,
    MOST_LEFT,
    MOST_OFFERS,
    NOWHERE,
    PLAY,
    POINTS,
    READY,
    ROUNDS,
    TRAINS,
    UNITS,
    KoplopersState,
    free_number,
)
from branchline.games.koplopers.rules.stops import board, pick, stop
from branchline.games.koplopers.rules.tables import MEMO, Tables

OPTIONS = (
    Option("variant", ("family", "advanced")),
    Option("passing", ("may", "must")),
    Option("yard", ("paid", "free")),
    Option("again", ("never", "no-duty")),
    Option("coupled", ("all-points", "one-point")),
)
SETTLE: Action = ("settle",)
LEAVE: Action = ("leave",)
OFFER: Action = ("offer",)
ANSWERS: list[Action] = [("accept",), ("decline",)]


class Koplopers(Game[KoplopersState]):
    """Trains that take passengers through the Netherlands, and now and then across each other's way."""

    name = "Koplopers & Dwarsliggers"
    seats = range(2, 5)
    options = OPTIONS

    def __init__(self, game_id: str, board: Board, words: Mapping[str, Mapping[str, str]]) -> None:
        self.id, self.board = game_id, board
        self.tables = tables = Tables(board.data)
        ways = all_ways(tables)
        # by `advanced`: then a way counts by the stations on it, too
        self.routes = Routes(tables, ways, False), Routes(tables, ways, True)
        self.words = worded(words, board.data)
        self.train = {id: number for number, id in enumerate(TRAINS)}
        self.chip = {chip["id"]: chip for chip in board.data["chips"]}
        self.builds: list[Action] = [("build", id) for id in tables.yard_ids]
        self._builds: dict[int, list[Action]] = {}
        self.disrupts: list[Action] = [("disrupt", id) for id in tables.cards]
        self.boardings: list[list[Action]] = [[("board", id, c) for c in tables.chips] for id in TRAINS]
        self.picks: list[list[Action]] = [[("pick", id, c) for c in tables.chips] for id in TRAINS]
        self.longest = self._longest()

    def _longest(self) -> int:
        """Each turn: points, stops, a few exchanges that move each chip once, `done` and one card."""
        chips = len(self.tables.chips)
        exchanges = 3 + 1 + MOST_OFFERS + MOST_LEFT  # pairs of own trains, uncoupling, offers
        turn = POINTS + 2 * UNITS + 2 + exchanges * (chips + 3) + 2
        turns = max(players * rounds for players, rounds in ROUNDS.items())
        return 2 * chips + max(players * hand for players, hand in HAND.items()) + 1 + turns * turn

    # --- set-up

    def setup(self, players: int, options: Options) -> KoplopersState:
        tables, trains = self.tables, players * UNITS
        cards = (1 << len(tables.cards)) - 1
        return KoplopersState(
            to_move=CHANCE,
            players=players,
            advanced=int(options["variant"] == "advanced"),
            passing_must=int(options["passing"] == "must"),
            yard_free=int(options["yard"] == "free"),
            again=int(options["again"] == "no-duty"),
            one_point=int(options["coupled"] == "one-point"),
            phase=CHIPS,
            first=NOWHERE,
            active=NOWHERE,
            round=0,
            last=0,
            ended=0,
            points=0,
            must_build=0,
            card_played=0,
            offers=0,
            left=0,
            exchanged=0,
            trader=NOWHERE,
            partner=NOWHERE,
            moved=0,
            passing=NOWHERE,
            passed=0,
            pointer=0,
            deck=cards,
            discard=0,
            pile=cards,
            repairs=(1 << players) - 1,
            occupied=0,
            disrupted=0,
            chips_left=0,
            letters=[NOWHERE] * len(LETTERS),
            waiting=[0] * len(tables.stations),
            at=[NOWHERE] * trains,
            aboard=[0] * trains,
            load=[0] * trains,
            flags=[0] * trains,
            freed=[NOWHERE] * trains,
            freed_before=[NOWHERE] * trains,
            hands=[0] * players,
            held=[0] * players,
            old=[0] * players,
            box=[0] * players,
            delivered=[0] * players,
        )

    def chance(self, state: KoplopersState) -> list[tuple[Action, int]]:
        if state.phase == FIRST:  # setup.first
            return [(("begin", seat), 1) for seat in range(state.players)]
        begun, ids, which = self._drawn(state)
        return [((*begun, ids[number]), 1) for number in bits(which)]

    def draw(self, state: KoplopersState, rng: Random) -> Action:
        """The same without a list of what was not drawn: all weights are 1."""
        if state.to_move != CHANCE:
            return super().draw(state, rng)  # which says why not
        if state.phase == FIRST:
            return ("begin", rng.randrange(state.players))
        begun, ids, which = self._drawn(state)
        for _ in range(rng.randrange(which.bit_count())):
            which &= which - 1
        return (*begun, ids[(which & -which).bit_length() - 1])

    def _drawn(self, state: KoplopersState) -> tuple[Action, list[str], int]:
        """How the draw begins, and which chips or cards may complete it."""
        tables = self.tables
        if state.phase != CHIPS:  # setup.hands
            seat = needs_card(state)
            return ("deal", seat), tables.cards, pile_of(tables, state)
        station, region = tables.circles[state.chips_left]  # setup.chips
        chips = tables.chips_of[region]
        for other in tables.stations_of[region]:
            chips &= ~state.waiting[other]
        return ("lay", tables.stations[station]), tables.chips, chips

    # --- what may be done

    def legal_actions(self, state: KoplopersState) -> list[Action]:
        if state.to_move < 0:
            if state.to_move == OVER:
                raise over()
            return [action for action, _ in self.chance(state)]
        if state.phase == PLAY:
            return turn_actions(self, state)
        if state.phase == ANSWER:
            return ANSWERS[:]
        tables, bargain = self.tables, state.phase == BARGAIN
        ours = state.aboard[state.trader]
        found: list[Action] = [
            (("give" if ours >> chip & 1 else "ask") if bargain else "shift", tables.chips[chip])
            for chip in movable(tables, state)
        ]
        if can_leave(state):
            found.append(LEAVE)
        if is_settled(tables, state):
            found.append(OFFER if bargain else SETTLE)
        return found

    def builds_in(self, yards: int) -> list[Action]:
        """Building in any of these yards, ready made."""
        found = self._builds.get(yards)
        if found is None:
            if len(self._builds) >= MEMO:
                self._builds.clear()
            found = self._builds[yards] = [self.builds[yard] for yard in bits(yards)]
        return found

    # --- what happens

    def apply(self, state: KoplopersState, action: Action, say: Say = silent) -> None:
        if state.to_move == OVER:
            raise over()
        tables, verb = self.tables, action[0]
        if verb == "lay":
            self._lay(state, action, say)
            return
        if verb == "pick":
            pick(tables, state, self.train[action[1]], tables.chip_index[action[2]], say)
            return
        if state.passing >= 0:  # pass.window: the chance to board on the way is over
            state.passing, state.passed = NOWHERE, 0
        if verb == "drive":
            drive(tables, state, self.train[action[1]], action[2:], say)
        elif verb == "done":
            end_turn(tables, state, say)
        elif verb == "stop":
            stop(tables, state, self.train[action[1]], say)
        elif verb == "board":
            board(tables, state, self.train[action[1]], tables.chip_index[action[2]], say)
        elif verb == "turn":
            turn(tables, state, self.train[action[1]], say)
        elif verb == "build":
            self._build(state, tables.yard_index[action[1]], say)
        elif verb == "disrupt":
            disrupt(tables, state, tables.card_index[action[1]], say)
        elif verb == "repair":
            repair(tables, state, LETTERS.index(action[1]), say)
        elif verb == "dismantle":
            dismantle(tables, state, self.train[action[1]], say)
        elif verb in ("shift", "give", "ask"):
            state.moved |= 1 << tables.chip_index[action[1]]
        elif verb == "settle":
            settle(tables, state, say)
        elif verb == "leave":
            leave(state, say)
        elif verb == "transfer":
            open_exchange(tables, state, self.train[action[1]], self.train[action[2]], EXCHANGE, say)
        elif verb == "couple":
            couple(tables, state, self.train[action[1]], self.train[action[2]], say)
        elif verb == "uncouple":
            uncouple(tables, state, self.train[action[1]], tables.section_index[action[2]], say)
        elif verb == "negotiate":
            open_exchange(tables, state, self.train[action[1]], self.train[action[2]], BARGAIN, say)
        elif verb == "offer":
            offer(tables, state, say)
        elif verb == "accept":
            accept(tables, state, say)
        elif verb == "decline":
            decline(state, say)
        else:
            self._chance(state, action, say)

    def _lay(self, state: KoplopersState, action: Action, say: Say) -> None:
        tables = self.tables
        state.waiting[tables.station_index[action[1]]] |= 1 << tables.chip_index[action[2]]
        state.chips_left += 1
        if state.chips_left == len(tables.circles):
            state.phase = DEAL
            say("laid", state.chips_left)

    def _chance(self, state: KoplopersState, action: Action, say: Say) -> None:
        if action[0] == "begin":
            state.first = action[1]
            say("first", state.first)
            begin_turn(state, state.first, say)
            return
        _, seat, card = action
        draw_card(self.tables, state, seat, self.tables.card_index[card], say)
        if state.phase != DEAL:
            say("drew", seat)
            begin_turn(state, (seat + 1) % state.players, say)
        elif state.held[seat] == HAND[state.players]:
            say("dealt", seat, state.held[seat])
            if seat == state.players - 1:
                state.phase = FIRST

    def _build(self, state: KoplopersState, yard: int, say: Say) -> None:
        """build.back: a new train has its back to the station; building was its action."""
        train = free_number(state, state.active)
        place(state, train, self.tables.yards[yard], READY | ACTED)
        state.points -= COSTS["build"]
        state.must_build = 0
        say("built", state.active, TRAINS[train], self.tables.yard_ids[yard])

    # --- scores

    def scores(self, state: KoplopersState) -> list[tuple[int, ...]]:
        """score.passengers, score.advanced; score.ties: fewer left aboard, then more chips."""
        found: list[tuple[int, ...]] = []
        for seat in range(state.players):
            left = sum(state.load[seat * UNITS : seat * UNITS + UNITS])
            points = state.delivered[seat] - (left if state.advanced else 0)
            found.append((points, -left, state.box[seat].bit_count()))
        return found

    # --- the other pages of the rule book

    explain = why.explain
    mask = staticmethod(hidden.mask)
    shown = staticmethod(hidden.shown)
    guess = staticmethod(hidden.guess)

    # --- what a person types

    called = typed.called
    steps = staticmethod(typed.steps)
    meant = typed.meant

    @cached_property
    def names_by_kind(self) -> dict[str, typed.Names]:
        """What can be typed, made when somebody first types."""
        return typed.names_by_kind(self)
