// A rope of exact links: grabbed anywhere, the rest follows the leader, no bend is sharper than allowed, and
// both ends stay where they were as long as they can. Points are those of the table, but not yet whole.

import type { Point } from "../../protocol.gen";
import { dist, nearest, rounded } from "./geometry";

export interface Rope {
  points: Point[];
  links: number[]; // the length of each link; a closed rope has one more, back to its first point
  closed: boolean;
}

export interface Grip {
  index: number;
  from: number; // the stretch between the neighbouring pins, which alone moves; without pins the whole rope
  to: number;
  held: Point[]; // where the ends of that stretch are
}

const ROUNDS = 24;
const ENOUGH = 150; // units that a held end may drift
const CARRIED = 9000; // units along the rope that go with the grip
const SETTLED = 24;
const STEP = 150;
const MOST_STEPS = 8;
const SPREAD = 16_000; // so far along the rope bends are evened out
const STIFF = 1;
const AT_END = 900; // so near along the rope to an end, the end itself is grabbed
const AT_PIN = 2000; // so near along the rope to a pin, the pin itself is grabbed
const STEEPEST = (50 * Math.PI) / 180; // no turn of the rope is sharper, even where a rule allows it

/** A rope along a line that is already about as long: the links are stretched to the exact length. */
export function ropeOf(line: Point[], length: number, closed = false): Rope {
  const points = line.map(([x, y]) => [x, y] as Point);
  const links = points.slice(closed ? 0 : 1).map((b, i) => dist(points.at(closed ? i - 1 : i)!, b));
  if (closed) links.push(links.shift()!); // links[i] leads from point i to the next
  const total = links.reduce((sum, each) => sum + each, 0);
  return { points, links: links.map((each) => (each * length) / total), closed };
}

/** Whole points, as they are sent. */
export const points = (rope: Rope): Point[] => rounded(rope.points);

/** Take hold of the rope at its nearest point; pins stay where they are, but for one that is grabbed itself. */
export function grip(rope: Rope, at: Point, pins: number[] = []): Grip {
  let { index } = nearest(rope.points, at, rope.closed);
  if (!rope.closed) {
    const before = sum(rope.links, 0, index);
    const after = sum(rope.links, index, rope.links.length);
    if (before < AT_END) index = 0;
    else if (after < AT_END) index = rope.points.length - 1;
  }
  const before = pins.filter((pin) => sum(rope.links, pin, index) > AT_PIN);
  const after = pins.filter((pin) => sum(rope.links, index, pin) > AT_PIN);
  const [from, to] = [Math.max(0, ...before), Math.min(rope.points.length - 1, ...after)];
  return { index, from, to, held: rope.closed ? [] : [rope.points[from]!, rope.points[to]!] };
}

/** How sharp the rope may turn between two links: radius·tan(turn/2) is at most half the shorter one. */
export function sharpest(one: number, other: number, radius: number): number {
  return Math.min(STEEPEST, 0.96 * 2 * Math.atan(Math.min(one, other) / (2 * radius)));
}

/** The rope after its grabbed point was drawn there, and by how much that was too far. */
export function pull(rope: Rope, held: Grip, to: Point, radius: number): { rope: Rope; missing: number } {
  if (rope.closed) return { rope: pullClosed(rope, held.index, to, radius), missing: 0 };
  const line = rope.points.slice(held.from, held.to + 1).map(([x, y]) => [x, y] as Point);
  const links = rope.links.slice(held.from, held.to);
  const first = held.index === 0 ? null : held.held[0]!;
  const final = held.index === rope.points.length - 1 ? null : held.held[1]!;
  const goal = within(links, held.index - held.from, to, first, final);
  reach(line, links, held.index - held.from, goal, first, final, radius);
  // what lies beyond the pins goes with them, by the little that they drift, so that no link changes
  const moved = ([x, y]: Point, now: Point, then: Point): Point => [
    x + now[0] - then[0],
    y + now[1] - then[1],
  ];
  const before = rope.points.slice(0, held.from).map((p) => moved(p, line[0]!, rope.points[held.from]!));
  const after = rope.points.slice(held.to + 1).map((p) => moved(p, line.at(-1)!, rope.points[held.to]!));
  return { rope: { ...rope, points: [...before, ...line, ...after] }, missing: dist(goal, to) };
}

