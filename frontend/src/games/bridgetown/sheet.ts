// Where everything of a board lies. On a wide screen the city is drawn broader than its file says and a
// folded page with the wheel lies beside it; on a phone the wheel lies in the empty corner of the map.

import type { Frame } from "../../table/contract";
import type { City, Edge, Node } from "./types";

export type XY = [number, number];

export interface Sheet {
  frame: Frame;
  map: Frame;
  wide: boolean;
  piece: number; // how much bigger pieces are drawn than on the wide map
  names: number; // the size of the names of spaces
  wheel: { x: number; y: number; r: number };
  at: Map<string, XY>;
  node: Map<string, Node>;
  bridge: Map<string, string>; // a bridge's space
  project(x: number, y: number): XY;
  stretch: number;
}

const MARGIN = 23; // above and below the map nothing of the canvas is shown
const PAGE = 500;
const BROADER = 1.34;
const TALLER = 1.32; // a phone is higher than the map
const BESIDE = 84; // on a phone the paper goes on to the left, so that the wheel can be big enough to be read

export function sheetOf(city: City, wide: boolean): Sheet {
  const [width, high] = city.canvas;
  const left = wide ? PAGE : 0;
  const [stretch, tall] = wide ? [BROADER, 1] : [1, TALLER];
  const height = (high - 2 * MARGIN) * tall;
  const project = (x: number, y: number): XY => [left + x * stretch, (y - MARGIN) * tall];
  const begins = wide ? left : -BESIDE;
  const map = { x: begins, y: 0, width: left + width * stretch - begins, height };
  const right = map.x + map.width;
  const edge = wide ? 0 : begins;
  return {
    frame: { x: edge - 6, y: -6, width: right - edge + 12, height: height + 12 },
    map,
    wide,
    piece: wide ? 1.3 : 1.7,
    names: wide ? 15 : 14,
    wheel: wide ? { x: PAGE / 2, y: 590, r: 226 } : { x: 122, y: height - 220, r: 198 },
    at: new Map(city.nodes.map((each) => [each.id, project(each.x, each.y)])),
    node: new Map(city.nodes.map((each) => [each.id, each])),
    bridge: new Map(city.bridges.map((each) => [each.id, each.node])),
    project,
    stretch,
  };
}

export const number = (value: number): string => String(Math.round(value * 10) / 10);
const pair = ([x, y]: XY): string => `${number(x)} ${number(y)}`;

export const path = (points: XY[]): string => points.map((each, n) => (n ? "L" : "M") + pair(each)).join("");

/** A path through all points without a corner. */
export function smooth(points: XY[]): string {
  let found = `M${pair(points[0]!)}`;
  for (let n = 0; n + 1 < points.length; n += 1) {
    const before = points[Math.max(0, n - 1)]!;
    const [a, b] = [points[n]!, points[n + 1]!];
    const after = points[Math.min(points.length - 1, n + 2)]!;
    const one: XY = [a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6];
    const two: XY = [b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6];
    found += `C${pair(one)} ${pair(two)} ${pair(b)}`;
  }
  return found;
}

export const lines = (sheet: Sheet, edges: Edge[]): string =>
  edges.map((edge) => path([sheet.at.get(edge.a)!, sheet.at.get(edge.b)!])).join("");

/** A point so far from `from` on the way to `to`, at most half of it. */
export function towards(from: XY, to: XY, far: number): XY {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const part = Math.min(far / long, 0.5);
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

/** The raised piece of street at an overpass: a little way into both streets of the upper deck. */
export function viaduct(sheet: Sheet, edges: Edge[], upper: string, far: number): XY[] {
  const here = sheet.at.get(upper)!;
  const ends = edges
    .filter((edge) => edge.kind !== "stairs" && (edge.a === upper || edge.b === upper))
    .map((edge) => towards(here, sheet.at.get(edge.a === upper ? edge.b : edge.a)!, far));
  return [ends[0]!, here, ...ends.slice(1)];
}

/** Treads of the stairs between two decks, beside the straight line so that the streets stay visible. */
export function treads(sheet: Sheet, upper: string, lower: string): { rails: string; steps: string } {
  const [from, to] = [sheet.at.get(upper)!, sheet.at.get(lower)!];
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const across: XY = [-(to[1] - from[1]) / long, (to[0] - from[0]) / long];
  const point = (part: number, aside: number): XY => [
    from[0] + (to[0] - from[0]) * part + across[0] * aside,
    from[1] + (to[1] - from[1]) * part + across[1] * aside,
  ];
  const rails = path([point(0.1, 15), point(1.1, 15)]) + path([point(0.1, 29), point(1.1, 29)]);
  const steps = [0.2, 0.4, 0.6, 0.8, 1].map((part) => path([point(part, 15), point(part, 29)]));
  return { rails, steps: steps.join("") };
}

/** Where several who share a place stand round it. */
export function around(count: number, away: number): XY[] {
  if (count < 2) return [[0, 0]];
  return Array.from({ length: count }, (_, n): XY => {
    const turn = (2 * Math.PI * n) / count - (count === 2 ? Math.PI : 2.4);
    return [Math.cos(turn) * away, Math.sin(turn) * away];
  });
}

/** A bridge's axis: its space, how far it reaches to either bank, and how it is turned. */
export function span(
  sheet: Sheet,
  edges: Edge[],
  space: string,
): { at: XY; west: number; east: number; turn: number } {
  const at = sheet.at.get(space)!;
  const ends = edges
    .filter((edge) => edge.kind === "bridge" && (edge.a === space || edge.b === space))
    .map((edge) => sheet.at.get(edge.a === space ? edge.b : edge.a)!)
    .sort((one, other) => one[0] - other[0]);
  const [a, b] = [ends[0]!, ends[1]!];
  const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const far = (end: XY) => Math.hypot(end[0] - at[0], end[1] - at[1]);
  return { at, west: far(a), east: far(b), turn };
}
