// What a thing of the map is, for whoever points at it, and what somebody may mean who picks it.

import type { Action } from "../../protocol.gen";
import type { Element } from "../../table/contract";
import { plural } from "../../table/plural";
import { nameOf, ui } from "../../table/words";
import { centre } from "./layout";
import { layings, pickedRailroad, type Props } from "./moves";
import { holders } from "./network";
import { isRailroad, type BoardFile, type Hex, type View } from "./types";

const ROOM: Partial<Record<Hex["kind"], number>> = { rural: 2, paris: 0 };

export function explain(id: string, { view, board, choices, picked }: Props): string[] {
  const railroad = view.railroads.find((each) => each.id === id);
  if (railroad) {
    const { value, box, track } = railroad;
    return [
      nameOf(id),
      `A share is worth ${plural(value, "# point", "# points")}.`,
      track.length ? `${track.length} cubes on the map, ${box ?? "?"} in the box.` : "Not on the map yet.",
    ];
  }
  const hex = board.hexes.find((each) => each.id === id);
  if (!hex) return [];
  const there = holders(view.railroads).get(id) ?? [];
  const room = (ROOM[hex.kind] ?? 1) - there.length;
  const lines = [hex.name ?? "Open country"];
  if (hex.value) lines.push(`${plural(hex.value, "# point", "# points")} for the railroad that enters`);
  if (hex.kind !== "paris")
    lines.push(
      `${there.length ? `${there.map(nameOf).join(" and ")} ${there.length > 1 ? "are" : "is"} in; ` : ""}${
        room > 0 ? plural(room, "room for one", "room for two") : "full"
      }`,
    );
  if (id === board.goal || view.purple_left?.includes(id)) lines.push(ui("sign.goal", "end.goal"));
  const may = layings({ choices, picked }).get(id) ?? [];
  if (may.length) lines.push(`You may build ${may.map(([, each]) => nameOf(each)).join(" or ")} here.`);
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
