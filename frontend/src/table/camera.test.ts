import { expect, it } from "vitest";
import { panned, WHOLE, zoomed } from "./camera";

const FRAME = { x: 10, y: 20, width: 100, height: 50 };

it("keeps what is under the pointer there", () => {
  const camera = zoomed(WHOLE, 2, [60, 45], FRAME);
  expect(camera.k).toBe(2);
  expect(60 * camera.k + camera.x).toBe(60); // point 60 of the board is drawn at 60 again
  expect(zoomed(camera, 0.1, [60, 45], FRAME)).toEqual(WHOLE);
});

it("stays with the board", () => {
  expect(panned(WHOLE, 30, 30, FRAME)).toEqual(WHOLE);
  const near = zoomed(WHOLE, 4, [60, 45], FRAME);
  const far = panned(near, 1e6, -1e6, FRAME);
  expect(far.x).toBeLessThan(1e3);
  expect(far.y).toBeGreaterThan(-1e3);
  expect(zoomed(WHOLE, 1e6, [60, 45], FRAME).k).toBe(10);
});
