"""Sets of small ints held in one int: bit n is set when n is in the set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bits(mask: int) -> Iterator[int]:
    """The members of a set, smallest first.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(members: Iterable[int]) -> int:
    """The set with these members.

    >>> mask_of([1, 2, 4])
    22
    """
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask
