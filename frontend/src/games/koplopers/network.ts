// Ways through the network, for drawing only: where a ticket wants to go, and what the legal drives reach.

import type { Action } from "../../protocol.gen";
import { length } from "./geometry";
import type { Layout } from "./layout";
import type { BoardData, Chip, Point, TrainView, View } from "./types";

interface Step {
  section: string;
  to: string;
}

const neighbours = new WeakMap<BoardData, Map<string, Step[]>>();
const tickets = new WeakMap<BoardData, Map<string, Chip>>();

function stepsOf(board: BoardData): Map<string, Step[]> {
  let found = neighbours.get(board);
  if (!found) {
    neighbours.set(board, (found = new Map()));
    for (const [section, { ends, kind }] of Object.entries(board.sections)) {
      if (kind !== "black") continue;
      for (const [from, to] of [ends, [ends[1], ends[0]] as const])
        found.set(from, [...(found.get(from) ?? []), { section, to }]);
    }
  }
  return found;
}

export function chipOf(board: BoardData, id: string): Chip | undefined {
  let found = tickets.get(board);
  if (!found) tickets.set(board, (found = new Map(board.chips.map((chip) => [chip.id, chip]))));
  return found.get(id);
}

/** The sections of a shortest way between two nodes; the first may not be `not` (a train goes on, not back). */
export function route(board: BoardData, from: string, to: string, not?: string): string[] {
  const steps = stepsOf(board);
  const cameBy = new Map<string, { section: string; from: string }>();
  const queue = [from];
  while (queue.length) {
    const here = queue.shift()!;
    if (here === to) break;
    for (const { section, to: next } of steps.get(here) ?? []) {
      if (next === from || cameBy.has(next) || (here === from && section === not)) continue;
      cameBy.set(next, { section, from: here });
      queue.push(next);
    }
  }
  const found: string[] = [];
  for (let here = to; here !== from;) {
    const by = cameBy.get(here);
    if (!by) return [];
    found.unshift(by.section);
    here = by.from;
  }
  return found;
}

/** The way of a train's passengers: onward if there is one, else after turning round. */
export function routeOfTrain(board: BoardData, train: TrainView, dest: string): string[] {
  const onward = stepsOf(board).has(train.front) ? route(board, train.front, dest, train.section) : [];
  return onward.length || train.front === dest ? onward : route(board, train.back, dest);
}

/** Where a chip is: a station, or the train that carries it. */
export function whereIs(view: View, chip: string): { station?: string; train?: TrainView } {
  const train = view.trains.find((each) => each.chips.includes(chip));
  if (train) return { train };
  const found = Object.entries(view.waiting).find(([, chips]) => chips.includes(chip));
  return found ? { station: found[0] } : {};
}

export function routeOfChip(board: BoardData, view: View, id: string): string[] {
  const chip = chipOf(board, id);
  const { station, train } = whereIs(view, id);
  if (!chip) return [];
  if (train) return routeOfTrain(board, train, chip.dest);
  return station ? route(board, station, chip.dest) : [];
}

/** The legal drives by the section where they end, cheapest first; only this train's if one is known. */
export function reach(choices: Action[], train: string | null): Map<string, Action[]> {
  const found = new Map<string, Action[]>();
  for (const action of choices) {
    if (action[0] !== "drive" || (train !== null && action[1] !== train)) continue;
    const end = action.at(-1) as string;
    found.set(end, [...(found.get(end) ?? []), action]);
  }
  for (const actions of found.values()) actions.sort((a, b) => a.length - b.length);
  return found;
}

export function cost(drive: Action, view: View): number {
  return view.costs.drive! * (drive.length - 2);
}

/** The node that a train faces after a drive. */
export function facing(board: BoardData, view: View, drive: Action): string | null {
  let here = view.trains.find(({ id }) => id === drive[1])?.front ?? null;
  for (const id of drive.slice(2)) {
    const ends = board.sections[id as string]?.ends;
    if (!ends || here === null || !ends.includes(here)) return null;
    here = ends[0] === here ? ends[1] : ends[0];
  }
  return here;
}

/** The legal drives by the station that they lead to, cheapest first. */
export function reachStations(
  board: BoardData,
  view: View,
  drives: Map<string, Action[]>,
): Map<string, Action[]> {
  const found = new Map<string, Action[]>();
  for (const drive of [...drives.values()].flat()) {
    const end = facing(board, view, drive);
    if (end && board.stations[end]) found.set(end, [...(found.get(end) ?? []), drive]);
  }
  for (const actions of found.values()) actions.sort((a, b) => a.length - b.length);
  return found;
}

/** The places along sections that follow each other, beginning at a node. */
export function joined(board: BoardData, layout: Layout, from: string, sections: string[]): Point[] {
  const found: Point[] = [];
  let here = from;
  for (const id of sections) {
    const section = board.sections[id];
    if (!section) return [];
    const path = layout.paths[id]!;
    const forward = section.ends[0] === here;
    found.push(...(forward ? path : path.toReversed()));
    here = section.ends[forward ? 1 : 0];
  }
  return found;
}

/** A section as its train goes over it, from back to front. */
export function underTrain(
  board: BoardData,
  layout: Layout,
  train: Pick<TrainView, "section" | "front">,
): Point[] {
  const path = layout.paths[train.section] ?? [];
  return board.sections[train.section]?.ends[1] === train.front ? path : path.toReversed();
}

/** How far along its section (from its back) the middle of a train stands, clear of the plates, and how long it can be. */
export function standing(
  board: BoardData,
  layout: Layout,
  { section, front }: Pick<TrainView, "section" | "front">,
): { far: number; room: number } {
  const [start, end] = layout.clear[section] ?? [0, 0];
  const middle = (start + end) / 2;
  const forward = board.sections[section]?.ends[1] === front;
  return {
    far: forward ? middle : length(layout.paths[section] ?? []) - middle,
    room: end - start - 6,
  };
}
