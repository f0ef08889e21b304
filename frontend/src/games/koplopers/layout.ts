// Where everything on the board lies: lines, plates, and for each station a free place for its tickets.

import { along, around, grown, inside, length, overlap, slice, type Box } from "./geometry";
import { BENDS, EXTENT, PLACES, REGION_NAMES, TICKET_PLACES, UNIT } from "./schematic";
import type { BoardData, Point } from "./types";

export const TICKET = { width: 40, height: 40, gap: 3 };
export const PLATE = { height: 30, size: 25, letter: 12.5, pad: 13 };
export const TRAIN = { length: 58, width: 25 };
export const YARD = 24;

export interface Layout {
  frame: Box;
  at: Record<string, Point>; // stations, joints and the far ends of yards
  paths: Record<string, Point[]>; // each section, from its first end to its second
  plates: Record<string, Box>;
  tickets: Record<string, Box[]>; // places for tickets, by station
  regions: Record<string, Point>; // where their names are written
  clear: Record<string, [number, number]>; // the part of each section that no plate covers
}

const known = new WeakMap<BoardData, Layout>();

export function layoutOf(board: BoardData): Layout {
  let found = known.get(board);
  if (!found) known.set(board, (found = plan(board)));
  return found;
}

function plan(board: BoardData): Layout {
  const drawnByHand =
    Object.keys(board.stations).every((id) => PLACES[id]) && board.yards.every((yard) => PLACES[yard.id]);
  const scaled = ([x, y]: Point): Point => [x * UNIT, y * UNIT];
  const at: Record<string, Point> = {};
  for (const [id, { x, y }] of Object.entries(board.stations))
    at[id] = drawnByHand ? scaled(PLACES[id]!) : [x, y];
  for (const { id, x, y } of board.yards) at[id] = drawnByHand ? scaled(PLACES[id]!) : [x, y];
  for (const [id, { x, y }] of Object.entries(board.joints)) at[id] = [x, y];
  const paths = linesOf(board, at, drawnByHand);
  const plates = Object.fromEntries(
    Object.keys(board.stations).map((id) => [id, around(at[id]!, plateWidth(id), PLATE.height)]),
  );
  const frame = drawnByHand
    ? {
        x: EXTENT.x * UNIT,
        y: EXTENT.y * UNIT,
        width: EXTENT.width * UNIT,
        height: EXTENT.height * UNIT,
      }
    : { x: 0, y: 0, width: board.size[0], height: board.size[1] };
  const tickets = ticketPlaces(board, { at, paths, plates, frame }, drawnByHand);
  const regions = drawnByHand
    ? Object.fromEntries(Object.entries(REGION_NAMES).map(([id, point]) => [id, scaled(point)]))
    : {};
  const clear: Layout["clear"] = Object.fromEntries(
    Object.entries(board.sections).map(([id, { ends }]) => {
      const path = paths[id]!;
      const hidden = ends.map((end) => {
        const yard = board.yards.some((each) => each.id === end);
        const box = yard ? around(at[end]!, YARD, YARD) : plates[end];
        return box ? inside(path, box) : 0;
      });
      return [id, [hidden[0]!, length(path) - hidden[1]!] as [number, number]];
    }),
  );
  return { frame, at, paths, plates, tickets, regions, clear };
}

export function plateWidth(id: string): number {
  return id.length * PLATE.letter + PLATE.pad;
}

/** Each line with its bends, cut into its sections; a joint lies where two sections meet. */
function linesOf(board: BoardData, at: Record<string, Point>, drawnByHand: boolean): Record<string, Point[]> {
  const lines = new Map<string, string[]>();
  for (const [id, section] of Object.entries(board.sections))
    lines.set(section.link ?? id, [...(lines.get(section.link ?? id) ?? []), id]);
  const paths: Record<string, Point[]> = {};
  for (const [line, sections] of lines) {
    const ends = chain(sections.map((id) => board.sections[id]!.ends));
    if (!drawnByHand) {
      sections.forEach((id) => (paths[id] = board.sections[id]!.ends.map((end) => at[end]!)));
      continue;
    }
    const named = line.startsWith(`${ends[0]}-`);
    const bends = (BENDS[line] ?? []).map(([x, y]): Point => [x * UNIT, y * UNIT]);
    const whole = [at[ends[0]!]!, ...(named ? bends : bends.reverse()), at[ends.at(-1)!]!];
    const step = length(whole) / sections.length;
    sections.forEach((id, i) => {
      const path = slice(whole, i * step, (i + 1) * step);
      if (i + 1 < sections.length) at[ends[i + 1]!] = path.at(-1)!;
      paths[id] = board.sections[id]!.ends[0] === ends[i] ? path : path.toReversed();
    });
  }
  return paths;
}

