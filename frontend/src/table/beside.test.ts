import { describe, expect, it } from "vitest";
import { aimed, beside, GAP, nearest } from "./beside";

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const WINDOW = box(0, 0, 400, 300);
const SIZE = { width: 100, height: 40 };

describe("a bubble", () => {
  it("stands above its thing", () => {
    expect(beside(box(190, 140, 20, 20), SIZE, WINDOW, [])).toEqual({ x: 150, y: 140 - GAP - 40 });
  });
  it("stands below it where there is no room above, and stays inside", () => {
    expect(beside(box(0, 5, 20, 20), SIZE, WINDOW, [])).toEqual({ x: 4, y: 25 + GAP });
  });
  it("makes way for what may be picked", () => {
    const thing = box(190, 140, 20, 20);
    const above = box(180, 100, 20, 20);
    expect(beside(thing, SIZE, WINDOW, [above]).y).toBe(160 + GAP);
    const below = box(180, 180, 20, 20);
    expect(beside(thing, SIZE, WINDOW, [above, below]).x).toBe(210 + GAP);
  });
  it("goes no further than it must", () => {
    const thing = box(190, 140, 20, 20);
    const near = [
      box(110, 80, 180, 55),
      box(110, 165, 180, 55),
      box(80, 80, 105, 140),
      box(215, 80, 105, 140),
    ];
    const { x, y } = beside(thing, SIZE, WINDOW, near);
    expect([x, y]).toEqual([150, 140 - 6 * GAP - 40]);
  });
  it("goes into a corner where everything around may be picked", () => {
    const around = [
      box(110, 0, 180, 300),
      box(40, 60, 320, 75),
      box(40, 165, 320, 75),
      box(40, 60, 145, 180),
      box(215, 60, 145, 180),
    ];
    expect(beside(box(190, 140, 20, 20), SIZE, WINDOW, around)).toEqual({ x: 296, y: 4 });
  });
});

it("a broad finger means what is nearest within its reach", () => {
  const boxes = [box(0, 0, 10, 10), box(40, 0, 10, 10)];
  expect(nearest(boxes, 5, 5)).toBe(0);
  expect(nearest(boxes, 28, 5)).toBe(1);
  expect(nearest(boxes, 5, 31)).toBe(0);
  expect(nearest(boxes, 5, 40)).toBe(-1);
  expect(nearest([], 5, 5)).toBe(-1);
});

it("the middle of what glows is its own, whatever lies there", () => {
  const boxes = [box(0, 0, 10, 10), box(20, 0, 10, 10)];
  expect(aimed(boxes, 8, 14)).toBe(0);
  expect(aimed(boxes, 18, 5)).toBe(1);
  expect(aimed(boxes, 5, 18)).toBe(-1);
  expect(aimed([], 5, 5)).toBe(-1);
});
