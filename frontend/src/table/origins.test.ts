import { expect, it } from "vitest";
import { byRule, leadOf } from "./origins";

it("sums places under their rule, the most first", () => {
  const rows = [
    { rule: "Trades", place: "Red for Blue", points: -4 },
    { rule: "Red", place: "Lille", points: 2 },
    { rule: "Red", place: "Lyon", points: 6 },
    { rule: "Everything else", place: "", points: 1 },
  ];
  expect(byRule(rows)).toEqual([
    {
      rule: "Red",
      points: 8,
      places: [
        { place: "Lyon", points: 6 },
        { place: "Lille", points: 2 },
      ],
    },
    { rule: "Everything else", points: 1, places: [] },
    { rule: "Trades", points: -4, places: [{ place: "Red for Blue", points: -4 }] },
  ]);
});

it("says what a lead came from and what it was won in spite of", () => {
  const rows = (...each: [string, string, number][]) =>
    each.map(([rule, place, points]) => ({ rule, place, points }));
  const first = rows(["Red", "Lyon", 18], ["Red", "Lille", 6], ["Trades", "", 3], ["Penalty", "", -20]);
  const second = rows(["Red", "Lille", 6], ["Blue", "Nice", 3], ["Trades", "", 1]);
  expect(leadOf(first, [])).toBe(
    "more from Red (+24, +18 of it by Lyon) and Trades (+3), less from Penalty (−20)",
  );
  expect(leadOf(first, second)).toBe(
    "more from Red (+18, +18 of it by Lyon), less from Penalty (−20) and Blue (−3), the rest +2",
  );
  expect(leadOf(first, first)).toBe("");
});

it("names no part that is larger than its whole, and all that is named adds up to the lead", () => {
  const rows = (...each: [string, string, number][]) =>
    each.map(([rule, place, points]) => ({ rule, place, points }));
  const first = rows(["Red", "Lyon", 25], ["Red", "Lille", -7], ["Blue", "Nice", 9], ["Green", "", 4]);
  expect(leadOf(first, rows(["Black", "", 3], ["Trades", "", 2]))).toBe(
    "more from Red (+18), Blue (+9) and Green (+4), the rest −5",
  );
  expect(leadOf(rows(["Red", "Lyon", 10], ["Red", "Lille", 8]), [])).toBe(
    "more from Red (+18, +10 of it by Lyon)",
  );
});