function sum(links: number[], from: number, to: number): number {
  let total = 0;
  for (let i = from; i < to; i += 1) total += links[i]!;
  return total;
}

/** The point nearest to the wanted one that both held ends can reach. */
function within(links: number[], index: number, to: Point, first: Point | null, final: Point | null): Point {
  let goal = to;
  const bounds: [Point, number][] = [];
  if (first) bounds.push([first, 0.998 * sum(links, 0, index)]);
  if (final) bounds.push([final, 0.998 * sum(links, index, links.length)]);
  for (let round = 0; round < 12; round += 1) {
    for (const [end, far] of bounds) {
      const away = dist(end, goal);
      if (away > far) {
        goal = [end[0] + ((goal[0] - end[0]) * far) / away, end[1] + ((goal[1] - end[1]) * far) / away];
      }
    }
  }
  return goal;
}

/** Forward and backward reaching until the ends are where they are held; the last pass keeps every link. */
function reach(
  line: Point[],
  links: number[],
  index: number,
  goal: Point,
  first: Point | null,
  final: Point | null,
  radius: number,
): void {
  const last = line.length - 1;
  // in small steps, so that slack finds its way along the rope before it can knot at the grip
  const start = line[index]!;
  const steps = Math.min(MOST_STEPS, Math.ceil(dist(start, goal) / STEP) || 1);
  for (let step = 1; step <= steps; step += 1) {
    const part = step / steps;
    const at: Point = [start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part];
    carry(line, links, index, at);
    if (first) line[0] = first;
    if (final) line[last] = final;
    settle(line, links, index, first ? 0 : -1, final ? last : -1);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    line[index] = goal;
    follow(line, links, index, 1, last, radius, null);
    const ahead = index < last ? direction(line[index + 1]!, line[index]!) : null;
    follow(line, links, index, -1, 0, radius, ahead);
    const drift = Math.max(first ? dist(line[0]!, first) : 0, final ? dist(line[last]!, final) : 0);
    if (drift < ENOUGH || round === ROUNDS - 1) return;
    if (final) {
      line[last] = final;
      follow(line, links, last, -1, index, radius, null);
    }
    if (first) {
      line[0] = first;
      follow(line, links, 0, 1, index, radius, null);
    }
  }
}

/** What lies near the grip goes with it, the less the further away: a rope on a table bends in one bow. */
function carry(line: Point[], links: number[], index: number, goal: Point): void {
  const [dx, dy] = [goal[0] - line[index]![0], goal[1] - line[index]![1]];
  for (const step of [1, -1] as const) {
    const end = step > 0 ? line.length - 1 : 0;
    const whole = step > 0 ? sum(links, index, links.length) : sum(links, 0, index);
    const far = Math.min(CARRIED, 0.8 * whole);
    let away = 0;
    for (let i = index; i !== end;) {
      away += links[step > 0 ? i : i - 1]!;
      i += step;
      if (away >= far) break;
      const part = Math.cos((away / far) * (Math.PI / 2)) ** 2;
      line[i] = [line[i]![0] + dx * part, line[i]![1] + dy * part];
    }
  }
  line[index] = goal;
}

/** Links find their lengths again, each giving way to its neighbours, and slack goes into wide bows. */
function settle(line: Point[], links: number[], grip: number, first: number, final: number): void {
  const held = (i: number) => i === grip || i === first || i === final;
  const near = Math.ceil(SPREAD / (sum(links, 0, links.length) / links.length));
  const [from, to] = [Math.max(2, grip - near), Math.min(line.length - 3, grip + near)];
  for (let round = 0; round < SETTLED; round += 1) {
    for (let i = 0; i < links.length; i += 1) {
      const at = round % 2 ? links.length - 1 - i : i;
      const [a, b] = [line[at]!, line[at + 1]!];
      const away = dist(a, b) || 1;
      const [one, other] = [held(at) ? 0 : 1, held(at + 1) ? 0 : 1];
      if (!one && !other) continue;
      const off = (away - links[at]!) / away / (one + other);
      const [x, y] = [(b[0] - a[0]) * off, (b[1] - a[1]) * off];
      line[at] = [a[0] + one * x, a[1] + one * y];
      line[at + 1] = [b[0] - other * x, b[1] - other * y];
    }
    // a rope resists bending, short waves most: down the slope of its bending energy, near the grip only,
    // because further away it keeps the shape that it was given
    for (let i = from; i <= to; i += 1) {
      if (held(i)) continue;
      const [a, b, c, d, e] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!, line[i + 2]!];
      const part = STIFF * (1 - Math.abs(i - grip) / (near + 1));
      line[i] = [
        c[0] - (part * (a[0] - 4 * b[0] + 6 * c[0] - 4 * d[0] + e[0])) / 16,
        c[1] - (part * (a[1] - 4 * b[1] + 6 * c[1] - 4 * d[1] + e[1])) / 16,
      ];
    }
  }
}

