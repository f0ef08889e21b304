// Track as lines: which hexes of a railroad are joined, and which lane it takes where two share a hex.

import type { Place } from "./layout";
import type { Railroad, RailroadNow } from "./types";

export type Segment = [from: string, to: string];
const BESIDE = 8.5; // how far each of two railroads in one hex keeps from the middle

/**
 * Neighbours joined without a ring, so that a network reads as a line. What was joined before stays joined:
 * a new cube adds one segment and moves none.
 */
export function joined(
  track: string[],
  neighbours: Map<string, string[]>,
  before: Segment[] = [],
  first: (id: string) => boolean = () => false,
): Segment[] {
  const own = new Set(track);
  const kept = before.filter(([a, b]) => own.has(a) && own.has(b));
  const root = new Map<string, string>();
  const rootOf = (id: string): string => {
    const up = root.get(id);
    return up === undefined || up === id ? id : rootOf(up);
  };
  const found: Segment[] = [];
  const join = ([a, b]: Segment) => {
    if (rootOf(a) === rootOf(b)) return;
    root.set(rootOf(b), rootOf(a));
    found.push([a, b]);
  };
  kept.forEach(join);
  const old = new Set(kept.flat());
  // from where the railroad began outward, the nearest hexes first
  const front = [...track].sort((a, b) => rank(a) - rank(b));
  function rank(id: string): number {
    return old.has(id) ? 0 : first(id) ? 1 : 2;
  }
  const seen = new Set<string>();
  for (const start of front) {
    if (seen.has(start)) continue;
    const queue = [start];
    seen.add(start);
    for (const id of queue) {
      for (const other of neighbours.get(id) ?? []) {
        if (!own.has(other)) continue;
        join([id, other]);
        if (!seen.has(other)) {
          seen.add(other);
          queue.push(other);
        }
      }
    }
  }
  return found;
}

/** Whose track lies in each hex, in the order of the railroads. */
export function holders(railroads: RailroadNow[]): Map<string, Railroad[]> {
  const found = new Map<string, Railroad[]>();
  for (const { id, track } of railroads)
    for (const hex of track) found.set(hex, [...(found.get(hex) ?? []), id]);
  return found;
}

/**
 * Where each railroad's line runs through each of its hexes: through the middle, or, where two share a hex,
 * beside each other, across the way they go, each on the side that it goes to.
 */
export function lanes(
  networks: Map<Railroad, Segment[]>,
  held: Map<string, Railroad[]>,
  at: Map<string, Place>,
): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const [hex, both] of held) {
    const middle = at.get(hex)!;
    if (both.length === 1) {
      found.set(`${both[0]} ${hex}`, middle);
      continue;
    }
    const ways = both.map((railroad) =>
      (networks.get(railroad) ?? []).flatMap(([a, b]) => {
        const other = a === hex ? b : b === hex ? a : null;
        const place = other && at.get(other);
        return place ? [Math.atan2(place.y - middle.y, place.x - middle.x)] : [];
      }),
    );
    // doubled angles: a line has a direction but no arrow
    const all = ways.flat();
    const axis =
      Math.atan2(
        all.reduce((sum, way) => sum + Math.sin(2 * way), 0),
        all.reduce((sum, way) => sum + Math.cos(2 * way), 0),
      ) / 2;
    const normal = { x: -Math.sin(axis), y: Math.cos(axis) };
    const side = (own: number[]) =>
      own.reduce((sum, way) => sum + Math.cos(way) * normal.x + Math.sin(way) * normal.y, 0);
    const swap = side(ways[0]!) > side(ways[1]!) + 1e-6 ? -1 : 1;
    both.forEach((railroad, n) => {
      const by = (n ? 1 : -1) * swap * BESIDE;
      found.set(`${railroad} ${hex}`, { x: middle.x + normal.x * by, y: middle.y + normal.y * by });
    });
  }
  return found;
}

/** Hexes in open country where a railroad shows its letter: at its ends, and along it every third hex. */
export function lettered(segments: Segment[], open: (id: string) => boolean): string[] {
  const ways = new Map<string, number>();
  const depth = new Map<string, number>();
  for (const [a, b] of segments) {
    ways.set(a, (ways.get(a) ?? 0) + 1);
    ways.set(b, (ways.get(b) ?? 0) + 1);
    depth.set(a, depth.get(a) ?? 0);
    depth.set(b, depth.get(a)! + 1);
  }
  return [...ways]
    .filter(([id, count]) => open(id) && (count < 2 || depth.get(id)! % 3 === 2))
    .map(([id]) => id);
}
