import { expect, test, vi } from "vitest";
import type { Listed, TableNow } from "../protocol.gen";
import {
  day,
  isSolved,
  keepSolved,
  nextOf,
  removable,
  remove,
  removed,
  result,
  results,
  solved,
} from "./kept";

function store() {
  const kept = new Map<string, string>();
  return { getItem: (name: string) => kept.get(name) ?? null, setItem: kept.set.bind(kept) as never };
}
const listed = (id: string, status: string, lesson = false) =>
  ({ id, status, lesson, puzzle: false }) as Listed;
const seats = [{ name: "Anna" }, { name: "Ben" }] as TableNow["seats"];

test("a result names the winner first", () => {
  expect(result({ seats, points: [58, 61], ranks: [1, 0] })).toBe("Ben 61, Anna 58");
  expect(result({ seats, points: null, ranks: null })).toBe("");
});

test("a day is told as near as it is", () => {
  const now = new Date(2026, 10, 16, 18);
  expect(day(new Date(2026, 10, 16, 14, 5).getTime() / 1000, now)).toBe("today, 14:05");
  expect(day(new Date(2026, 2, 3).getTime() / 1000, now)).toBe("3 March");
  expect(day(new Date(2024, 2, 3).getTime() / 1000, now)).toBe("3 March 2024");
});

test("what is removed stays away, and only what is over can be", () => {
  const here = store();
  remove(here, "a");
  expect(remove(here, "b")).toEqual(["a", "b"]);
  expect(removed(here)).toEqual(["a", "b"]);
  expect(["over", "ended", "playing", "waiting"].map((each) => removable(listed("a", each)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(removable(listed("a", "playing", true))).toBe(true);
});

test("a result is asked for once", async () => {
  const here = store();
  const answer = { ok: true, json: () => Promise.resolve({ seats, points: [3, 2], ranks: [0, 1] }) };
  const fetched = vi.fn(() => Promise.resolve(answer));
  vi.stubGlobal("fetch", fetched);
  const tables = [listed("a", "over"), listed("b", "playing")];
  expect(await results(here, tables)).toEqual({ a: "Anna 3, Ben 2" });
  expect(await results(here, tables)).toEqual({ a: "Anna 3, Ben 2" });
  expect(fetched).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

test("puzzles are remembered where they were solved, and the next is one that is not", () => {
  const all = ["1", "2", "3"].map((id) => ({ game: "a", id }));
  const here = store();
  keepSolved(here, all[1]!);
  keepSolved(here, all[1]!);
  expect(all.map((each) => isSolved(solved(here), each))).toEqual([false, true, false]);
  const next = (id: string) => nextOf([{ game: "b", id }, ...all], solved(here), { game: "a", id })?.id;
  expect([next("1"), next("2"), next("3")]).toEqual(["3", "3", "1"]);
  expect(nextOf([], solved(here), all[0]!)).toBeNull();
});
