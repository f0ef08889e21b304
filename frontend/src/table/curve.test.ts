import { expect, it } from "vitest";
import { apart, curve, tickStep, type Points } from "./curve";

const BOX = { width: 110, height: 60, left: 10, bottom: 10 };

it("goes from the beginning at the left to the last step at the right, the most points at the top", () => {
  const points: Points[] = [
    [0, [0, 0]],
    [5, [10, 0]],
    [10, [10, 5]],
  ];
  const found = curve(points, BOX);
  expect(found.lines[0]).toBe("10,50 60,50 60,0 110,0");
  expect(found.lines[1]).toBe("10,50 60,50 110,50 110,25");
  expect(found.ends).toEqual([
    [110, 0],
    [110, 25],
  ]);
});

it("begins where the game does, after what is dealt", () => {
  const found = curve(
    [
      [40, [0]],
      [45, [10]],
      [50, [10]],
    ],
    BOX,
  );
  expect(found.lines[0]).toBe("10,50 60,50 60,0 110,0");
});

it("keeps losses inside, and says where nothing is", () => {
  const found = curve(
    [
      [0, [0]],
      [1, [-10]],
      [2, [10]],
    ],
    BOX,
  );
  expect(found.zero).toBe(25);
  expect(found.lines[0]!.split(" ").map((each) => Number(each.split(",")[1]))).toEqual([25, 25, 50, 50, 0]);
});

it("has a few round ticks whatever the points are", () => {
  for (const most of [1, 7, 60, 999, 4321]) {
    const { ticks } = curve(
      [
        [0, [0]],
        [9, [most]],
      ],
      BOX,
    );
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThan(7);
    expect(ticks.every(({ points }) => points % tickStep(most) === 0)).toBe(true);
  }
});

it("sets letters apart in the order of their lines, and keeps them inside", () => {
  const ends: [number, number][] = [
    [9, 50],
    [9, 48],
    [9, 10],
    [9, 49],
  ];
  expect(apart(ends, 14, 50)).toEqual([50, 22, 8, 36]);
  expect(apart(ends.slice(2, 3), 14, 50)).toEqual([10]);
});

it("stands a game in which nobody has a point", () => {
  expect(curve([[0, [0, 0]]], BOX).lines).toEqual(["10,50", "10,50"]);
});
