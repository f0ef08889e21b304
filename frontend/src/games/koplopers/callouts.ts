// What signs over the map say and where they hang, so that they stay on the board and beside their place.

import type { Action } from "../../protocol.gen";
import { nameOf, ui } from "../../table/words";
import { around, type Box } from "./geometry";
import type { Layout } from "./layout";
import { chipOf, routeOfChip, underTrain, whereIs } from "./network";
import { along, length } from "./geometry";
import type { BoardData, Point, View } from "./types";
import { ticket, whereWords } from "./words";

export interface Sign {
  box: Box;
  lines: string[];
}

export interface Telling extends Sign {
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

/** The full name and what one looks up: where a ticket goes, who waits in a station and who wants to come. */
export function signOf(id: string, view: View, board: BoardData, layout: Layout): Sign | null {
  const hang = (at: Point, lines: string[]): Sign => {
    const wide = Math.max(...lines.map((line, n) => line.length * (n ? LETTER : LETTER * 1.18)));
    return { lines, box: beside(at, wide + 28, 18 + lines.length * 31, layout.frame) };
  };
  if (board.stations[id]) {
    const bound = board.chips.filter((chip) => chip.dest === id);
    const tell = bound.flatMap((chip) => {
      const { station, train } = whereIs(view, chip.id);
      return (station ?? train) ? [`${chip.passengers} ${train ? `on ${train.id}` : `in ${station}`}`] : [];
    });
    const lines = [nameOf(id), tell.length ? ui("sign.bound", tell) : ui("sign.nobody")];
    const letter = Object.entries(view.letters).find(([, at]) => at === id)?.[0];
    if (letter) lines.push(ui("sign.closed", letter));
    return hang(layout.at[id]!, lines);
  }
  const chip = chipOf(board, id);
  if (chip) {
    const { station, train } = whereIs(view, id);
    const place = station ? (layout.tickets[station]?.[view.waiting[station]!.indexOf(id)] ?? null) : null;
    const way = routeOfChip(board, view, id).length;
    const lines = [ticket(chip), ui("sign.way", way, station ?? train?.id)];
    if (place) return hang([place.x + 20, place.y + 20], lines);
    return train ? hang(trainAt(train.id, view, board, layout), lines) : null;
  }
  const train = view.trains.find((each) => each.id === id);
  if (!train) return null;
  const aboard = train.chips
    .map((each) => chipOf(board, each))
    .flatMap((each) => (each ? [`${each.passengers} ${each.dest}`] : []));
  return hang(trainAt(id, view, board, layout), [
    `${id}: ${train.load} of ${train.capacity}`,
    whereWords(train),
    aboard.join(", ") || "Empty",
  ]);
}

function trainAt(id: string, view: View, board: BoardData, layout: Layout): Point {
  const path = underTrain(
    board,
    layout,
    view.trains.find((each) => each.id === id)!,
  );
  return along(path, length(path) / 2).at;
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
