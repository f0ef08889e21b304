import { expect, test } from "vitest";
import { againstBots, usual } from "./api";

test("the usual number of seats is four, or the nearest that the game has", () => {
  expect(usual([3, 4, 5, 6])).toBe(4);
  expect(usual([2, 3])).toBe(3);
  expect(usual([5, 6])).toBe(5);
});

test("a game against bots has me first and no empty name", () => {
  expect(againstBots(3, "casual", "")).toEqual([
    { kind: "me", name: null },
    { kind: "bot", bot: "casual" },
    { kind: "bot", bot: "casual" },
  ]);
});
