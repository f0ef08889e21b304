// Where full names stand beside their codes: wherever they meet nothing else. The others are told on hover.

import { around, length, along, type Box } from "./geometry";
import { TICKET, YARD, type Layout } from "./layout";
import type { BoardData, Point } from "./types";

export interface Name {
  id: string;
  words: string;
  at: Point; // the middle of its baseline
  box: Box;
}

export const SIZE = 17;
const LETTER = 0.47; // of the size, in the condensed family

export const meet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const known = new WeakMap<BoardData, Name[]>();

export function namesOf(board: BoardData, layout: Layout): Name[] {
  let found = known.get(board);
  if (!found) known.set(board, (found = placed(board, layout)));
  return found;
}

/** What is there whatever the position: plates, places for tickets, yards, and track with the trains on it. */
export function fixed(board: BoardData, layout: Layout): Box[] {
  const boxes = [...Object.values(layout.plates), ...Object.values(layout.tickets).flat()];
  for (const yard of board.yards) boxes.push(around(layout.at[yard.id]!, YARD, YARD));
  // names of regions, the round with its points, the disruptions
  for (const [id, at] of Object.entries(layout.regions))
    boxes.push(around(at, (board.regions[id]?.name.length ?? 0) * 19, 34));
  const { x, y, width, height } = layout.frame;
  boxes.push({ x: x + 100, y: y + height - 192, width: 400, height: 192 });
  boxes.push({ x: x + width - 318, y: y + height - 264, width: 318, height: 200 });
  for (const path of Object.values(layout.paths)) {
    const steps = Math.ceil(length(path) / 8);
    for (let n = 0; n <= steps; n++) boxes.push(around(along(path, (length(path) * n) / steps).at, 12, 12));
  }
  return boxes;
}

function placed(board: BoardData, layout: Layout): Name[] {
  const filled = fixed(board, layout);
  const { frame } = layout;
  const found: Name[] = [];
  for (const [id, { name }] of Object.entries(board.stations)) {
    const plate = layout.plates[id]!;
    const [x, y] = layout.at[id]!;
    const wide = name.length * SIZE * LETTER;
    const [across, down] = [plate.width / 2 + 3, plate.height / 2 + 2];
    const tries: Point[] = [
      [x, y + down + SIZE * 0.85],
      [x, y - down - SIZE * 0.25],
      [x + across + wide / 2, y + SIZE * 0.35],
      [x - across - wide / 2, y + SIZE * 0.35],
    ];
    for (const aside of [0.35, 0.5])
      for (const turn of [-1, 1]) {
        tries.push([x + turn * wide * aside, y + down + SIZE * 0.85]);
        tries.push([x + turn * wide * aside, y - down - SIZE * 0.25]);
      }
    // past the tickets that lie below or above
    tries.push([x, y + down + TICKET.height + 4 + SIZE * 0.85], [x, y - down - TICKET.height - 6]);
    for (const at of tries) {
      const box = { x: at[0] - wide / 2, y: at[1] - SIZE * 0.8, width: wide, height: SIZE };
      const within = box.x > frame.x && box.x + wide < frame.x + frame.width && box.y > frame.y;
      if (!within || filled.some((each) => meet(each, box))) continue;
      found.push({ id, words: name, at, box });
      filled.push(box);
      break;
    }
  }
  return found;
}
