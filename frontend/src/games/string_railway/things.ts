// What a thing on the table is, for whoever points at it, and what somebody may mean who picks it.

import type { Action } from "../../protocol.gen";
import { nameOf, ui } from "../../table/words";
import type { Props, View } from "./types";
import { effect, list, worth } from "./words";

export function explain(id: string, { view, seats }: Props): string[] {
  const tile = view.tiles.find((each) => each.id === id);
  if (tile) {
    const full = tile.limit !== null && tile.present.length >= tile.limit;
    const room = tile.limit === null ? "tell.all" : full ? "tell.full" : "tell.room";
    return [
      ui("tell.worth", id, worth(tile)),
      effect(view, tile.kind),
      ui(room, list(tile.present.map(nameOf)) || ui("nobody"), tile.limit),
      ...(tile.owner ? [ui("tell.owner", tile.owner)] : []),
      ...(tile.mountain ? [ui("tell.high")] : []),
    ];
  }
  if (view.stations[id]) return [nameOf(id), effect(view, id)];
  const string = view.strings.find((each) => each.id === id);
  const company = view.companies.find((each) => each.id === (string?.company ?? id));
  if (!company) return [];
  const { seat, score, short, long } = company;
  const lines = [ui("strip", company.id, score, short, long), ui("tell.player", seats[seat]?.name ?? "")];
  return string ? [nameOf(id), ...lines] : lines;
}

/** A string from here, where strings cannot be laid now. */
export function wanted(id: string, view: View): Action[] {
  return view.tiles.some((each) => each.id === id) ? [["lay", "short", id, id]] : [];
}
