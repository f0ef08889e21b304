import { expect, test } from "vitest";
import { around } from "./pointers";

test("a ring stands around its thing and is never too small to be seen", () => {
  expect(around("d6", { x: 100, y: 50, width: 40, height: 20 })).toEqual({
    id: "d6",
    x: 95,
    y: 45,
    width: 50,
    height: 30,
  });
  const small = around("dot", { x: 10, y: 10, width: 2, height: 2 });
  expect([small.width, small.height]).toEqual([30, 30]);
  expect([small.x + small.width / 2, small.y + small.height / 2]).toEqual([11, 11]);
});
