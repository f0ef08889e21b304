// The country around and under the hexes, barely hinted: neighbours' land, rivers, hills and lakes of our boards.
// A river's point lies between hexes ("e6/d6" is the edge they share), so that it meets no disc.

import { spot, spotOf, type Place } from "./layout";

export interface Scenery {
  abroad: [number, number][][]; // (across, down) in hexes
  rivers: string[];
  hills: string;
  lakes: [string, number, number][]; // where, how wide, how high
  title: [number, number];
  seas: [string, number, number, number][]; // name, across, down, turned by
}

const SCENERY: Record<string, Scenery> = {
  france: {
    abroad: [
      // from Calais up the North Sea coast, round the frame, to Genoa and back through the hexes
      [
        [8, 0.3],
        [8.9, -0.5],
        [9.9, -1],
        [10.5, -3],
        [18, -3],
        [18, 12.6],
        [15.6, 12.7],
        [14.8, 13.3],
        [13.9, 13.5],
        [12, 11],
        [12, 5],
        [9, 1],
      ],
      [
        [-2, 14.6],
        [0.5, 14.85],
        [2.2, 14.6],
        [3.6, 14.75],
        [5, 14],
        [8, 14.2],
        [8.7, 15.3],
        [8.8, 16],
        [8.4, 19],
        [-2, 19],
      ],
      [
        [-2, 1.5],
        [-0.3, 1.3],
        [0.7, 0.6],
        [2, 0.5],
        [3.4, 0],
        [5.2, 0.05],
        [6.4, -0.2],
        [6.9, -0.8],
        [7, -3],
        [-2, -3],
      ],
    ],
    rivers: [
      "g12 f11/g11 f10/f11 e10/f10 e10/f9 d8/e8 d7/e8 d7/e7 d6/e7 d6/e6 d5/d6 c5/d5",
      "l10/l11 k10/k11 j10/k11 i10/j10 h10/i10 g10/h9 g9/h9 g9/h8 g8/h8 g8/h7 g7/h7 g7/h6 g6/h6 g6/h5 g5/h5 g5/h4 g4/h4 h3/h4",
      "p7 o7/p7 o7/o8 n7/o8 m7/n7 m7/n6 m6/m7 l6/m6 l5/l6 l5/k6 k5/k6",
      "j15 i14/j13 i13/j13 j12/j13 j12/k12 j11/k12 k11/k12 k11/l11 l11/m12 m11/m12 n11/m12 n11/m11 n10/n11 o11",
      "h14 h13/h14 g14/g15 f14/f15 e15/e16 d15/e16 c16",
      "g13 g12/g13 f12/f13 e13/f12 e13/e14 d13/e14 d13/d14 c14",
    ],
    hills:
      "f14 e14 h13 i13 j12 k12 l13 m12 m14 n13 i14 k14 l14 k9 k10 l9 l10 m9 m10 n9 l8 n6 o7 p8 p6 p7 p5 i11",
    lakes: [["i14", 24, 9]],
    title: [1.35, 2.75],
    seas: [
      ["Atlantique", 1.3, 10, -62],
      ["Manche", 4.6, 1.35, -14],
      ["Méditerranée", 10.9, 15.55, -4],
    ],
  },
  germany: {
    abroad: [
      [
        [-2, 5.6],
        [-0.8, 5.2],
        [-0.5, 4.4],
        [0.3, 4.1],
        [1, 4],
        [3, 6],
        [8, 5],
        [9, 4],
        [9.3, 3.3],
        [10.2, 2.7],
        [13, 2],
        [13, 20],
        [-2, 20],
      ],
      [
        [2.5, -3],
        [2.7, 0.1],
        [3, 1],
        [3.6, 2],
        [4.2, 1],
        [4.3, 0.2],
        [4.5, -3],
      ],
    ],
    rivers: [
      "r6 r5 q4/r4 q3/r3 q2/p2 p1/p2 o2/p2 o2/o3 n2/o3 n2/n3 m2/n2 m2/m3 l2/m3 l2/m2 l1/l2 k2/l1 k1/k2 j1/j2 i1/j1 i1/h1 h0 g1",
      "k10 k9/j9 j8/i9 i8/i9 h8/i8 h7/h8 g7/h7 f7/g7 f6/g7 e6/f6 e6/f5 e5/f5 e5/f4 e4/e5 d4/e4 d3/d4 c3/c4",
      "q3/p3 p3/p4 o4/p4 o5/p4 n5/o5 n5/o6 n6/o6 n6/n7 n7/o8 n8/o8 o8/o9 o9/p8 o10 p10",
      "k5/j4 j4/j5 i4/i5 h4/i4 h3/h4 g4/h4 f4/g4 f3/f4 f3/e4 e3/e4 d3/e3",
      "l7/l6 l5/l6 l5/m6 m5/l5 l4/m5 m4/l4 l3/m4 l3/m3 l2/m3",
      "i11 h10/i10 g10/h10 g11/f10 e11/f10 d10/e11",
    ],
    hills: "h6 i6 p3 o3 q3 m8 n8 m9 l8 k9 k7 k6 l1 k2 j3 k4 q6 q7 r5 r6 r7 r8 p5",
    lakes: [["r4", 26, 8]],
    title: [6.15, 0.8],
    seas: [
      ["Nordsee", 1.1, 2.6, -14],
      ["Ostsee", 6.1, 2.15, 0],
    ],
  },
};

const NOTHING: Scenery = { abroad: [], rivers: [], hills: "", lakes: [], title: [0, 0], seas: [] };

/** Only our own boards have scenery: another board of the same rules may show any country. */
export function sceneryOf(boardId: string): Scenery {
  return SCENERY[boardId.replace(/-\d+$/, "")] ?? NOTHING;
}

/** "d7/e8" is the middle between the two. */
export function between(ids: string): Place {
  const places = ids.split("/").map(spotOf);
  const mean = (pick: (place: Place) => number) =>
    places.reduce((sum, place) => sum + pick(place), 0) / places.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

/** A soft line that has the points as its bends. */
export function soft(points: Place[], closed = false): string {
  const write = ({ x, y }: Place) => `${x.toFixed(0)} ${y.toFixed(0)}`;
  const half = (a: Place, b: Place) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const all = closed ? [...points, points[0]!] : points;
  let path = `M${write(closed ? half(points.at(-1)!, points[0]!) : points[0]!)}`;
  for (let n = closed ? 0 : 1; n < all.length - 1; n++)
    path += `Q${write(all[n]!)} ${write(half(all[n]!, all[n + 1]!))}`;
  return closed ? `${path}Z` : `${path}L${write(all.at(-1)!)}`;
}

export function landPath(shape: [number, number][]): string {
  return soft(
    shape.map(([across, down]) => spot(across, down)),
    true,
  );
}

export function riverPath(river: string): string {
  return soft(river.split(" ").map(between));
}
