import { expect, it } from "vitest";
import type { LogRow } from "../../protocol.gen";
import { bounded, moments } from "./film";

const row = (seat: number): LogRow => ({ n: 0, seat, action: [], lines: ["…"], at: 0, events: [] });

it("has a frame before the first turn and after each, with what chance draws after it", () => {
  expect(moments([-1, -1, 0, 0, 1, -1, 0].map(row))).toEqual([2, 4, 6, 7]);
});

it("leaves turns of a long game out, never the end", () => {
  const found = moments(Array.from({ length: 500 }, (_, n) => row(n % 2)));
  expect(found).toHaveLength(60);
  expect([found[0], found.at(-1)]).toEqual([0, 500]);
});

it("leaves frames of a large file out, never the last", () => {
  const stills = Array.from({ length: 9 }, (_, n) => ({ data: new Uint8Array(10), milliseconds: n }));
  const kept = bounded(stills, 60);
  expect(kept.at(-1)).toBe(stills[8]);
  expect(kept.length).toBeLessThanOrEqual(6);
  expect(bounded(stills, 1000)).toBe(stills);
});
