import { expect, it } from "vitest";
import { ringAt, spotAt } from "./spots";

const FRAME = { x: 10, y: 20, width: 200, height: 100 };

it("knows a spot by its part of the board, and none beside it", () => {
  expect(spotAt(60, 70, FRAME)).toEqual([0.25, 0.5]);
  expect(spotAt(0, 70, FRAME)).toBeNull();
});

it("rings the same spot on a screen of another size", () => {
  const ring = ringAt([0.25, 0.5], FRAME, { a: 2, d: 2, e: 5, f: 7 });
  expect([ring.x + ring.width / 2, ring.y + ring.height / 2]).toEqual([125, 147]);
});
