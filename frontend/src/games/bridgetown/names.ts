// Where the names of spaces stand, so that none meets another name, a bead, a flag or the wheel.
// A name without room is left out; it is shown when its space is hovered.

import { span, type Sheet, type XY } from "./sheet";
import type { City, Node } from "./types";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Name {
  id: string;
  words: string;
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  box: Box;
}

export const AREA_SIZE = 23;

const NARROW = /[iljtfrI.,'/ 1]/;
const BROAD = /[mwMW&]/;

/** About how wide words are in the condensed face. */
export function widthOf(words: string, size: number): number {
  let wide = 0;
  for (const letter of words)
    wide += NARROW.test(letter) ? 0.27 : BROAD.test(letter) ? 0.64 : /[A-Z]/.test(letter) ? 0.52 : 0.44;
  return wide * size;
}

/** Words in as many lines of such a width as they need. */
export function wrapped(words: string, size: number, wide: number): string[] {
  const rows = [""];
  for (const word of words.split(" ")) {
    const longer = `${rows.at(-1)} ${word}`.trim();
    if (widthOf(longer, size) > wide) rows.push(word);
    else rows[rows.length - 1] = longer;
  }
  return rows;
}

export const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

export const boxAround = ([x, y]: XY, across: number, down: number): Box => ({
  left: x - across,
  right: x + across,
  top: y - down,
  bottom: y + down,
});

/** Which end of a name is near its space, and how far away its baseline is. */
function sides(size: number): Record<string, [Name["anchor"], number, number]> {
  const [near, mid] = [17, size * 0.36];
  return {
    n: ["middle", 0, -near - 2],
    s: ["middle", 0, near + size * 0.8],
    e: ["start", near + 3, mid],
    w: ["end", -near - 3, mid],
    ne: ["start", 9, -near - 1],
    nw: ["end", -9, -near - 1],
    se: ["start", 9, near + size * 0.75],
    sw: ["end", -9, near + size * 0.75],
  };
}

function nameAt(node: Node, at: XY, size: number, side: [Name["anchor"], number, number]): Name {
  const [anchor, across, down] = side;
  const [x, y] = [at[0] + across, at[1] + down];
  const wide = widthOf(node.name, size);
  const left = x - (anchor === "end" ? wide : anchor === "middle" ? wide / 2 : 0);
  const box = { left, right: left + wide, top: y - size * 0.78, bottom: y + size * 0.22 };
  return { id: node.id, words: node.name, x, y, anchor, box };
}

/** Small boxes along every street: a name on a street can be read, but beside it is better. */
function streetBoxes(city: City, sheet: Sheet): Box[] {
  const found: Box[] = [];
  for (const edge of city.edges) {
    const [a, b] = [sheet.at.get(edge.a)!, sheet.at.get(edge.b)!];
    const steps = Math.max(2, Math.floor(Math.hypot(b[0] - a[0], b[1] - a[1]) / 9));
    for (let n = 1; n < steps; n += 1) {
      const part = n / steps;
      found.push(boxAround([a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part], 7, 7));
    }
  }
  return found;
}

/** What is there whatever the position: bridges with flag and name, barges, stairs, the start, the wheel. */
export function taken(city: City, sheet: Sheet): Box[] {
  const p = sheet.piece;
  const found = city.barges.map((each) => boxAround(sheet.project(each.x, each.y), 26 * p, 20 * p));
  for (const bridge of city.bridges) {
    const { at, west, east } = span(sheet, city.edges, bridge.node);
    const [x, y] = at;
    const half = Math.min(west, east) * 0.85;
    found.push({ left: x - west + 16, right: x + east - 16, top: y - 15, bottom: y + 15 });
    found.push({ left: x - half, right: x + half, top: y - 14 - 26 * p, bottom: y });
    found.push({ left: x - 44, right: x + 44 * p, top: y - 52 * p, bottom: y + 28 * p });
  }
  for (const each of city.overpasses) {
    const [[ax, ay], [bx, by]] = [sheet.at.get(each.upper)!, sheet.at.get(each.lower)!];
    found.push({ left: (ax + bx) / 2 - 32, right: (ax + bx) / 2 - 8, top: ay, bottom: by });
  }
  const start = city.nodes.find((node) => node.kind === "start");
  if (start) found.push(boxAround([sheet.map.x + 20 * p, sheet.at.get(start.id)![1]], 20 * p, 76 * p));
  const { x, y, r } = sheet.wheel;
  if (!sheet.wide) found.push(boxAround([x, y], r + 8, r + 8));
  return found;
}

/** The faint names of quarters: as near as can be to where the board has them, clear of all that is named. */
export function placeAreas(city: City, sheet: Sheet, names: Name[]): Name[] {
  const size = AREA_SIZE;
  const beads = city.nodes.map((node) => boxAround(sheet.at.get(node.id)!, 14, 14));
  const fixed = [...taken(city, sheet), ...beads, ...streetBoxes(city, sheet)];
  const filled = [...fixed, ...names.map((each) => each.box)];
  const found: Name[] = [];
  for (const area of city.areas ?? []) {
    const [x, y] = sheet.project(area.x, area.y);
    const wide = widthOf(area.name, size) * 1.15;
    let best: Name | null = null;
    let least = Infinity;
    for (let down = -96; down <= 96; down += 8)
      for (let across = -156; across <= 156; across += 12) {
        const box = area.rot
          ? boxAround([x + across, y + down], size / 2, wide / 2)
          : boxAround([x + across, y + down - size * 0.3], wide / 2, size * 0.5);
        const { map } = sheet;
        if (box.left < map.x + 2 || box.right > map.x + map.width - 8) continue;
        const cost = Math.abs(across) + Math.abs(down);
        if (cost >= least || filled.some((each) => meet(each, box))) continue;
        least = cost;
        best = { id: area.name, words: area.name, x: x + across, y: y + down, anchor: "middle", box };
      }
    if (!best) continue;
    found.push(best);
    filled.push(best.box);
  }
  return found;
}

export function placeNames(city: City, sheet: Sheet): Name[] {
  const { map, names: size } = sheet;
  const filled = taken(city, sheet);
  const beads = city.nodes.map((node) => boxAround(sheet.at.get(node.id)!, 12, 12));
  const streets = streetBoxes(city, sheet);
  const found: Name[] = [];
  const named = city.nodes.filter((node) => !node.kind.startsWith("bridge:") && node.kind !== "start");
  for (const node of named.sort((one, other) => other.name.length - one.name.length)) {
    let best: Name | null = null;
    let least = 40;
    for (const [side, where] of Object.entries(sides(size))) {
      const name = nameAt(node, sheet.at.get(node.id)!, size, where);
      const { box } = name;
      if (box.left < map.x + 4 || box.right > map.x + map.width - 4) continue;
      if (filled.some((each) => meet(each, box)) || beads.some((each) => meet(each, box))) continue;
      const cost = (side === node.label ? 0 : 1) + 2 * streets.filter((each) => meet(each, box)).length;
      if (cost < least) [best, least] = [name, cost];
    }
    if (!best) continue;
    found.push(best);
    filled.push(best.box);
  }
  return found;
}
