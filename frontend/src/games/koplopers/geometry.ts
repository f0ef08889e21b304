// Lines with bends: how long they are, a place on them, and what they touch.

import type { Point } from "./types";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(bx - ax, by - ay);
}

export function length(path: Point[]): number {
  return path.slice(1).reduce((sum, point, i) => sum + distance(path[i]!, point), 0);
}

/** The place that lies this far along the path, and which way (in degrees) the path goes there. */
export function along(path: Point[], far: number): { at: Point; angle: number } {
  let left = Math.max(far, 0);
  for (let i = 1; i < path.length; i++) {
    const [from, to] = [path[i - 1]!, path[i]!];
    const piece = distance(from, to);
    if (piece === 0) continue;
    if (left <= piece || i === path.length - 1) {
      const part = Math.min(left / piece, 1);
      return {
        at: [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part],
        angle: (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI,
      };
    }
    left -= piece;
  }
  return { at: path[0]!, angle: 0 };
}

/** The part of a path between two distances. */
export function slice(path: Point[], start: number, end: number): Point[] {
  const found = [along(path, start).at];
  let gone = 0;
  for (let i = 1; i < path.length - 1; i++) {
    gone += distance(path[i - 1]!, path[i]!);
    if (gone > start + 0.01 && gone < end - 0.01) found.push(path[i]!);
  }
  return [...found, along(path, end).at];
}

/** The path as SVG, its bends rounded. */
export function drawn(path: Point[], round = 22): string {
  let d = `M${show(path[0]!)}`;
  for (let i = 1; i < path.length - 1; i++) {
    const [before, bend, after] = [path[i - 1]!, path[i]!, path[i + 1]!];
    const r = Math.min(round, distance(before, bend) / 2, distance(bend, after) / 2);
    d += `L${show(towards(bend, before, r))}Q${show(bend)} ${show(towards(bend, after, r))}`;
  }
  return `${d}L${show(path.at(-1)!)}`;
}

function show([x, y]: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

function towards(from: Point, to: Point, far: number): Point {
  const all = distance(from, to) || 1;
  return [from[0] + ((to[0] - from[0]) * far) / all, from[1] + ((to[1] - from[1]) * far) / all];
}

export function grown(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

export function around([x, y]: Point, width: number, height: number): Box {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

export function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** How much of a path lies inside a box (each straight piece clipped to it). */
export function inside(path: Point[], box: Box): number {
  let sum = 0;
  for (let i = 1; i < path.length; i++) sum += clipped(path[i - 1]!, path[i]!, box);
  return sum;
}

function clipped([ax, ay]: Point, [bx, by]: Point, box: Box): number {
  if (Math.max(ax, bx) < box.x || Math.min(ax, bx) > box.x + box.width) return 0;
  if (Math.max(ay, by) < box.y || Math.min(ay, by) > box.y + box.height) return 0;
  let [from, to] = [0, 1];
  const sides: [number, number][] = [
    [ax - bx, ax - box.x],
    [bx - ax, box.x + box.width - ax],
    [ay - by, ay - box.y],
    [by - ay, box.y + box.height - ay],
  ];
  for (const [p, q] of sides) {
    if (p === 0) {
      if (q < 0) return 0;
    } else if (p < 0) from = Math.max(from, q / p);
    else to = Math.min(to, q / p);
    if (from >= to) return 0;
  }
  return (to - from) * Math.hypot(bx - ax, by - ay);
}
