"""The tables of rides against a plain search that knows only the board file and the rules' words."""

from __future__ import annotations

import pytest

from branchline.games.bridgetown.rules.tables import NETWORKS

from .positions import game
from .walker import BRIDGE, SEARCH


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("network", NETWORKS)
def test_every_way_is_found_and_no_other(network: str, length: int) -> None:
    tables = game().tables
    for space in tables.ids:
        wanted = {
            (path[-1], frozenset(BRIDGE.intersection(path[1:]) - {space}))
            for path in SEARCH[network]([space], length)
        }
        found = {
            (
                tables.ids[end],
                frozenset(tables.ids[tables.bridge_spaces[b]] for b in range(8) if entered >> b & 1),
            )
            for end, entered, _ in tables.ways(NETWORKS.index(network), tables.index[space], length)
        }
        assert found == wanted


@pytest.mark.parametrize("length", [1, 2, 3, 4])
@pytest.mark.parametrize("network", NETWORKS)
def test_every_way_in_the_tables_can_be_gone(network: str, length: int) -> None:
    tables = game().tables
    for space in tables.ids:
        gone = {tuple(path[1:]) for path in SEARCH[network]([space], length)}
        for end, _, path in tables.ways(NETWORKS.index(network), tables.index[space], length):
            assert path[-1] == end
            assert tuple(tables.ids[each] for each in path) in gone
