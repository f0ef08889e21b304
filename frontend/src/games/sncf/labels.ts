// Names on the map: several places are tried around each city, and the ones taken together do not meet.

import type { Box, Place } from "./layout";
import { centre, discBox, heavyLines, mapBox, RADIUS } from "./layout";
import type { BoardFile, Hex, Kind } from "./types";

export interface Label extends Box {
  id: string;
  lines: string[];
  widths: number[];
  size: number;
  x: number;
  anchor: "start" | "middle" | "end";
}

const SIZE: Record<Kind, number> = {
  rural: 0,
  yellow: 19,
  purple: 20,
  red: 22.5,
  blue: 25,
  white: 29,
  suburb: 13.5,
  paris: 27,
};
const LEAD = 0.86; // from one line to the next
const SMALL = 0.7; // small capitals beside capitals
// advance widths of the sign font's capitals, in parts of its size; all others are nearly alike
const WIDTH: Record<string, number> = {
  I: 0.225,
  Î: 0.225,
  W: 0.665,
  M: 0.54,
  N: 0.51,
  "'": 0.165,
  "-": 0.325,
  "(": 0.28,
  ")": 0.28,
  " ": 0.2,
  ".": 0.21,
};

/** How wide a text in small capitals is, with its spacing. */
export function widthOf(text: string, size: number): number {
  let sum = 0;
  for (const sign of text) {
    const capital = sign.toUpperCase();
    sum += ((WIDTH[capital] ?? 0.475) * (sign === capital ? 1 : SMALL) + 0.02) * size;
  }
  return sum;
}

/** A name whole, and in two lines where it has a joint. */
export function ways(name: string): string[][] {
  const found = [[name]];
  for (const joint of name.matchAll(/[ -]/g)) {
    const cut = joint.index + 1;
    found.push([name.slice(0, cut).trim(), name.slice(cut)]);
  }
  return found;
}

export function meet(a: Box, b: Box, gap = 0): boolean {
  return a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom + gap && b.top < a.bottom + gap;
}

function around(x: number, y: number, across: number, down: number): Box {
  return { left: x - across, top: y - down, right: x + across, bottom: y + down };
}

type Candidate = Label & { dislike: number };

/** A block of lines whose box has its middle, left or right edge at x. */
function block(
  id: string,
  lines: string[],
  size: number,
  x: number,
  top: number,
  anchor: Label["anchor"],
): Label {
  const widths = lines.map((line) => widthOf(line, size));
  const width = Math.max(...widths);
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  const bottom = top + size * (0.76 + LEAD * (lines.length - 1));
  return { id, lines, widths, size, x, anchor, left, top, right: left + width, bottom };
}

function candidates(hex: Hex, size: number): Candidate[] {
  const { x, y } = centre(hex);
  const [radius, gap] = [RADIUS[hex.kind] + 2.5, size / 9];
  return ways(hex.name ?? hex.id).flatMap((lines, second) => {
    const high = size * (0.76 + LEAD * (lines.length - 1));
    const [below, above, slant] = [y + radius + gap, y - radius - gap - high, radius * 0.62];
    const made: [number, number, Label["anchor"], number][] = [
      [x, below, "middle", 0],
      [x, above, "middle", 0.6],
      [x + radius + gap, y - high / 2, "start", 2],
      [x - radius - gap, y - high / 2, "end", 2.2],
    ];
    for (const shift of [14, 26, 38])
      for (const sign of [1, -1])
        made.push(
          [x + shift * sign, below, "middle", 0.5 + shift / 9],
          [x + shift * sign, above, "middle", 1 + shift / 9],
        );
    for (const [dx, anchor] of [
      [slant + gap, "start"],
      [-slant - gap, "end"],
    ] as const)
      made.push(
        [x + dx, y + radius * 0.7 + gap, anchor, 3],
        [x + dx, y - radius * 0.7 - gap - high, anchor, 3.2],
      );
    return made.map(([at, top, anchor, dislike]) => ({
      ...block(hex.id, lines, size, at, top, anchor),
      // a name with a river in brackets reads best in two lines
      dislike: dislike + (second ? 0.8 : hex.name?.includes("(") ? 5 : 0),
    }));
  });
}

