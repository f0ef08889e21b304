"""Bots that learn a game by playing it: `python3 dev.py train GAME`. Needs the extra `train` (torch).

An iteration is some thousand games by `games/NAME/mind/practice.py` in all processes, then a training of the
network on who won the games of the last iterations. docs/bots.md says how to use it.
"""
