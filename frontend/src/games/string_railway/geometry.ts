// Where things lie: from the table (whole units of 0.001 cm, y up) to the drawing (millimetres, y down) and back.

import type { Point } from "../../protocol.gen";

export const UNITS = 100; // of the table in one of the drawing

export const across = (x: number): number => x / UNITS;
export const down = (y: number): number => -y / UNITS;
export const toTable = ([x, y]: Point): Point => [Math.round(x * UNITS), Math.round(-y * UNITS)];
export const dist = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const rounded = (points: Point[]): Point[] => points.map(([x, y]) => [Math.round(x), Math.round(y)]);

/** An SVG path through points of the table. */
export function path(points: Point[], closed = false): string {
  if (!points.length) return "";
  const places = points.map(([x, y]) => `${+across(x).toFixed(2)} ${+down(y).toFixed(2)}`);
  return `M${places.join("L")}${closed ? "Z" : ""}`;
}

/** Millionths of a centimetre, as the rules measure: each piece is rounded down. */
export function lengthOf(points: Point[], closed = false): number {
  let total = 0;
  for (let i = closed ? 0 : 1; i < points.length; i += 1) {
    const [ax, ay] = points.at(i - 1)!;
    const [bx, by] = points[i]!;
    total += Math.floor(Math.sqrt(1e6 * ((bx - ax) ** 2 + (by - ay) ** 2)));
  }
  return total;
}

/** The corners of a card, counter-clockwise, as the engine rounds them. */
export function corners([x, y]: Point, size: number, degrees: number): Point[] {
  const turn = ((degrees + 45) * Math.PI) / 180;
  const u = Math.round((size / Math.SQRT2) * Math.cos(turn));
  const v = Math.round((size / Math.SQRT2) * Math.sin(turn));
  return [
    [x + u, y + v],
    [x - v, y + u],
    [x - u, y - v],
    [x + v, y - u],
  ];
}

/** How a card is turned in the drawing: at most an eighth either way, so that it can be read. */
export function turned(x: number, y: number, corner: Point): number {
  const raw = 45 - (Math.atan2(corner[1] - y, corner[0] - x) * 180) / Math.PI;
  const turn = ((raw % 90) + 90) % 90;
  return turn > 45 ? turn - 90 : turn;
}

/** How deep a point lies in a counter-clockwise quadrilateral; below 0 it is outside. */
export function depth(quad: Point[], [x, y]: Point): number {
  let least = Infinity;
  for (let i = 0; i < quad.length; i += 1) {
    const [ax, ay] = quad[i]!;
    const [bx, by] = quad[(i + 1) % quad.length]!;
    const side = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay);
    least = Math.min(least, side);
  }
  return least;
}

/** The card under a point, or the one whose edge is nearest within reach: that is what the string snaps to. */
export function stationAt<T extends { corners: Point[] }>(tiles: T[], at: Point, reach: number): T | null {
  let best = -reach;
  let found: T | null = null;
  for (const tile of tiles) {
    const deep = depth(tile.corners, at);
    if (deep > best) [best, found] = [deep, tile];
  }
  return found;
}

/** The nearest point of a line to a point: which vertex, and how far away the line is. */
export function nearest(points: Point[], at: Point, closed = false): { index: number; away: number } {
  let away = Infinity;
  let index = 0;
  const pieces = closed ? points.length : points.length - 1;
  for (let i = 0; i < pieces; i += 1) {
    const a = points[i]!;
    const next = (i + 1) % points.length;
    const b = points[next]!;
    const dx = b[0] - a[0];
    const dy = b[1] - a[1];
    const part = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / (dx * dx + dy * dy || 1);
    const along = Math.min(1, Math.max(0, part));
    const far = Math.hypot(at[0] - a[0] - along * dx, at[1] - a[1] - along * dy);
    if (far < away) [away, index] = [far, along < 0.5 ? i : next];
  }
  return { index, away };
}

/** The point of a convex quadrilateral nearest to the segment between two points. */
function between(quad: Point[], a: Point, b: Point): Point {
  // a sample is enough: this is drawn and measured to a millimetre, no rule depends on it
  let best: Point = quad[0]!;
  let least = Infinity;
  for (let i = 0; i < quad.length; i += 1) {
    const c = quad[i]!;
    const d = quad[(i + 1) % quad.length]!;
    for (let k = 0; k < 8; k += 1) {
      const p: Point = [c[0] + ((d[0] - c[0]) * k) / 8, c[1] + ((d[1] - c[1]) * k) / 8];
      const way = dist(a, p) + dist(p, b);
      if (way < least) [least, best] = [way, p];
    }
  }
  return best;
}