function direction(from: Point, to: Point): Point {
  const away = dist(from, to);
  return away > 1e-9 ? [(to[0] - from[0]) / away, (to[1] - from[1]) / away] : [1, 0];
}

/** Follow the leader from one point to another: each link keeps its length and bends no more than allowed. */
function follow(
  line: Point[],
  links: number[],
  from: number,
  step: 1 | -1,
  to: number,
  radius: number,
  before: Point | null,
): void {
  let heading = before;
  for (let i = from; i !== to; i += step) {
    const link = links[step > 0 ? i : i - 1]!;
    let way = direction(line[i]!, line[i + step]!);
    if (heading) {
      const behind = links[step > 0 ? i - 1 : i] ?? link;
      way = straightened(heading, way, sharpest(behind, link, radius));
    }
    line[i + step] = [line[i]![0] + way[0] * link, line[i]![1] + way[1] * link];
    heading = way;
  }
}

/** A direction that turns from the heading by no more than so much. */
function straightened(heading: Point, way: Point, most: number): Point {
  const dot = heading[0] * way[0] + heading[1] * way[1];
  if (dot >= Math.cos(most)) return way;
  const turn = heading[0] * way[1] - heading[1] * way[0] < 0 ? -most : most;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [heading[0] * c - heading[1] * s, heading[0] * s + heading[1] * c];
}

/** A closed rope is cut at the point opposite the grip, pulled as an open one, and closed again. */
function pullClosed(rope: Rope, index: number, to: Point, radius: number): Rope {
  const n = rope.points.length;
  const half = n >> 1;
  const from = (index + half) % n;
  const line = Array.from({ length: n + 1 }, (_, i) => rope.points[(from + i) % n]!);
  const links = Array.from({ length: n }, (_, i) => rope.links[(from + i) % n]!);
  const cut = line[0]!;
  const at = n - half;
  const goal = within(links, at, to, cut, cut);
  reach(line, links, at, goal, cut, cut, radius);
  const [a, b] = [line[0]!, line[n]!];
  const gap: Point = [(b[0] - a[0]) / 2, (b[1] - a[1]) / 2];
  const closed = line.slice(0, n).map(([x, y], i): Point => {
    const part = i <= at ? (at - i) / at : -(i - at) / (n - at);
    return [x + gap[0] * part, y + gap[1] * part];
  });
  for (const i of [n - 2, n - 1, 0, 1, 2, n - 1, 0, 1]) {
    // nothing kept the bend at the cut soft
    const [before, after] = [closed[(i + n - 1) % n]!, closed[(i + 1) % n]!];
    const [x, y] = closed[i]!;
    closed[i] = [(before[0] + 2 * x + after[0]) / 4, (before[1] + 2 * y + after[1]) / 4];
  }
  const length = links.reduce((total, each) => total + each, 0);
  const now = closed.reduce((total, p, i) => total + dist(p, closed[(i + 1) % n]!), 0);
  const factor = length / now; // closing costs a little; grown or shrunk round the grip it is exact again
  const [gx, gy] = closed[at]!;
  const exact = closed.map(([x, y]): Point => [gx + factor * (x - gx), gy + factor * (y - gy)]);
  const back = (n - from) % n;
  return { ...rope, points: Array.from({ length: n }, (_, i) => exact[(i + back) % n]!) };
}
