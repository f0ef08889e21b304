"""The lines around a player's trains, as text: where each track ahead leads, for how many points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.core.game import Json

if TYPE_CHECKING:
    from branchline.games.koplopers.rules import Koplopers


def nearby_blocks(game: Koplopers, view: Json) -> list[list[list[str]]]:
    """For each train of the viewer, or of whose turn it is, its lines; each line as its parts."""
    seat = view["active"] if view["seat"] is None else view["seat"]
    return [_block(game, view, train) for train in view["trains"] if train["seat"] == seat]


def _block(game: Koplopers, view: Json, train: dict[str, Any]) -> list[list[str]]:
    tables = game.tables
    direction = 2 * tables.section_index[train["section"]]
    if tables.nodes[tables.front[direction]] != train["front"]:
        direction ^= 1
    head = f"[bold]{train['id']}[/] ▶ {_named(game, train['front'])}"
    if tables.onward[direction]:
        lines = [[f"{head}: the lines ahead"]]
    else:  # a yard or a terminus
        direction ^= 1
        lines = [[f"{head}: no line ahead; turned round"]]
    return lines + [_line(game, view, end) for end in tables.onward[direction]]


def _line(game: Koplopers, view: Json, end: int) -> list[str]:
    """One track to its next station: its points, who stands on it, who waits there, and what follows."""
    tables = game.tables
    on_it, points = [end >> 1], 1
    while tables.station[end] < 0 and tables.onward[end]:
        end = tables.onward[end][0]
        on_it.append(end >> 1)
        points += 1
    station = tables.nodes[tables.front[end]]
    disrupted = [letter for letter, where in view["letters"].items() if where == station]
    parts = [f"  ─{points}─ {_named(game, station)}"]
    parts += [f"[bold white on red]✕{letter}[/]" for letter in disrupted]
    trains = [each["id"] for each in view["trains"] if tables.section_index[each["section"]] in on_it]
    if trains:
        parts.append(f"past {' '.join(trains)}")
    chips = [game.chip[id] for id in view["waiting"].get(station, ())]
    if chips:
        parts.append("waiting " + " ".join(f"{chip['passengers']}→{chip['dest']}" for chip in chips))
    further = dict.fromkeys(_next_station(game, each) for each in tables.onward[end])
    if further:
        parts.append(f"[dim]then {' '.join(further)}[/]")
    return parts


def _next_station(game: Koplopers, end: int) -> str:
    tables = game.tables
    while tables.station[end] < 0 and tables.onward[end]:
        end = tables.onward[end][0]
    return tables.nodes[tables.front[end]]


def _named(game: Koplopers, place: str) -> str:
    name = game.words.name(place)
    return place if name == place else f"{place} {name}"
