// Where the loupe hangs: above the finger, beside it at the upper edge, never under the hand and never off the table.

import type { Frame } from "../../table/contract";

export const LOUPE = { radius: 56, larger: 2 }; // pixels, times

const AWAY = 1.7; // radii between the finger and the middle of the glass

export function loupeAt(x: number, y: number, r: number, frame: Frame): { x: number; y: number } {
  const [right, bottom] = [frame.x + frame.width, frame.y + frame.height];
  const inside = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
  const above = y - AWAY * r;
  if (above - r >= frame.y) return { x: inside(x, frame.x + r, right - r), y: above };
  const left = x - AWAY * r;
  const aside = left - r >= frame.x ? left : x + AWAY * r;
  return { x: aside, y: inside(y, frame.y + r, bottom - r) };
}
