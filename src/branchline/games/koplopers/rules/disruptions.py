"""Disruption cards, repairs and the draw pile. Chapters "Disruptions" and "Repair" of RULES.md."""

from __future__ import annotations

from branchline.core.game import Say
from branchline.games.koplopers.rules.state import COSTS, DEAL, HAND, LETTERS, NOWHERE, KoplopersState
from branchline.games.koplopers.rules.tables import Tables


def disrupt(tables: Tables, state: KoplopersState, card: int, say: Say) -> None:
    """disrupt.pointer: the letter under the red disc goes to the station, and the disc moves on."""
    seat, letter, station = state.active, state.pointer, tables.card_station[card]
    old = state.letters[letter]
    if old >= 0:
        state.disrupted &= ~(1 << old)
    state.letters[letter] = station
    state.disrupted |= 1 << station
    state.pointer = (letter + 1) % len(LETTERS)
    if not state.pile >> card & 1:
        state.old[seat] -= 1
    state.hands[seat] &= ~(1 << card)
    state.held[seat] -= 1
    state.discard |= 1 << card
    state.card_played = 1
    state.points -= COSTS["disrupt"]
    say("disrupted", seat, LETTERS[letter], tables.stations[station])


def repair(tables: Tables, state: KoplopersState, letter: int, say: Say) -> None:
    """repair.pointer: the disc stays, so the letter comes back when its turn comes."""
    station = state.letters[letter]
    state.letters[letter] = NOWHERE
    state.disrupted &= ~(1 << station)
    state.repairs &= ~(1 << state.active)
    state.points -= COSTS["repair"]
    say("repaired", state.active, LETTERS[letter], tables.stations[station])


def pile_is_empty(tables: Tables, state: KoplopersState) -> bool:
    """By what everybody can count, so that it is the same for a seat that does not see the pile."""
    return len(tables.cards) == sum(state.held) + state.discard.bit_count()


def pile_of(tables: Tables, state: KoplopersState) -> int:
    """What the next card is drawn from."""
    return state.discard if pile_is_empty(tables, state) else state.deck


def needs_card(state: KoplopersState) -> int:
    """The seat that draws next."""
    if state.phase == DEAL:
        return next(seat for seat, held in enumerate(state.held) if held < HAND[state.players])
    return state.active


def draw_card(tables: Tables, state: KoplopersState, seat: int, card: int, say: Say) -> None:
    """disrupt.reshuffle: when a card is needed and the pile is empty, the discards become the pile."""
    if pile_is_empty(tables, state):
        state.deck = state.pile = state.discard
        state.discard = 0
        state.old = state.held[:]
        say("reshuffled")
    state.deck &= ~(1 << card)
    state.hands[seat] |= 1 << card
    state.held[seat] += 1
