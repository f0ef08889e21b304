"""The contract and what every game shares. Nothing in here knows a game."""
