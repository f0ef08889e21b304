// What is said about things of the board: signs beside their place, what a thing is, what a pick may mean.

import type { Action } from "../../protocol.gen";
import type { Element, GameProps } from "../../table/contract";
import { nameOf, ui } from "../../table/words";
import { around, type Box } from "./geometry";
import type { Layout } from "./layout";
import { chipOf, routeOfChip, whereIs } from "./network";
import type { BoardData, Point, View } from "./types";
import { chipList, name, ticket, whereWords } from "./words";

export interface Telling {
  box: Box;
  lines: string[];
  points: number;
}

const LETTER = 12.2; // a letter of the condensed family at the size of signs

/** A box beside a place, above it if there is room, inside the frame. */
function beside([x, y]: Point, width: number, height: number, frame: Box, far = 34): Box {
  const box = around([x, y - far - height / 2], width, height);
  if (box.y < frame.y + 4) box.y = y + far;
  box.x = Math.min(Math.max(box.x, frame.x + 4), frame.x + frame.width - width - 4);
  box.y = Math.min(box.y, frame.y + frame.height - height - 4);
  return box;
}

/** What one looks up: the way of a ticket and who waits with it, who is in a station or wants to come, who is aboard. */
export function explain(id: string, { view, board }: GameProps<View, BoardData>): string[] {
  if (board.stations[id]) {
    const waiting = view.waiting[id] ?? [];
    const tell = bound(id, view, board);
    const letter = Object.entries(view.letters).find(([, at]) => at === id)?.[0];
    return [
      `${nameOf(id)} (${id})`,
      ...(waiting.length ? [ui("sign.waiting", chipList(waiting, board))] : []),
      tell.length ? ui("sign.bound", tell) : ui("sign.nobody"),
      ...(letter ? [ui("sign.closed", letter)] : []),
    ];
  }
  const chip = chipOf(board, id);
  if (chip) {
    const { station, train } = whereIs(view, id);
    const sections = routeOfChip(board, view, id);
    const via = passed(board, sections).filter((each) => each !== station && each !== chip.dest);
    const beside = station ? view.waiting[station]!.filter((each) => each !== id) : [];
    const also = bound(chip.dest, view, board, id);
    return [
      ticket(chip),
      [
        ui("sign.way", sections.length, station ?? train?.id),
        ...(via.length ? [ui("sign.via", via)] : []),
      ].join(", "),
      ...(beside.length ? [ui("sign.beside", chipList(beside, board))] : []),
      ...(also.length ? [ui("sign.also", also, chip.dest)] : []),
    ];
  }
  const train = view.trains.find((each) => each.id === id);
  if (train)
    return [
      ui("sign.load", id, train.load, train.capacity),
      whereWords(train),
      train.chips.length ? chipList(train.chips, board) : ui("sign.empty"),
    ];
  return board.yards.some((yard) => yard.id === id) || board.sections[id] || board.joints[id]
    ? [name(id, board)]
    : [];
}

/** Tickets to a station, and where they are. */
function bound(station: string, view: View, board: BoardData, but = ""): string[] {
  return board.chips
    .filter((chip) => chip.dest === station && chip.id !== but)
    .flatMap(({ id, passengers }) => {
      const { station, train } = whereIs(view, id);
      if (train) return [ui("sign.on", passengers, train.id)];
      return station ? [ui("sign.in", passengers, station)] : [];
    });
}

/** The stations along a way. */
function passed(board: BoardData, sections: string[]): string[] {
  const nodes = sections.flatMap((id) => board.sections[id]!.ends);
  return [...new Set(nodes)].filter((each) => board.stations[each]);
}

/** What somebody may mean who picks what is not legal. */
export function wanted(id: string, view: View, board: BoardData, picked: Element[]): Action[] {
  const own = view.trains.filter(({ seat }) => seat === view.active).map((each) => each.id);
  const chosen = own.filter((each) => picked.includes(each));
  const trains = chosen.length ? chosen : own;
  const card = board.disruption_cards.find(({ station }) => station === id)?.id;
  if (picked.includes("disrupt") && card) return [["disrupt", card]];
  if (view.trains.some((each) => each.id === id))
    return [
      ["drive", id],
      ["turn", id],
    ];
  if (board.yards.some((yard) => yard.id === id)) return [["build", id]];
  if (chipOf(board, id)) {
    const { station, train } = whereIs(view, id);
    if (train)
      return [
        ["give", id],
        ["ask", id],
        ["shift", id],
      ];
    const there = view.trains.filter((each) => own.includes(each.id) && each.station === station);
    return (there.length ? there.map((each) => each.id) : trains).map((each) => ["board", each, id]);
  }
  if (id in view.letters) return [["repair", id]];
  if (board.stations[id] || board.sections[id]) return trains.map((each) => ["drive", each, id]);
  return [];
}

/** What happened, gathered by the station where it happened. */
export function tellings(events: Action[], board: BoardData, layout: Layout): Telling[] {
  const found = new Map<string, { lines: string[]; points: number }>();
  const at = (station: unknown) => {
    const id = station as string;
    if (!found.has(id)) found.set(id, { lines: [], points: 0 });
    return found.get(id)!;
  };
  for (const [what, ...rest] of events) {
    if (what === "calls") at(rest[1]).lines.push(ui("told.calls", rest[1]));
    if (what === "alighted") at(rest[3]).points += rest[4] as number;
    if (what === "boarded" || what === "picked") {
      const chip = chipOf(board, rest[1] as string);
      at(rest[2]).lines.push(ui("told.boards", chip?.passengers, chip?.dest));
    }
    if (what === "disrupted") at(rest[2]).lines.push(ui("told.disrupted", rest[1]));
    if (what === "repaired") at(rest[2]).lines.push(ui("told.repaired"));
  }
  return [...found].flatMap(([id, { lines, points }]) => {
    const place = layout.at[id];
    if (!place) return [];
    const shown = [...lines];
    const wide = Math.max(70, ...shown.map((line) => line.length * LETTER)) + 26;
    const high = 14 + (shown.length + (points ? 1 : 0)) * 30;
    return [{ lines: shown, points, box: beside(place, wide, high, layout.frame, 42) }];
  });
}
