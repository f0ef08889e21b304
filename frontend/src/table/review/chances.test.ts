import { expect, it } from "vitest";
import type { Review } from "../../protocol.gen";
import { chart, costOfTurn, percent, stepAt, tenth, tenths, whole } from "./chances";

const REVIEW: Review = {
  type: "review",
  version: 9,
  chances: [
    [20, [0.5, 0.5]],
    [40, [0.25, 0.75]],
    [60, [1, 0]],
  ],
  bands: [
    [20, [0.4, 0.4], [0.6, 0.6]],
    [60, [1, 0], [1, 0]],
  ],
  cost: [3.57, 0],
  turns: [42, 40],
  luck: [0, 0],
  mistakes: [
    {
      seat: 1,
      step: 40,
      steps: 2,
      better: [["done"]],
      cost: 0.5,
      off: 0.1,
      shares: [0.05, 0.95],
      played: [0.55, 0.45],
      lines: [],
    },
  ],
};
const BOX = { width: 110, height: 100, left: 10 };

it("goes from the first decision at the left to the end at the right, the whole win at the top", () => {
  const found = chart(REVIEW, BOX);
  expect(found.lines).toEqual(["10,50 60,75 110,0", "10,50 60,25 110,100"]);
  expect(found.ends).toEqual([
    [110, 0],
    [110, 100],
  ]);
  expect(found.ticks.map((each) => each.y)).toEqual([100, 75, 50, 25, 0]);
});

it("draws from where to where a chance may be, there along the top and back along the bottom", () => {
  expect(chart(REVIEW, BOX).bands[0]).toBe("10,40 110,0 110,0 10,60");
});

it("marks a turn where the chances of its sentence are, whatever the line says, and how far that may be off", () => {
  expect(chart(REVIEW, BOX).spots).toEqual([
    { n: 1, seat: 1, x: 60, line: 25, y: 55, better: 5, high: 0, low: 15 },
  ]);
});

it("says what one turn cost: a sum over the game would be more than the whole win", () => {
  expect([0, 1].map((seat) => tenth(costOfTurn(REVIEW, seat), "en"))).toEqual(["8.5", "0.0"]);
  expect(tenth(costOfTurn(REVIEW, 0), "de")).toBe("8,5");
  expect(costOfTurn({ cost: [0], turns: [0] }, 0)).toBe(0);
});

it("rounds as the server's sentences do", () => {
  expect([0.125, 0.135, 0.375, 0.674, 0.286].map(whole)).toEqual([12, 14, 38, 67, 29]);
});

it("knows the turn that is nearest to a place", () => {
  expect([0, 0.3, 0.6, 1].map((part) => stepAt(REVIEW, part))).toEqual([20, 40, 40, 60]);
});

it("says the same as a table, from the first decision to the end", () => {
  const found = tenths(REVIEW);
  expect(found).toHaveLength(11);
  expect(found[0]).toEqual({ part: 0, step: 20, shares: [0.5, 0.5] });
  expect(found[10]).toEqual({ part: 100, step: 60, shares: [1, 0] });
  expect(percent(0.254)).toBe("25 %");
});
