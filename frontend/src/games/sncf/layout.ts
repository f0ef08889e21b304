// Where everything lies: pointy-top hexes in rows, the map's rectangle, and the value track along two edges.

import type { Frame } from "../../table/contract";
import type { BoardFile, Hex, Kind } from "./types";

export interface Place {
  x: number;
  y: number;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Cell extends Box {
  value: number;
  upright: boolean; // on the right edge, where the track runs upward
}

export const SIDE = 40; // of a hex, and from its centre to a corner
export const HALF = (SIDE * Math.sqrt(3)) / 2; // from its centre to an edge
export const ROW = SIDE * 1.5; // from one row to the next
const PAD = 20; // of sea or foreign land around the hexes
export const BAND = 52; // the value track's depth

export const RADIUS: Record<Kind, number> = {
  rural: 0,
  yellow: 16,
  purple: 18,
  red: 20,
  blue: 22.5,
  white: 27,
  suburb: 12,
  paris: HALF,
};

/** The middle of the place (across, down) in hexes; odd rows are shifted by half a hex already in `across`. */
export function spot(across: number, down: number): Place {
  return { x: (2 * across + 1) * HALF, y: down * ROW + SIDE };
}

/** The middle of a hex by its id, whether it is on the board or not: f12 is column 11 of row 5. */
export function spotOf(id: string): Place {
  const row = id.charCodeAt(0) - 97;
  return spot(Number(id.slice(1)) - 1 + (row % 2) / 2, row);
}

export function centre(hex: Hex): Place {
  return spot(hex.col + (hex.row % 2) / 2, hex.row);
}

/** Where track meets in a hex: in its middle, in a suburb at the station above its name. */
export function stop(hex: Hex): Place {
  const { x, y } = centre(hex);
  return hex.kind === "suburb" ? { x, y: y - 12 } : { x, y };
}

export function stops(board: BoardFile): Map<string, Place> {
  return new Map(board.hexes.map((hex) => [hex.id, stop(hex)]));
}

/** What a name must not cover: a city's disc, a station, or Paris. */
export function discBox(hex: Hex): Box {
  const { x, y } = stop(hex);
  const radius = RADIUS[hex.kind];
  const down = hex.kind === "paris" ? SIDE / 2 : radius;
  return { left: x - radius, right: x + radius, top: y - down, bottom: y + down };
}

/** A hex's outline as a path. */
export function outline({ x, y }: Place, side = SIDE): string {
  const half = (side * Math.sqrt(3)) / 2;
  const corners = [
    [0, -side],
    [half, -side / 2],
    [half, side / 2],
    [0, side],
    [-half, side / 2],
    [-half, -side / 2],
  ];
  return `M${corners.map(([a, d]) => `${(x + a!).toFixed(1)} ${(y + d!).toFixed(1)}`).join("L")}Z`;
}

/** The rectangle of the map, without the value track. */
export function mapBox(board: BoardFile): Box {
  const places = board.hexes.map(centre);
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  return {
    left: Math.min(...xs) - HALF - PAD,
    top: Math.min(...ys) - SIDE - PAD,
    right: Math.max(...xs) + HALF + PAD,
    bottom: Math.max(...ys) + SIDE + PAD,
  };
}

export function frameOf(board: BoardFile): Frame {
  const box = mapBox(board);
  const around = 6;
  return {
    x: box.left - around,
    y: box.top - around,
    width: box.right - box.left + BAND + 2 * around,
    height: box.bottom - box.top + BAND + 2 * around,
  };
}

/** Hexes that touch, heavy lines aside. */
export function neighbours(board: BoardFile): Map<string, string[]> {
  const at = new Map(board.hexes.map((hex) => [`${hex.col},${hex.row}`, hex.id]));
  const heavy = new Set(board.blocked.flatMap(({ between: [a, b] }) => [a + b, b + a]));
  return new Map(
    board.hexes.map(({ id, col, row }) => {
      const left = row % 2 ? col : col - 1;
      const around = [
        [col - 1, row],
        [col + 1, row],
        [left, row - 1],
        [left + 1, row - 1],
        [left, row + 1],
        [left + 1, row + 1],
      ];
      const found = around.map(([c, r]) => at.get(`${c},${r}`));
      return [id, found.filter((other): other is string => !!other && !heavy.has(id + other))];
    }),
  );
}

/** The edges that heavy lines run along, from corner to corner. */
export function heavyLines(board: BoardFile): { from: Place; to: Place; because: string }[] {
  const at = new Map(board.hexes.map((hex) => [hex.id, centre(hex)]));
  return board.blocked.map(({ between: [one, other], because }) => {
    const [a, b] = [at.get(one)!, at.get(other)!];
    const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    const [across, down] = [(b.y - a.y) / Math.sqrt(12), (a.x - b.x) / Math.sqrt(12)];
    return { from: { x: x - across, y: y - down }, to: { x: x + across, y: y + down }, because };
  });
}

/** From 0 at the lower left along the lower edge, then up the right one; all markers begin in a wide 0. */
export function cells(board: BoardFile, last: number): Cell[] {
  const box = mapBox(board);
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const below = Math.round(((last + 2) * width) / (width + height)) - 2;
  const [wide, high] = [width / (below + 2), height / (last - below)];
  const found: Cell[] = [];
  for (let value = 0; value <= last; value++) {
    if (value < below) {
      const left = value ? box.left + (value + 2) * wide : box.left;
      const right = box.left + (value + 3) * wide;
      found.push({ value, upright: false, left, right, top: box.bottom, bottom: box.bottom + BAND });
    } else {
      const bottom = value === below ? box.bottom + BAND : box.bottom - (value - below - 1) * high;
      const top = box.bottom - (value - below) * high;
      found.push({ value, upright: true, left: box.right, right: box.right + BAND, top, bottom });
    }
  }
  return found;
}

/** Where the markers that share a cell stand, the first next to the map. */
export function stand(cell: Cell, count: number): (Place & { radius: number })[] {
  const [x, y] = [(cell.left + cell.right) / 2, (cell.top + cell.bottom) / 2];
  const long = cell.upright ? cell.bottom - cell.top : cell.right - cell.left;
  const lanes = cell.value === 0 ? 3 : count > 3 ? 2 : 1;
  const rows = Math.ceil(count / lanes);
  const radius = Math.min(11.5, (BAND - 3) / 2 / rows, lanes === 2 ? long / 4 + 1 : 20);
  return Array.from({ length: count }, (_, n) => {
    const along = ((n % lanes) - (lanes - 1) / 2) * 2 * radius;
    const deep = 2 + radius * (1 + 2 * Math.floor(n / lanes));
    return cell.upright
      ? { x: cell.left + deep, y: y + along, radius }
      : { x: x + along, y: cell.top + deep, radius };
  });
}