/** The shortest line that visits the cards in this order (and then a point): nothing can be tauter. */
export function taut(quads: Point[][], then: Point | null = null): Point[] {
  const line = quads.map(middle);
  if (then) line.push(then);
  if (line.length < 2) return line;
  for (let round = 0; round < 6; round += 1) {
    for (let i = 0; i < quads.length; i += 1) {
      const before = line[i - 1] ?? line[i + 1]!;
      const after = line[i + 1] ?? line[i - 1]!;
      line[i] = between(quads[i]!, before, after);
    }
  }
  return line;
}

export function middle(quad: Point[]): Point {
  const sum = quad.reduce(([x, y], [u, v]) => [x + u, y + v] as Point, [0, 0]);
  return [sum[0] / quad.length, sum[1] / quad.length];
}

/** The lowest and the highest corner of the box round a line. */
export function bounds(points: Point[]): [Point, Point] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [
    [Math.min(...xs), Math.min(...ys)],
    [Math.max(...xs), Math.max(...ys)],
  ];
}

export function span(points: Point[], closed = false): number {
  let total = 0;
  for (let i = closed ? 0 : 1; i < points.length; i += 1) total += dist(points.at(i - 1)!, points[i]!);
  return total;
}

/** A slack string between two points: it hangs to a side as far as its length allows, and is taut at the end. */
export function hanging(a: Point, b: Point, length: number): Point[] {
  const chord = dist(a, b);
  const slack = Math.max(0, length - chord);
  const sag = Math.min(Math.sqrt((3 * chord * slack) / 8), 0.32 * chord);
  const nx = (b[1] - a[1]) / (chord || 1);
  const ny = -(b[0] - a[0]) / (chord || 1);
  const side = ny > 0 ? -1 : 1; // downwards on the screen, where things hang
  return Array.from({ length: 17 }, (_, i) => {
    const t = i / 16;
    const out = side * sag * 4 * t * (1 - t);
    return [a[0] + (b[0] - a[0]) * t + nx * out, a[1] + (b[1] - a[1]) * t + ny * out];
  });
}

/** The same line in so many equal steps. */
export function even(points: Point[], count: number, closed = false): Point[] {
  const whole = closed ? [...points, points[0]!] : points;
  const step = span(whole) / count;
  const found: Point[] = [];
  let at = 0;
  let passed = 0;
  for (let number = 0; number < (closed ? count : count + 1); number += 1) {
    const want = step * number;
    while (at < whole.length - 2 && passed + dist(whole[at]!, whole[at + 1]!) < want) {
      passed += dist(whole[at]!, whole[at + 1]!);
      at += 1;
    }
    const [a, b] = [whole[at]!, whole[at + 1]!];
    const part = Math.min(1, (want - passed) / (dist(a, b) || 1));
    found.push([a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])]);
  }
  return found;
}

const FIELD_STEPS = 60; // a multiple of 3, 4 and 5: the marks are spread evenly

/** A stroke as a field string: smooth, counter-clockwise and as long as the loop, with so many marks. */
export function fitField(stroke: Point[], loop: number, marks: number): { field: Point[]; marks: Point[] } {
  let line = even(stroke, FIELD_STEPS, true);
  for (let round = 0; round < 3; round += 1) {
    line = line.map(([x, y], i) => {
      const a = line.at(i - 1)!;
      const b = line[(i + 1) % line.length]!;
      return [(a[0] + 2 * x + b[0]) / 4, (a[1] + 2 * y + b[1]) / 4];
    });
  }
  const area = line.reduce((sum, [x, y], i) => {
    const [u, v] = line[(i + 1) % line.length]!;
    return sum + x * v - u * y;
  }, 0);
  if (area < 0) line.reverse();
  for (let round = 0; round < 3; round += 1) {
    line = even(line, FIELD_STEPS, true);
    const [cx, cy] = middle(line);
    const factor = loop / span(line, true);
    line = line.map(([x, y]) => [cx + factor * (x - cx), cy + factor * (y - cy)]);
  }
  const [cx, cy] = middle(line); // round the origin, where every coordinate is in reach
  const field = rounded(line.map(([x, y]) => [x - cx, y - cy]));
  return { field, marks: marksOf(field, marks) };
}

export function marksOf(field: Point[], count: number): Point[] {
  return Array.from({ length: count }, (_, k) => field[Math.round((k * field.length) / count)]!);
}
