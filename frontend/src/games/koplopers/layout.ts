// Where everything on the board lies: lines, plates and tickets.

import { around, inside, length, slice, type Box } from "./geometry";
import { BENDS, EXTENT, PLACES, REGION_NAMES, TICKET_PLACES, UNIT } from "./schematic";
import type { BoardData, Point } from "./types";

export const TICKET = { width: 40, height: 40 };
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
    Object.entries(board.stations).every(
      ([id, { slots }]) => PLACES[id] && TICKET_PLACES[id]?.length === slots.length,
    ) && board.yards.every((yard) => PLACES[yard.id]);
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
  const tickets = Object.fromEntries(
    Object.entries(board.stations).map(([id, { slots }]) => {
      const places = drawnByHand ? TICKET_PLACES[id]!.map(scaled) : slots;
      return [id, places.map((place) => around(place, TICKET.width, TICKET.height))];
    }),
  );
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
