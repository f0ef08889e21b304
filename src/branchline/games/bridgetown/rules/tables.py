"""A board made ready for the rules: spaces, three networks, and every ride of an exact length.

A ride is worked out once, when it is first asked for, and then kept: chapter "Movement".
"""

from __future__ import annotations

from typing import Any

from branchline.games.bridgetown.rules.state import EXCHANGE

Way = tuple[int, int, tuple[int, ...]]  # the end, the bridges entered, the spaces entered in order

WALK, DRIVE, RAIL = range(3)
NETWORKS = ("walk", "drive", "rail")
MOST_BONUS = 3  # others who can stand on one mode


class Tables:
    """Everything about a board that never changes."""

    def __init__(self, data: dict[str, Any]) -> None:
        nodes = data["nodes"]
        self.ids: list[str] = [node["id"] for node in nodes]
        self.index = {id: space for space, id in enumerate(self.ids)}
        self.size = len(nodes)
        self.start = next(space for space, node in enumerate(nodes) if node["kind"] == "start")
        self.rail = [bool(node["rail"]) for node in nodes]
        self.bridge_ids: list[str] = [each["id"] for each in data["bridges"]]
        self.bridge = {id: number for number, id in enumerate(self.bridge_ids)}
        self.bridge_spaces = [self.index[each["node"]] for each in data["bridges"]]
        self.bridge_bit = [0] * self.size  # of the bridge that a space is, or 0
        for number, space in enumerate(self.bridge_spaces):
            self.bridge_bit[space] = 1 << number
        spaces = [self.ids[space] for space in self.bridge_spaces]
        self.space_of = dict(zip(self.bridge_ids, spaces, strict=True))  # from a bridge's id to its space's
        self.bridge_at = dict(zip(spaces, self.bridge_ids, strict=True))
        self.bit_of_id = {self.ids[space]: 1 << number for number, space in enumerate(self.bridge_spaces)}
        self.mode_ids: list[str] = [each["id"] for each in data["modes"]]
        self.mode = {id: number for number, id in enumerate(self.mode_ids)}
        self.speed: list[int] = [each["speed"] for each in data["modes"]]
        self.colours: list[str] = [each["color"] for each in data["modes"]]
        self.colour = {id: number for number, id in enumerate(self.colours)}
        self.network = [NETWORKS.index(each["network"]) for each in data["modes"]]
        self.longest = [self._longest(network) for network in range(len(NETWORKS))]
        self.streetcar = self.network.index(RAIL)
        rail_bridges = [number for number, space in enumerate(self.bridge_spaces) if self.rail[space]]
        self.rail_bridge = rail_bridges[0]  # Steel
        self.special_ids: list[str] = [each["id"] for each in data["specials"]]
        self.special_bit = {id: 1 << number for number, id in enumerate(self.special_ids)}
        self.rounds: int = data["game"]["rounds"]
        self.per_colour = {int(n): count for n, count in data["game"]["flags_per_color"].items()}
        self.blue_flags: int = data["game"]["blue_flags"]
        self.same_colour: int = data["game"]["setup_max_same_color"]
        self.seat_colours: list[str] = data["game"]["player_colors"]
        self.names = _names(data)
        self.called = _called(data)
        self._connect(data)
        self._fronts: dict[tuple[int, int], list[dict[tuple[int, int, int], tuple[int, ...]]]] = {}
        self._ways: dict[tuple[int, int, int], list[Way]] = {}
        self._in_reach: dict[tuple[int, int, int], int] = {}
        self._distances: dict[int, list[int]] = {}

    def _connect(self, data: dict[str, Any]) -> None:
        """Who is joined to whom, by road, on rails, and to board the streetcar."""
        self.roads: list[list[int]] = [[] for _ in self.ids]  # one step of a driver
        self.rails: list[list[int]] = [[] for _ in self.ids]
        self.joined: list[list[int]] = [[] for _ in self.ids]  # by any connection, stairs too
        for edge in data["edges"]:
            a, b = self.index[edge["a"]], self.index[edge["b"]]
            for here, there in ((a, b),) if edge.get("oneway") else ((a, b), (b, a)):
                self.joined[here].append(there)
                if edge["kind"] != "stairs":
                    self.roads[here].append(there)
                if edge["rail"]:
                    self.rails[here].append(there)
        # move.overpass: for a walker both decks are one space, known by its upper deck
        self.decks: list[tuple[int, ...]] = [(space,) for space in range(self.size)]
        self.merged = list(range(self.size))
        for each in data["overpasses"]:
            upper, lower = self.index[each["upper"]], self.index[each["lower"]]
            self.merged[lower] = upper
            self.decks[upper] = self.decks[lower] = (upper, lower)
        self.paths: list[list[int]] = []  # one step of a walker, as he would set foot on it
        for space in range(self.size):
            reached = [there for deck in self.decks[space] for there in self.roads[deck]]
            self.paths.append(list(dict.fromkeys(reached)))

    def _longest(self, network: int) -> int:
        """The longest ride: doubled, or with the bonus of all others; freed, the streetcar drives as well."""
        drives = [DRIVE, RAIL] if network == DRIVE else [network]
        speeds = [speed for speed, mode in zip(self.speed, self.network, strict=True) if mode in drives]
        # whoever cannot ride walks one space
        return max((max(2 * speed, speed + MOST_BONUS) for speed in speeds), default=1)

    def steps(self, network: int, space: int, first_step: bool) -> list[int]:
        """Where one step leads; streetcar.board: the first one may lead onto the rails."""
        if network == WALK:
            return self.paths[space]
        if network == DRIVE:
            return self.roads[space]
        if first_step and not self.rail[space]:
            return [there for there in self.joined[space] if self.rail[there]]
        return self.rails[space]

    def ways(self, network: int, space: int, length: int) -> list[Way]:
        """One way for each end and each set of bridges entered by exactly so many steps.

        flag.began: the bridge on which the ride begins never counts. Ways that enter the fewest
        bridges come first.
        """
        key = network, space, length
        found = self._ways.get(key)
        if found is None:
            ends: dict[tuple[int, int], tuple[int, ...]] = {}
            for (_, end, bridges), path in self._front(network, space, length).items():
                # move.overpass: a walk that ends on an overpass chooses its deck
                for deck in self.decks[end] if network == WALK else (end,):
                    ends.setdefault((deck, bridges), (*path[:-1], deck))
            ways = [(end, bridges, path) for (end, bridges), path in ends.items()]
            ways.sort(key=lambda way: way[1].bit_count())
            found = self._ways[key] = ways
        return found

    def entries(self, network: int, space: int, length: int) -> int:
        """How many ways are kept for rides of this length, those that differ in their last step included."""
        return len(self._front(network, space, length))

    def in_reach(self, network: int, space: int, length: int) -> int:
        """The bridges that some way of this length enters."""
        key = network, space, length
        found = self._in_reach.get(key)
        if found is None:
            found = 0
            for _, bridges, _ in self.ways(network, space, length):
                found |= bridges
            self._in_reach[key] = found
        return found

    def distance(self, space: int) -> list[int]:
        """How many steps a driver is away from each space, turning back included."""
        found = self._distances.get(space)
        if found is None:
            found = [self.size] * self.size
            found[space] = 0
            front = [space]
            for here in front:  # grows while it is read
                for there in self.roads[here]:
                    if found[there] == self.size:
                        found[there] = found[here] + 1
                        front.append(there)
            self._distances[space] = found
        return found

    def _front(self, network: int, space: int, length: int) -> dict[tuple[int, int, int], tuple[int, ...]]:
        """A path for each (space before, space, bridges entered) after so many steps: move.u-turn."""
        fronts = self._fronts.setdefault((network, space), [{(-1, space, 0): ()}])
        merged, bit = self.merged, self.bridge_bit
        began = bit[space]
        while len(fronts) <= length:
            front: dict[tuple[int, int, int], tuple[int, ...]] = {}
            for (before, here, bridges), path in fronts[-1].items():
                left = merged[here] if network == WALK else here
                for there in self.steps(network, here, before < 0):
                    if (merged[there] if network == WALK else there) != before:
                        now = left, there, bridges | bit[there] & ~began
                        if now not in front:
                            front[now] = (*path, there)
            fronts.append(front)
        return fronts[length]


def _called(data: dict[str, Any]) -> dict[tuple[str, int], dict[str, str]]:
    """What may be typed after a verb, in the first place and in those after it, with its printed name.

    The other id of a bridge stands for itself, so that `ride taxi steel` and `swap br_ross` are understood.
    """
    spaces, bridges, modes, specials = (
        {each["id"]: each["name"] for each in data[group]}
        for group in ("nodes", "bridges", "modes", "specials")
    )
    ways = {**spaces, **{id: id for id in bridges}}
    swapped = {**bridges, **{each["node"]: each["node"] for each in data["bridges"]}}
    return {
        ("place", 1): {**modes, **specials},
        ("ride", 1): modes,
        ("ride", 2): {**ways, EXCHANGE: EXCHANGE},
        ("walk", 1): modes,
        ("walk", 2): ways,
        ("stay", 1): modes,
        ("swap", 1): swapped,
        ("swap", 2): swapped,
    }


def _names(data: dict[str, Any]) -> dict[str, str]:
    """What each id is called; a bridge's name stands for its place on the cards."""
    found = {node["id"]: node["name"] for node in data["nodes"]}
    for group in ("bridges", "modes", "specials"):
        found.update({each["id"]: each["name"] for each in data[group]})
    return found
