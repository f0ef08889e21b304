"""What may be taken back, by the log alone: the one rule of every table, and no game has a say in it.

A seat freely takes back what it alone has done since. Where only bots sit beside it, it goes back past them
and past chance too: chance is then drawn anew, which the record says (`redrawn`). What another person has
done since stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def takebacks(latest: Iterable[int], seat: int, alone: bool) -> Iterator[int]:
    """How many actions this seat may take back, so that it decides again: the fewest first.

    `latest` is who acted, the last one first; `alone` says that no other person sits at the table.

    >>> list(takebacks([0, 0, 1, 0], 0, alone=False)), list(takebacks([1, 0, -1, 0], 0, alone=True))
    ([1, 2], [2, 4])
    """
    for count, mover in enumerate(latest, start=1):
        if mover == seat:
            yield count
        elif not alone:
            return
