// What a thing of the map is, for whoever points at it, and what somebody may mean who picks it.

import type { Action } from "../../protocol.gen";
import type { Element } from "../../table/contract";
import { nameOf, ui } from "../../table/words";
import { centre } from "./layout";
import { either, layings, pickedRailroad, type Props } from "./moves";
import { holders } from "./network";
import { isRailroad, type BoardFile, type Hex, type View } from "./types";

const ROOM: Partial<Record<Hex["kind"], number>> = { rural: 2, paris: 0 };

export function explain(id: string, { view, board, choices, picked }: Props): string[] {
  const railroad = view.railroads.find((each) => each.id === id);
  if (railroad) {
    const { value, box, track } = railroad;
    return [
      nameOf(id),
      ui("thing.worth", value),
      track.length ? ui("thing.cubes", track.length, box ?? "?") : ui("thing.not-yet"),
    ];
  }
  const hex = board.hexes.find((each) => each.id === id);
  if (!hex) return [];
  const there = holders(view.railroads).get(id) ?? [];
  const room = (ROOM[hex.kind] ?? 1) - there.length;
  const lines = [hex.name ?? ui("thing.rural")];
  if (hex.value) lines.push(ui("thing.city", hex.value));
  if (hex.kind !== "paris") {
    const left = room > 0 ? ui("thing.room", room) : ui("thing.full");
    const both = there.map(nameOf);
    const who = both.length > 1 ? ui("and", both[0], both[1]) : both[0];
    lines.push(who ? ui("thing.in", who, there.length, left) : left);
  }
  if (id === board.goal) lines.push(ui("sign.goal", "end.goal"));
  if (view.purple_left?.includes(id)) lines.push(ui("sign.goal", "end.purple"));
  const may = layings({ choices, picked }).get(id) ?? [];
  if (may.length) lines.push(ui("thing.build", either(may.map(([, each]) => nameOf(each)))));
  return lines;
}

/** A cube here: of the railroad that is being built or picked, else of each, the nearest first. */
export function wanted(id: string, view: View, board: BoardFile, picked: Element[]): Action[] {
  const hex = board.hexes.find((each) => each.id === id);
  if (!hex) return isRailroad(id) ? [["trade", id, id, 1]] : [];
  const only = view.build?.railroad ?? pickedRailroad(picked);
  const at = new Map(board.hexes.map((each) => [each.id, centre(each)]));
  const here = centre(hex);
  const far = (track: string[]) =>
    Math.min(...track.map((each) => Math.hypot(at.get(each)!.x - here.x, at.get(each)!.y - here.y)));
  const near = view.railroads
    .filter((each) => !only || each.id === only)
    .sort((one, other) => far(one.track) - far(other.track));
  return near.map((each) => [each.track.length || board.rules === "france" ? "build" : "start", each.id, id]);
}
