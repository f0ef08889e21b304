"""A bot for every game: it takes a move that brings most points at once."""


def pick(game, state, rng):
    if game.lists_all:
        moves = game.legal_actions(state)
    else:  # String Railway: its moves are curves, so some are drawn
        moves = [game.random_action(state, rng) for _ in range(16)]

    def gain(move):
        foreseen = game.looks.foresee(state.copy(), [move])
        return sum(points for points, why in foreseen.ledger)

    gains = {move: gain(move) for move in moves}
    most = max(gains.values())
    return (rng.choice([move for move in gains if gains[move] == most]),)
