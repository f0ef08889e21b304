// A spot of the board: as parts of its width and height, which are the same on every screen.

import type { Frame } from "../contract";
import { around, type Ring } from "../pointers";

type Spot = [number, number];

/** Where a press was, inside the board; null: beside it. */
export function spotAt(x: number, y: number, frame: Frame): Spot | null {
  const spot: Spot = [(x - frame.x) / frame.width, (y - frame.y) / frame.height];
  return spot.every((each) => each >= 0 && each <= 1) ? (spot.map(rounded) as Spot) : null;
}

/** The ring around a spot on this screen; `matrix` leads from the board there. */
export function ringAt(
  [right, down]: Spot,
  frame: Frame,
  { a, d, e, f }: { a: number; d: number; e: number; f: number },
): Ring {
  const [x, y] = [frame.x + right * frame.width, frame.y + down * frame.height];
  return around("spot", { x: a * x + e, y: d * y + f, width: 0, height: 0 });
}

const rounded = (part: number) => Math.round(part * 1e4) / 1e4;
