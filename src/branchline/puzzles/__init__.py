"""Puzzles, cut from games between bots: positions where one turn is clearly better, and it can be said why.

`dev.py puzzles GAME` finds them (`finding.py`), weighs them (`weighing.py`), tells why (`telling.py`),
chooses a varied few (`choosing.py`) and writes them into the game's folder. `core/puzzle.py` is one that
somebody solves.
"""