/** The nodes along sections that follow each other. */
function chain(sections: [string, string][]): string[] {
  if (sections.length === 1) return [...sections[0]!];
  const [a, b] = sections[0]!;
  const found = sections[1]!.includes(b) ? [a, b] : [b, a];
  for (const [c, d] of sections.slice(1)) found.push(c === found.at(-1) ? d : c);
  return found;
}

/** Boxes that a row or a column of tickets may take beside a plate. */
function candidates(plate: Box, count: number): Box[][] {
  const { width, height, gap } = TICKET;
  const [cx, cy] = [plate.x + plate.width / 2, plate.y + plate.height / 2];
  const found: Box[][] = [];
  for (const upright of count > 1 ? [false, true] : [false]) {
    const wide = upright ? width : count * (width + gap) - gap;
    const high = upright ? count * (height + gap) - gap : height;
    const beside = plate.width / 2 + wide / 2 + 4;
    const above = plate.height / 2 + high / 2 + 4;
    for (const [ox, oy] of offsets(beside, above)) {
      const x = cx + ox - wide / 2;
      const y = cy + oy - high / 2;
      found.push(
        Array.from({ length: count }, (_, i) => ({
          x: upright ? x : x + i * (width + gap),
          y: upright ? y + i * (height + gap) : y,
          width,
          height,
        })),
      );
    }
  }
  return found;
}

function offsets(beside: number, above: number): Point[] {
  const found: Point[] = [];
  for (const part of [0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1, 1]) {
    found.push([part * beside, -above], [part * beside, above]);
    found.push([beside, part * above], [-beside, part * above]);
  }
  return found;
}

/** How far the middles of two boxes lie apart. */
function away(a: Box, b: Box): number {
  return Math.hypot(a.x + (a.width - b.width) / 2 - b.x, a.y + (a.height - b.height) / 2 - b.y);
}

/** Puts every station's tickets where they cover least, and no tickets over others. */
function ticketPlaces(
  board: BoardData,
  { at, paths, plates, frame }: Pick<Layout, "at" | "paths" | "plates" | "frame">,
  drawnByHand: boolean,
): Record<string, Box[]> {
  const trains = Object.values(paths).map((path) => {
    const { at, angle } = along(path, length(path) / 2);
    const lies = Math.abs(Math.cos((angle * Math.PI) / 180));
    return around(at, 26 + 26 * lies, 26 + 26 * (1 - lies));
  });
  const yards = board.yards.map(({ id }) => around(at[id]!, YARD, YARD));
  const solid = [...Object.values(plates), ...yards].map((box) => grown(box, 3));
  const lines = Object.values(paths);
  const cost = (station: string, boxes: Box[]) => {
    let sum = 0;
    for (const box of boxes) {
      const near = grown(box, 7);
      for (const line of lines) {
        const touched = inside(line, near);
        if (touched) sum += 12 * touched + 30 * inside(line, box);
      }
      sum += 9 * Math.max(0, away(box, plates[station]!) - nearest(box, station) + 10);
      for (const other of solid) sum += 60 * overlap(box, other);
      for (const train of trains) sum += 4 * overlap(box, train);
      const shown = overlap(box, frame);
      sum += 60 * (box.width * box.height - shown);
    }
    return sum;
  };
  /** A ticket should lie nearer to its own station than to any other. */
  const nearest = (box: Box, station: string) =>
    Math.min(...Object.keys(plates).map((id) => (id === station ? Infinity : away(box, plates[id]!))));
  const stations = Object.entries(board.stations);
  const options = Object.fromEntries(
    stations.map(([id, { slots }]) => {
      const byHand = drawnByHand && TICKET_PLACES[id];
      const boxes = byHand
        ? [byHand.map(([x, y]) => around([x * UNIT, y * UNIT], TICKET.width, TICKET.height))]
        : candidates(plates[id]!, slots.length);
      return [id, boxes.map((boxes, order) => ({ boxes, cost: cost(id, boxes) + order }))];
    }),
  );
  const freedom = (id: string) => options[id]!.filter(({ cost }) => cost < 100).length;
  stations.sort(([a], [b]) => freedom(a) - freedom(b));
  const chosen: Record<string, Box[]> = {};
  for (let round = 0; round < 4; round++) {
    for (const [id] of stations) {
      const others = Object.keys(chosen)
        .filter((other) => other !== id)
        .flatMap((other) => chosen[other]!);
      let best = Infinity;
      for (const { boxes, cost } of options[id]!) {
        if (cost >= best) continue;
        let sum = cost;
        for (const box of boxes) for (const other of others) sum += 60 * overlap(grown(box, 2), other);
        if (sum < best) [best, chosen[id]] = [sum, boxes];
      }
    }
  }
  return chosen;
}
