from __future__ import annotations
def value(game, state, seat): return 0.0
def advise(game,state,rng): return rng.choice(game.legal_actions(state))
def ledger(game,state,events,seat): return []
