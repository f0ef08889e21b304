"""What a board must be for the rules to work on it, beyond the schema."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist
from typing import Any

from branchline.core.action import folded
from branchline.core.board import Fault, name_faults
from branchline.games.bridgetown.rules.layout import crossings, too_near
from branchline.games.bridgetown.rules.state import EXCHANGE
from branchline.games.bridgetown.rules.tables import NETWORKS, RAIL, WALK, Tables
from branchline.games.bridgetown.rules.why import VERBS

# Limits are counts, so that every machine answers alike. Ours has 92,288 ways, 3 bridges in one ride,
# 4 streets at a corner, and streets of 12,700.
MOST_WAYS = 200_000  # worked out in half a second and 40 MB
MOST_BRIDGES = 4  # in one ride: each one where flags could be exchanged doubles what may be done
MOST_STREETS = 8  # at one corner: more cannot be told apart on the map
LONGEST_STREETS = 40_000  # of all streets together: names look for room beside each stretch of them
TALLEST = 3  # times as high as wide, or as wide as high: the map of a terminal has 78 columns


def judge(game_id: str, data: dict[str, Any]) -> list[Fault]:
    """Every fault of a board that meets the schema; later checks need what earlier ones have found."""
    return _ids(data) or _names(data) or _references(data) or _drawing(data) or _spaces(data) or _shape(data)


def _ids(data: dict[str, Any]) -> list[Fault]:
    """An id means one thing only, since all of them may stand in an action."""
    faults: list[Fault] = []
    seen = {EXCHANGE: "the word for an exchange of flags"}
    groups = [(group, "id") for group in ("nodes", "bridges", "modes", "specials")] + [("modes", "color")]
    for group, field in groups:
        for number, each in enumerate(data[group]):
            key, id = f"{group}[{number}].{field}", each[field]
            if id in seen:
                faults.append((key, f"{id!r} is already {seen[id]}"))
            seen.setdefault(id, key)
    decks: dict[str, str] = {}
    for number, each in enumerate(data["overpasses"]):
        if each["id"] in decks:
            faults.append((f"overpasses[{number}].id", f"{each['id']!r} is already {decks[each['id']]}"))
        decks.setdefault(each["id"], f"overpasses[{number}].id")
    return faults


def _names(data: dict[str, Any]) -> list[Fault]:
    """What is printed can be told from everything else that is printed or typed in its place."""
    spaces, bridges = _printed(data, "nodes"), _printed(data, "bridges")
    wheel = _printed(data, "modes") + _printed(data, "specials")
    colours = [mode["color"] for mode in data["modes"]]
    typed = [*VERBS, EXCHANGE, *colours, *(mode["id"] for mode in data["modes"])]
    faults = name_faults([(key, name) for key, name, _ in spaces + bridges], typed)
    faults += name_faults([(key, name) for key, name, _ in wheel], ())
    faults += name_faults(_texts(data), ())
    # on a way the id of a bridge stands for its space
    on_ways = [(folded(bridge["id"]), bridge["node"]) for bridge in data["bridges"]]
    for group, more in ((spaces, on_ways), (bridges, []), (wheel, [])):
        called = dict([*more, *((folded(id), id) for _, _, id in group)])
        for key, name, id in group:
            if called.setdefault(folded(name), id) != id:
                faults.append((key, f"{name!r} is also what {called[folded(name)]} is called"))
    faults += _letters("modes[{}].color", colours)
    return faults + _letters("game.player_colors[{}]", data["game"]["player_colors"])


def _printed(data: dict[str, Any], group: str) -> list[tuple[str, str, str]]:
    """The key, the name and the id of everything in a list."""
    return [(f"{group}[{number}].name", each["name"], each["id"]) for number, each in enumerate(data[group])]


def _texts(data: dict[str, Any]) -> list[tuple[str, str]]:
    """What is printed and never typed."""
    found = [(str(key), data[key]) for key in ("title", "note") if key in data]
    for group, field in (("areas", "name"), ("decor", "name"), ("edges", "street")):
        for number, each in enumerate(data.get(group, ())):
            if field in each:
                found.append((f"{group}[{number}].{field}", each[field]))
    return found


def _letters(key: str, colours: list[str]) -> list[Fault]:
    """Colour is never alone, so no two of these have the same letter."""
    faults: list[Fault] = []
    letters: dict[str, str] = {}
    for number, colour in enumerate(colours):
        letter = letter_of(colour)
        if letters.setdefault(letter, colour) != colour:
            faults.append((key.format(number), f"{colour} has the letter {letter} of {letters[letter]}"))
    return faults


def letter_of(colour: str) -> str:
    """The letter of a flag or a racer: its first one, but K for black, as printers say, beside blue."""
    return "K" if colour == "black" else colour[0].upper()


def _drawing(data: dict[str, Any]) -> list[Fault]:
    """The sheet has room for all of it, and there is not more on it than can be named."""
    faults: list[Fault] = []
    width, height = data["canvas"]
    if max(width, height) > TALLEST * min(width, height):
        faults.append(("canvas", f"one side is more than {TALLEST} times as long as the other"))
    for number, node in enumerate(data["nodes"]):
        if not (0 <= node["x"] <= width and 0 <= node["y"] <= height):
            faults.append((f"nodes[{number}]", f"{node['id']} lies beside the canvas"))
    at = {node["id"]: (node["x"], node["y"]) for node in data["nodes"]}
    length = sum(dist(at[edge["a"]], at[edge["b"]]) for edge in data["edges"])
    if length > LONGEST_STREETS:
        faults.append(("edges", f"together they are {length:.0f} long; {LONGEST_STREETS} at most"))
    return faults


def _references(data: dict[str, Any]) -> list[Fault]:
    """What is named exists, once and in its place."""
    faults: list[Fault] = []
    nodes = {node["id"]: node for node in data["nodes"]}
    for group, fields in (("edges", ("a", "b")), ("bridges", ("node",)), ("overpasses", ("upper", "lower"))):
        for number, each in enumerate(data[group]):
            for field in fields:
                if each[field] not in nodes:
                    faults.append((f"{group}[{number}].{field}", f"there is no space {each[field]!r}"))
    if faults:
        return faults
    pairs: dict[frozenset[str], int] = {}
    for number, edge in enumerate(data["edges"]):
        pair = frozenset((edge["a"], edge["b"]))
        if len(pair) == 1:
            faults.append((f"edges[{number}]", f"{edge['a']} is joined to itself"))
        if pair in pairs:
            faults.append(
                (f"edges[{number}]", f"{edge['a']} and {edge['b']} are joined by edges[{pairs[pair]}]")
            )
        pairs[pair] = number
        if edge["rail"] and not (nodes[edge["a"]]["rail"] and nodes[edge["b"]]["rail"]):
            faults.append((f"edges[{number}].rail", "rails join two spaces that are both on the rails"))
        if (edge["kind"] == "start") != bool(edge.get("oneway")):
            faults.append(
                (f"edges[{number}].oneway", "the connection from the start is one-way, and no other is")
            )
    for number, bridge in enumerate(data["bridges"]):
        kind = nodes[bridge["node"]]["kind"]
        if kind != f"bridge:{bridge['id']}":
            faults.append(
                (f"bridges[{number}].node", f"{bridge['node']} is a {kind}, not bridge:{bridge['id']}")
            )
        if bridge["order"] != number + 1:
            faults.append(
                (f"bridges[{number}].order", f"bridge {number + 1} from the top has order {number + 1}")
            )
    return faults + _decks(data, nodes, pairs) + _material(data, nodes)


def _decks(data: dict[str, Any], nodes: dict[str, Any], pairs: dict[frozenset[str], int]) -> list[Fault]:
    """Each overpass has an upper and a lower deck, joined by stairs; nothing else has them."""
    faults: list[Fault] = []
    decks: dict[str, str] = {}
    stairs = set()
    for number, each in enumerate(data["overpasses"]):
        key = f"overpasses[{number}]"
        for deck in ("upper", "lower"):
            node = nodes[each[deck]]
            if node.get("deck") != deck or node.get("overpass") != each["id"]:
                faults.append((f"{key}.{deck}", f"{each[deck]} does not say that it is the {deck} deck here"))
            if each[deck] in decks:
                faults.append((f"{key}.{deck}", f"{each[deck]} is a deck of {decks[each[deck]]} already"))
            decks[each[deck]] = each["id"]
        pair = frozenset((each["upper"], each["lower"]))
        stairs.add(pair)
        if pair not in pairs or data["edges"][pairs[pair]]["kind"] != "stairs":
            faults.append((key, f"{each['upper']} and {each['lower']} are not joined by stairs"))
        if each["rail_below"] != nodes[each["lower"]]["rail"]:
            faults.append((f"{key}.rail_below", f"{each['lower']} says the opposite"))
    for number, edge in enumerate(data["edges"]):
        if edge["kind"] == "stairs" and frozenset((edge["a"], edge["b"])) not in stairs:
            faults.append((f"edges[{number}].kind", "stairs join the two decks of an overpass only"))
    for number, node in enumerate(data["nodes"]):
        if ("deck" in node or node["kind"] == "overpass") and node["id"] not in decks:
            faults.append((f"nodes[{number}].deck", f"{node['id']} is a deck of no overpass in the list"))
    return faults


def _material(data: dict[str, Any], nodes: dict[str, Any]) -> list[Fault]:
    """One start, one streetcar, one bridge with rails, and flags enough."""
    faults: list[Fault] = []
    starts = [number for number, node in enumerate(data["nodes"]) if node["kind"] == "start"]
    ways_in = [edge for edge in data["edges"] if edge["kind"] == "start"]
    if len(starts) != 1:
        faults.append(("nodes", f"a board has one start, not {len(starts)}"))
    elif [edge["a"] for edge in ways_in] != [data["nodes"][starts[0]]["id"]]:
        faults.append(("edges", "one connection of kind start leads from the start into the board"))
    bridges = {bridge["id"] for bridge in data["bridges"]}
    for number, node in enumerate(data["nodes"]):
        if node["kind"].startswith("bridge:") and node["kind"][7:] not in bridges:
            faults.append((f"nodes[{number}].kind", f"there is no bridge {node['kind'][7:]!r} in the list"))
    streetcars = sum(mode["network"] == NETWORKS[RAIL] for mode in data["modes"])
    if streetcars != 1:
        faults.append(("modes", f"one mode goes on rails, not {streetcars}"))
    railed = [bridge["id"] for bridge in data["bridges"] if nodes[bridge["node"]]["rail"]]
    if len(railed) != 1:
        faults.append(("bridges", f"one bridge carries the rails, not {len(railed)}"))
    if data["game"]["blue_flags"] < data["game"]["rounds"]:
        faults.append(("game.blue_flags", "there is one blue flag for each round at least"))
    rounds = [barge["round"] for barge in data["barges"]]
    if rounds != list(range(1, data["game"]["rounds"] + 1)):
        faults.append(("barges", f"there is one barge for each round from 1 to {data['game']['rounds']}"))
    return faults


def _spaces(data: dict[str, Any]) -> list[Fault]:
    """How many ways lead from each space, and whether the drawing can be read."""
    faults: list[Fault] = []
    tables = Tables(data)
    for number, node in enumerate(data["nodes"]):
        key, ways = f"nodes[{number}]", len(tables.roads[number])
        kind = node["kind"]
        if kind == "start":
            if (
                len(tables.joined[number]) != 1
                or node["rail"]
                or any(number in each for each in tables.joined)
            ):
                faults.append((key, "one connection leads from the start, none to it, and no rails"))
            continue
        if ways < 2:
            faults.append((key, f"{node['id']} is a dead end"))
        elif ways > MOST_STREETS:
            faults.append((key, f"{node['id']} has {ways} neighbours; {MOST_STREETS} at most"))
        elif ways > 2 and (kind != "junction" or "deck" in node):
            faults.append((key, f"{node['id']} has {ways} neighbours, and a {kind} has two"))
        rails = len(tables.rails[number])
        if node["rail"] and rails not in (2, 3):
            faults.append(
                (f"{key}.rail", f"{node['id']} has {rails} neighbours on the rails, not two or three")
            )
    for one, other in too_near(data["nodes"]):
        faults.append(
            (f"nodes[{one}]", f"{data['nodes'][one]['id']} is too near to {data['nodes'][other]['id']}")
        )
    for one, other in crossings(data):
        a, b = data["edges"][one], data["edges"][other]
        reason = f"{a['a']} - {a['b']} crosses {b['a']} - {b['b']} where there is no overpass"
        faults.append((f"edges[{one}]", reason))
    return faults


def _reached(joined: list[list[int]], start: int, without: Iterable[int] = ()) -> set[int]:
    """The spaces that one can get to, not through those in `without`."""
    seen = {start, *without}
    front = [start]
    for here in front:  # grows while it is read
        for there in joined[here]:
            if there not in seen:
                seen.add(there)
                front.append(there)
    return set(front)


def _shape(data: dict[str, Any]) -> list[Fault]:
    """Everything hangs together, and would without any one connection; the river parts it."""
    faults: list[Fault] = []
    tables, nodes = Tables(data), data["nodes"]
    everything = {space for space in range(tables.size) if space != tables.start}
    entry = tables.roads[tables.start][0]
    for space in sorted(everything - _reached(tables.roads, entry)):
        faults.append((f"nodes[{space}]", f"{nodes[space]['id']} cannot be reached from the start"))
    if faults:
        return faults
    for number, edge in enumerate(data["edges"]):
        if edge["kind"] in ("start", "stairs"):
            continue
        a, b = tables.index[edge["a"]], tables.index[edge["b"]]
        roads = [list(there) for there in tables.roads]
        roads[a].remove(b)
        roads[b].remove(a)
        if b not in _reached(roads, a):
            faults.append((f"edges[{number}]", f"without {edge['a']} - {edge['b']} the board falls apart"))
    return faults + _banks(data, tables) + _rails(tables) + _endless(tables) or _ways(tables)


def _banks(data: dict[str, Any], tables: Tables) -> list[Fault]:
    faults: list[Fault] = []
    nodes = data["nodes"]
    for number, space in enumerate(tables.bridge_spaces):
        banks = sorted(nodes[there]["bank"] for there in tables.roads[space])
        if banks != ["east", "west"]:
            faults.append((f"bridges[{number}]", f"{nodes[space]['id']} does not join west and east"))
    for number, edge in enumerate(data["edges"]):
        if {nodes[tables.index[edge[end]]]["bank"] for end in ("a", "b")} == {"west", "east"}:
            faults.append(
                (f"edges[{number}]", f"{edge['a']} - {edge['b']} crosses the river without a bridge")
            )
    for number, node in enumerate(nodes):
        if (node["bank"] == "river") != node["kind"].startswith("bridge:"):
            faults.append((f"nodes[{number}].bank", "bridges lie in the river, and nothing else does"))
    return faults


def _rails(tables: Tables) -> list[Fault]:
    railed = [space for space in range(tables.size) if tables.rail[space]]
    apart = sorted(set(railed) - _reached(tables.rails, railed[0]))
    return [
        (f"nodes[{space}].rail", f"{tables.ids[space]} is cut off from the other rails") for space in apart
    ]


def _endless(tables: Tables) -> list[Fault]:
    """From every space a mode can move any distance: whatever step it takes, another one can follow."""
    faults: list[Fault] = []
    for network, name in enumerate(NETWORKS):
        place = tables.merged if network == WALK else range(tables.size)
        for space in range(tables.size):
            for there in tables.steps(network, space, True):
                if {place[step] for step in tables.steps(network, there, False)} <= {place[space]}:
                    reason = f"a {name} move from {tables.ids[space]} to {tables.ids[there]} cannot go on"
                    faults.append((f"nodes[{there}]", reason))
    return faults


def _ways(tables: Tables) -> list[Fault]:
    """The tables of rides, as far as they may grow; what is counted here is what play would work out."""
    found = 0
    for network, longest in enumerate(tables.longest):
        for space in range(tables.size):
            for length in range(1, longest + 1):
                ways = tables.ways(network, space, length)
                found += tables.entries(network, space, length)
                if found > MOST_WAYS:
                    return [("edges", f"there are more than {MOST_WAYS} ways to ride; use fewer connections")]
                most = max((bridges.bit_count() for _, bridges, _ in ways), default=0)
                if most > MOST_BRIDGES:
                    reason = f"a ride of {length} from here can cross {most} bridges; {MOST_BRIDGES} at most"
                    return [(f"nodes[{space}]", reason)]
    return []
