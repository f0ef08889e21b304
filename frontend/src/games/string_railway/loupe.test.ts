import { expect, it } from "vitest";
import { loupeAt } from "./loupe";

const FRAME = { x: 0, y: 0, width: 400, height: 500 };

it("hangs above the finger, beside it at the edge, and always on the table", () => {
  expect(loupeAt(200, 300, 50, FRAME)).toEqual({ x: 200, y: 215 });
  expect(loupeAt(10, 300, 50, FRAME)).toEqual({ x: 50, y: 215 });
  expect(loupeAt(200, 60, 50, FRAME)).toEqual({ x: 115, y: 60 });
  expect(loupeAt(60, 20, 50, FRAME)).toEqual({ x: 145, y: 50 });
  for (let x = 0; x <= 400; x += 20)
    for (let y = 0; y <= 500; y += 20) {
      const at = loupeAt(x, y, 50, FRAME);
      expect(Math.hypot(at.x - x, at.y - y)).toBeGreaterThan(50); // the finger is not in the glass
      expect(at.x >= 50 && at.x <= 350 && at.y >= 50 && at.y <= 450).toBe(true);
    }
});
