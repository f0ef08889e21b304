import { expect, it } from "vitest";
import { byRule } from "./origins";

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
