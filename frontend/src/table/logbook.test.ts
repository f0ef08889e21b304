import { expect, it } from "vitest";
import type { LogRow } from "../protocol.gen";
import { filtered, turns } from "./logbook";

const row = (seat: number, ...lines: string[]): LogRow => ({
  n: 0,
  seat,
  action: [],
  lines,
  at: 0,
  events: [],
});
const ROWS = [
  row(-1, "Deal."),
  row(0, "Red grows."),
  row(0, "Done."),
  row(-1, "Rain."),
  row(1, "Blue grows."),
];

it("groups by turn, chance with whom it followed", () => {
  const found = turns(ROWS, 10);
  expect(found.map((turn) => [turn.seat, turn.first, turn.lines.length])).toEqual([
    [-1, 11, 1],
    [0, 12, 3],
    [1, 15, 1],
  ]);
  expect(found[1]!.lines[2]).toEqual({ step: 14, text: "Rain." });
});

it("filters by seat and words", () => {
  const all = turns(ROWS);
  expect(filtered(all, 1, "")).toHaveLength(1);
  expect(filtered(all, null, "GROWS").map((turn) => turn.lines.length)).toEqual([1, 1]);
  expect(filtered(all, 0, "rain")[0]!.lines[0]!.text).toBe("Rain.");
});
