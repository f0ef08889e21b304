"""Bridgetown Races: what may be done and what happens; chapters "Coordinators", "Race", "Flags" and "End"."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.core.action import Action
from branchline.core.bits import bits
from branchline.core.board import Board
from branchline.core.errors import over
from branchline.core.game import OVER, Game, Option, Say, silent
from branchline.core.words import Words
from branchline.games.bridgetown.rules import movement, rounds, specials, typed, why
from branchline.games.bridgetown.rules.setup import chance, setup
from branchline.games.bridgetown.rules.state import (
    ALL_BRIDGES,
    ALL_SPECIALS,
    BRIDGES,
    COORDINATORS,
    DOUBLE,
    EXCHANGE,
    FIRST,
    MODES,
    PLACE,
    RACE,
    SWAP,
    TURNS,
    BridgetownState,
)
from branchline.games.bridgetown.rules.tables import DRIVE, RAIL, WALK, Tables

GO_FIRST: Action = ("first",)
DECLINE: Action = ("decline",)
USE_DOUBLE: Action = ("double",)
SIT: Action = ("sit",)

MEMO = 60_000  # lists of rides kept ready, so that a long run does not fill the memory


class Bridgetown(Game[BridgetownState]):
    """Eight bridges, eight ways to cross them."""

    name = "Bridgetown Races"
    seats = range(2, 5)
    options = (
        Option("specials", ("on", "off")),
        Option("streetcar", ("rails", "free")),
        Option("ties", ("share", "break")),
    )

    def __init__(self, game_id: str, board: Board, words: Mapping[str, Mapping[str, str]]) -> None:
        self.id, self.board = game_id, board
        self.tables = tables = Tables(board.data)
        # what our board prints beside the names of places, its note for one
        self.words = Words(words, {text: text for text in words.get("printed", {})} | tables.names)
        # a round: each coordinator is placed, each seat moves or sits out three times, First is asked
        # for three times, Double and Swap are used once, and every bridge gets a flag
        a_round = (COORDINATORS + TURNS) * self.seats[-1] + TURNS + 2 + BRIDGES
        self.longest = BRIDGES + 1 + tables.rounds * a_round
        self._rides: dict[tuple[int, int, int, int, int, int], list[Action]] = {}
        self._places: dict[tuple[int, int], list[Action]] = {}
        self._walks: dict[tuple[int, int, bool], list[Action]] = {}

    setup = setup
    chance = chance

    # --- what may be done

    def legal_actions(self, state: BridgetownState) -> list[Action]:
        phase = state.phase
        if state.to_move < 0:
            if state.to_move == OVER:
                raise over()
            return [action for action, _ in self.chance(state)]
        if phase == RACE:
            return self._moves(state)
        if phase == PLACE:
            return self._placements(state)[:]
        return [GO_FIRST, DECLINE]  # first.asked

    def _placements(self, state: BridgetownState) -> list[Action]:
        """place.once, place.taken, place.then-mode, light.specials."""
        taken = 0 if state.with_specials and not state.owing else ALL_SPECIALS
        for held in state.specials:
            taken |= held
        own = state.modes[state.to_move]
        key = own, taken
        found = self._places.get(key)
        if found is None:
            tables = self.tables
            ids = [id for mode, id in enumerate(tables.mode_ids) if not own >> mode & 1]
            ids += [id for id, bit in tables.special_bit.items() if not taken & bit]
            found = self._places[key] = [("place", id) for id in ids]
        return found

    def _moves(self, state: BridgetownState) -> list[Action]:
        """Every ride of every mode left, then the specials that may go with it: special.several."""
        seat, using = state.to_move, state.using
        held = state.specials[seat]
        found: list[Action] = []
        modes = state.modes[seat]
        while modes:
            low = modes & -modes
            modes ^= low
            found += self.rides(state, low.bit_length() - 1)
        if held:
            unused = held & ~using
            if unused & DOUBLE and specials.can_double(self, state):
                found.append(USE_DOUBLE)
            if unused & SWAP:
                found += specials.swaps(self, state)
            if held & FIRST and not using and specials.may_sit(state):
                found.append(SIT)
        return found

    def network(self, state: BridgetownState, mode: int) -> int:
        """light.streetcar: freed from its rails, the streetcar goes where cars go."""
        network = self.tables.network[mode]
        return DRIVE if network == RAIL and not state.with_rails else network

    def distance(self, state: BridgetownState, mode: int) -> int:
        """race.bonus; double.base: twice the base speed and no bonus."""
        speed = self.tables.speed[mode]
        if state.using & DOUBLE:
            return 2 * speed
        bit, seat = 1 << mode, state.to_move
        for other, modes in enumerate(state.modes):
            if modes & bit and other != seat:
                speed += 1
        return speed

    def rides(self, state: BridgetownState, mode: int) -> list[Action]:
        """All that can be done with one mode: race.whole, and stuck.walk where it cannot move."""
        seat = state.to_move
        space, length, network = state.at[seat], self.distance(state, mode), self.network(state, mode)
        flags = state.flags[mode] & self.tables.in_reach(network, space, length)
        key = mode, network, space, length, flags, state.held[seat] & flags
        found = self._rides.get(key)
        if found is None:
            if len(self._rides) >= MEMO:
                self._rides.clear()
            found = self._rides[key] = self._list_rides(*key)
        if found or state.using & DOUBLE:  # stuck.double
            return found
        return self.walks(mode, space, state.using)

    def _list_rides(
        self, mode: int, network: int, space: int, length: int, flags: int, held: int
    ) -> list[Action]:
        """move.outcome: one ride for each end, flags taken and flags exchanged."""
        tables = self.tables
        id, ids = tables.mode_ids[mode], tables.ids
        outcomes: dict[tuple[int, int, int], Action] = {}
        for end, bridges, path in tables.ways(network, space, length):
            takes = bridges & flags
            free, full = takes & ~held, takes & held
            exchanged = 0
            while True:  # every part of the bridges where the card shows a flag already
                outcome = end, free, exchanged
                if outcome not in outcomes:
                    ride: Action = ("ride", id, *[ids[each] for each in path])
                    if exchanged:
                        ride = (*ride, EXCHANGE, *[tables.bridge_ids[each] for each in bits(exchanged)])
                    outcomes[outcome] = ride
                exchanged = exchanged - full & full
                if not exchanged:
                    break
        return list(outcomes.values())

    def walks(self, mode: int, space: int, using: int) -> list[Action]:
        """stuck.walk: one step on foot; stuck.stay: or none, but not with a special."""
        key = mode, space, using > 0
        found = self._walks.get(key)
        if found is None:
            tables = self.tables
            id = tables.mode_ids[mode]
            found = [("walk", id, tables.ids[end]) for end, _, _ in tables.ways(WALK, space, 1)]
            if not using:
                found.append(("stay", id))
            self._walks[key] = found
        return found

    def lying(self, state: BridgetownState) -> list[int]:
        """The colour of the flag on each bridge, -1 where there is none."""
        found = [-1] * BRIDGES
        for colour, bridges in enumerate(state.flags):
            for bridge in bits(bridges):
                found[bridge] = colour
        return found

    # --- what happens

    def apply(self, state: BridgetownState, action: Action, say: Say = silent) -> None:
        if state.to_move == OVER:
            raise over()
        verb = action[0]
        if verb == "ride":
            self._ride(state, action, say)
        elif verb == "place":
            self._place(state, action[1], say)
        elif verb == "swap":
            specials.swap(self, state, action, say)
        elif verb == "double":
            state.using |= DOUBLE
            say("doubled", state.to_move)
        elif verb == "first":  # first.before
            state.using, state.phase = FIRST, RACE
            say("goes-first", state.to_move)
        elif verb == "decline":
            say("declined", state.to_move)
            state.phase = RACE
            rounds.next_mover(self, state, say)
        elif verb == "sit":
            say("sat", state.to_move)
            rounds.end_of_move(self, state, None, say)
        elif verb in ("walk", "stay"):
            self._walk(state, action, say)
        else:
            rounds.drawn(self, state, action, say)

    def _place(self, state: BridgetownState, id: str, say: Say) -> None:
        seat = state.to_move
        say("placed", seat, id)
        special = self.tables.special_bit.get(id, 0)
        if special:
            state.specials[seat] |= special
        else:
            state.modes[seat] |= 1 << self.tables.mode[id]
        # place.then-mode, unless the special took the last coordinator
        state.owing = int(special > 0 and rounds.unplaced(state, seat) > 0)
        if not state.owing:
            rounds.next_placer(self, state, say)

    def _ride(self, state: BridgetownState, action: Action, say: Say) -> None:
        tables, seat = self.tables, state.to_move
        mode = tables.mode[action[1]]
        end, free, exchanged = movement.outcome(self, state, action)
        steps = (action.index(EXCHANGE) if exchanged else len(action)) - 2
        way = (tables.ids[state.at[seat]], *action[2 : 2 + steps])
        say("rode", seat, action[1], steps, tables.ids[end], *way)
        state.at[seat] = end  # move.share, move.bridge: any space, whoever stands there
        takes = free | exchanged
        if takes:
            colours = int(not state.cards[seat * MODES + mode])  # end.colours: one more, by the first of them
            if exchanged:
                self._give_back(state, mode, exchanged, say)
            state.flags[mode] &= ~takes  # flag.empty
            state.cards[seat * MODES + mode] |= takes
            state.held[seat] |= takes
            for bridge in bits(takes):
                say("took", seat, tables.bridge_ids[bridge], action[1], colours)
                colours = 0
            if state.held[seat] == ALL_BRIDGES:  # end.eight
                state.to_move = OVER
                state.using = 0
                say("crossed-all", seat)
                return
        rounds.end_of_move(self, state, mode, say)

    def _give_back(self, state: BridgetownState, mode: int, exchanged: int, say: Say) -> None:
        """flag.return: the old flags go back into the bag, blue ones to those laid aside."""
        seat = state.to_move
        for colour in range(MODES):
            back = state.cards[seat * MODES + colour] & exchanged
            state.cards[seat * MODES + colour] ^= back
            state.bag[colour] += back.bit_count()
            # the last of a colour, unless the ride takes the same again
            colours = -int(colour != mode and not state.cards[seat * MODES + colour])
            for bridge in bits(back):
                say("gave-back", seat, self.tables.bridge_ids[bridge], self.tables.colours[colour], colours)
                colours = 0

    def _walk(self, state: BridgetownState, action: Action, say: Say) -> None:
        """stuck.walk, stuck.stay; stuck.flag: no flag is taken, not even a white one."""
        seat = state.to_move
        if action[0] == "walk":
            state.at[seat] = self.tables.index[action[2]]
            say("walked", seat, action[1], action[2])
        else:
            say("stayed", seat, action[1])
        rounds.end_of_move(self, state, self.tables.mode[action[1]], say)

    # --- scores

    def scores(self, state: BridgetownState) -> list[tuple[int, ...]]:
        """end.eight, end.colours; end.tie-break: more flags, then the later place in the last round."""
        found: list[tuple[int, ...]] = []
        for seat in range(state.players):
            card = state.cards[seat * MODES : seat * MODES + MODES]
            score: tuple[int, ...] = int(state.held[seat] == ALL_BRIDGES), MODES - card.count(0)
            if state.by_flags:
                place = (seat - state.first) % state.players
                score = (*score, state.held[seat].bit_count(), place)
            found.append(score)
        return found

    # --- what people say, and what they are told

    called = typed.called
    propose = typed.propose
    meant = typed.meant
    explain = why.explain