/** How much of a that b covers, so that a search knows which way is better. */
function overlap(a: Box, b: Box, gap: number): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left) + gap;
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) + gap;
  return across > 0 && down > 0 ? 1 + (across * down) / 400 : 0;
}

/**
 * A place for every name of the board. Names never meet a name or another city's disc; of what cannot be placed
 * so, the cheaper cities are left out (only ever where the type is enlarged for a small screen).
 */
export function placeNames(board: BoardFile, enlarge = 1): Label[] {
  const cities = board.hexes.filter((hex) => hex.kind !== "rural" && hex.kind !== "paris");
  const frame = mapBox(board);
  const discs = new Map<string, Box>();
  const soft: Box[] = [];
  for (const hex of board.hexes) {
    const { x, y } = centre(hex);
    if (hex.kind === "rural") soft.push(around(x, y, 8, 8));
    else discs.set(hex.id, discBox(hex));
    if (hex.kind !== "suburb") soft.push(badge(hex));
  }
  for (const { from, to } of heavyLines(board))
    for (let n = 0; n <= 4; n++)
      soft.push(around(from.x + ((to.x - from.x) * n) / 4, from.y + ((to.y - from.y) * n) / 4, 4, 4));

  const choices = cities.map((hex) => {
    if (hex.kind === "suburb") {
      const { x, y } = centre(hex);
      const lines = (hex.name ?? hex.id).replace(/^Gare /, "Gare\n").split("\n");
      return [{ ...block(hex.id, lines, SIZE.suburb, x, y + 4, "middle"), dislike: 0, alone: 0 }];
    }
    return candidates(hex, SIZE[hex.kind] * enlarge).map((each) => {
      let alone = each.dislike;
      for (const [id, disc] of discs) if (id !== hex.id) alone += 40 * overlap(each, disc, 2);
      for (const box of soft) alone += 1.2 * overlap(each, box, 0);
      if (each.left < frame.left + 3 || each.right > frame.right - 3) alone += 200;
      if (each.top < frame.top + 3 || each.bottom > frame.bottom - 3) alone += 200;
      return { ...each, alone };
    });
  });
  const taken = choices.map((each) => each.reduce((best, one) => (one.alone < best.alone ? one : best)));
  const clash = (one: Label, n: number): number =>
    taken.reduce((sum, other, m) => sum + (m === n ? 0 : 50 * overlap(one, other, 6)), 0);
  for (let round = 0, moved = true; moved && round < 30; round++) {
    moved = false;
    choices.forEach((each, n) => {
      let [best, cost] = [taken[n]!, taken[n]!.alone + clash(taken[n]!, n)];
      for (const one of each) {
        const price = one.alone < cost ? one.alone + clash(one, n) : Infinity;
        if (price < cost - 1e-9) [best, cost] = [one, price];
      }
      if (best !== taken[n]) {
        taken[n] = best;
        moved = true;
      }
    });
  }
  return withoutMeeting(taken, cities, [...discs]);
}

function withoutMeeting(taken: Label[], cities: Hex[], discs: [string, Box][]): Label[] {
  const order = taken.map((_, n) => n).sort((a, b) => (cities[b]!.value ?? 9) - (cities[a]!.value ?? 9));
  const shown: Label[] = [];
  for (const n of order) {
    const one = taken[n]!;
    const free =
      shown.every((other) => !meet(one, other)) &&
      discs.every(([id, disc]) => id === one.id || !meet(one, disc));
    if (free) shown.push(one);
  }
  return shown;
}

/** Where a city's railroad puts its letter: over the right shoulder of the disc. */
export function shoulder(hex: Hex): Place {
  const { x, y } = centre(hex);
  const out = RADIUS[hex.kind] * 0.78;
  return { x: x + out, y: y - out };
}

function badge(hex: Hex): Box {
  const { x, y } = shoulder(hex);
  return hex.kind === "rural" ? around(x, y, 0, 0) : around(x, y, 8, 8);
}
