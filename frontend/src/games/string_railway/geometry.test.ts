import { describe, expect, it } from "vitest";
import type { Point } from "../../protocol.gen";
import { corners, depth, dist, even, fitField, hanging, lengthOf, nearest } from "./geometry";
import { path, span, stationAt, taut, toTable, turned } from "./geometry";
import { turnOf, type View } from "./types";

const square = (x: number, y: number): Point[] => corners([x, y], 5000, 0);

describe("the table", () => {
  it("is drawn in millimetres with y downwards", () => {
    expect(
      path(
        [
          [1000, 2000],
          [-500, 0],
        ],
        true,
      ),
    ).toBe("M10 -20L-5 0Z");
    expect(toTable([10.004, -20])).toEqual([1000, 2000]);
  });

  it("measures as the rules do: whole millionths, each piece rounded down", () => {
    expect(
      lengthOf([
        [0, 0],
        [3, 4],
      ]),
    ).toBe(5000);
    expect(
      lengthOf([
        [0, 0],
        [1, 1],
        [2, 2],
      ]),
    ).toBe(2828);
    expect(
      lengthOf(
        [
          [0, 0],
          [3, 0],
          [3, 4],
        ],
        true,
      ),
    ).toBe(12_000);
  });

  it("has the corners that the engine rounds, counter-clockwise", () => {
    expect(square(10_000, 10_000)).toEqual([
      [12_500, 12_500],
      [7500, 12_500],
      [7500, 7500],
      [12_500, 7500],
    ]);
  });

  it("shows cards so that they can be read", () => {
    for (let degrees = 0; degrees < 90; degrees += 1) {
      const turn = turned(0, 0, corners([0, 0], 5000, degrees)[0]!);
      expect(Math.abs(turn)).toBeLessThanOrEqual(45.1);
    }
    expect(turned(0, 0, corners([0, 0], 5000, 10)[0]!)).toBeCloseTo(-10, 1);
  });

  it("knows the card under a point, and the one whose edge is near", () => {
    const tiles = [{ corners: square(0, 0) }, { corners: square(6000, 0) }];
    expect(stationAt(tiles, [1000, 0], 400)).toBe(tiles[0]);
    expect(stationAt(tiles, [3300, 0], 400)).toBe(tiles[1]);
    expect(stationAt(tiles, [0, 9000], 400)).toBeNull();
    expect(depth(square(0, 0), [0, 0])).toBeCloseTo(2500);
  });

  it("finds the nearest point of a line", () => {
    const found = nearest(
      [
        [0, 0],
        [1000, 0],
        [1000, 1000],
      ],
      [900, 50],
    );
    expect(found).toEqual({ index: 1, away: 50 });
  });
});

describe("a string", () => {
  it("is tautest from edge to edge", () => {
    expect(span(taut([square(0, 0), square(20_000, 0)]))).toBeCloseTo(15_000);
    expect(span(taut([square(0, 0)], [10_000, 0]))).toBeCloseTo(7500);
  });

  it("hangs as far as its length allows", () => {
    const a: Point = [0, 0];
    const b: Point = [10_000, 0];
    expect(span(hanging(a, b, 10_400))).toBeCloseTo(10_400, -2);
    expect(span(hanging(a, b, 9000))).toBeCloseTo(10_000);
    expect(Math.min(...hanging(a, b, 11_000).map(([, y]) => y))).toBeLessThan(-500);
  });

  it("is cut into equal steps", () => {
    const line = even(
      [
        [0, 0],
        [1000, 0],
        [1000, 1000],
      ],
      4,
    );
    expect(line).toHaveLength(5);
    expect(dist(line[1]!, line[2]!)).toBeCloseTo(500);
  });
});

describe("a field that is drawn", () => {
  const round = Array.from({ length: 80 }, (_, i): Point => {
    const turn = (-2 * Math.PI * i) / 80; // clockwise, as it may be drawn
    return [9000 * Math.cos(turn) + 50_000, 5000 * Math.sin(turn)];
  });

  it("is as long as the loop, counter-clockwise, with marks on it", () => {
    const { field, marks } = fitField(round, 320_000, 4);
    expect(Math.abs(lengthOf(field, true) - 320_000_000)).toBeLessThan(1_600_000);
    const area = field.reduce((sum, [x, y], i) => {
      const [u, v] = field[(i + 1) % field.length]!;
      return sum + x * v - u * y;
    }, 0);
    expect(area).toBeGreaterThan(0);
    expect(marks).toHaveLength(4);
    for (const mark of marks) expect(field).toContain(mark);
    expect(Math.max(...field.flat().map(Math.abs))).toBeLessThan(100_000);
  });
});

describe("a turn with a draft", () => {
  const after = {
    step: "draw",
    company: "blue",
    drawn: ["local"],
    strings: [{ id: "red-string1", company: "red", points: [] }],
    companies: [
      { id: "red", seat: 0, score: 5, short: 3, long: 1, corner: 0 },
      { id: "blue", seat: 1, score: 3, short: 4, long: 1, corner: 1 },
    ],
  } as unknown as View;

  it("is still the turn of who lays the string", () => {
    const turn = turnOf(after, ["lay", "short", []]);
    expect(turn).toMatchObject({ step: "lay", company: "red", lengths: { short: 4, long: 1 } });
  });

  it("still has the card in hand that would be placed", () => {
    expect(turnOf(after, ["place", "town", [0, 0], 3])).toMatchObject({
      step: "place",
      drawn: ["town", "local"],
    });
  });
});
