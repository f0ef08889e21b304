// What a thing of the map is, for whoever points at it, and what somebody may mean who picks it.

import type { Action } from "../../protocol.gen";
import type { Element } from "../../table/contract";
import { nameOf, ui } from "../../table/words";
import { waysTo, wayWords } from "./rides";
import { shared } from "./shared.svelte";
import type { City, Props, View } from "./types";

export function explain(id: string, { view, board, seats, active, choices, draft }: Props): string[] {
  const called = (seat: number) => seats[seat]?.name ?? "";
  const mode = view.wheel.find((each) => each.id === id);
  if (mode) {
    const lines = [nameOf(id), ui("thing.now", mode.now)];
    if (mode.wait !== mode.now) lines.push(ui("thing.wait", mode.wait));
    lines.push(
      mode.coordinators.length ? ui("thing.there", mode.coordinators.map(called)) : ui("thing.nobody"),
    );
    return lines;
  }
  const special = view.specials.find((each) => each.id === id);
  if (special)
    return [
      nameOf(id),
      ui(`special.${id}`),
      special.seat === null ? ui("thing.free") : ui("thing.held", called(special.seat)),
    ];
  const bridge = view.bridges.find((each) => {
    return each.id === id || board.bridges.some((one) => one.id === each.id && one.node === id);
  });
  const node = board.nodes.find((each) => each.id === id);
  if (!bridge && (!node || node.kind === "start")) return [];
  const lines = [nameOf(bridge ? bridge.id : node!.id)];
  if (bridge) {
    lines.push(bridge.flag ? ui("thing.flag", bridge.flag) : ui("thing.no-flag"));
    const have = view.seats.flatMap(({ card }, seat) => (card[bridge.id] ? [called(seat)] : []));
    if (have.length) lines.push(ui("thing.card", have));
  }
  const there = view.seats.flatMap(({ space }, seat) => (space === id ? [called(seat)] : []));
  if (there.length) lines.push(ui("thing.here", there));
  // while a draft is shown the rides of the view are those after it
  const way = active && !draft ? waysTo(choices, view.rides).get(id)?.[0] : undefined;
  if (way) lines.push(wayWords(way));
  return lines;
}

/** A ride there by the mode that is looked at, else by each; a coordinator on the wheel. */
export function wanted(id: string, view: View, board: City, picked: Element[]): Action[] {
  const own = view.seats[view.to_move]?.modes ?? [];
  const modes = shared.mode && own.includes(shared.mode) ? [shared.mode] : own;
  if (view.wheel.some((each) => each.id === id))
    return [view.phase === "race" ? ["stay", id] : ["place", id]];
  if (board.specials.some((each) => each.id === id)) return view.phase === "race" ? [[id]] : [["place", id]];
  if (picked.includes("swap")) return [["swap", ...picked.filter((each) => each !== "swap").slice(0, 1), id]];
  const space = board.bridges.find((each) => each.id === id)?.node ?? id;
  if (view.phase !== "race") return [["ride", view.wheel[0]?.id ?? "", space]];
  return modes.map((mode) => ["ride", mode, space]);
}
