import { beforeEach, expect, it, vi } from "vitest";

const store = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => store.set(key, value),
});

beforeEach(() => {
  store.clear();
  vi.resetModules();
});

const fresh = async () => {
  const { speak } = await import("./words");
  speak({ names: {}, ui: {}, first: { "race.place": "Aim\nWhy\nTrap", race: "Go" } });
  return import("./beginner.svelte");
};

it("has lines for a phase, or for the game", async () => {
  const { keyFor } = await fresh();
  expect(keyFor("race", "place")).toBe("race.place");
  expect(keyFor("race", "ride")).toBe("race");
  expect(keyFor("race")).toBe("race");
});

it("stays at its line while the bar says something else", async () => {
  const { beginner } = await fresh();
  expect(beginner.read("race.place")).toBe(0);
  beginner.next("race.place");
  expect(beginner.read("race.place")).toBe(1);
  expect(beginner.read("race")).toBe(0); // another phase begins with its first
});

it("tells each set once in this browser", async () => {
  const { beginner } = await fresh();
  expect(beginner.lines("race.place")).toEqual(["Aim", "Why", "Trap"]);
  beginner.gotIt("race.place");
  expect(beginner.lines("race.place")).toEqual([]);
  expect(beginner.lines("race")).toEqual(["Go"]);
  vi.resetModules();
  expect((await fresh()).beginner.lines("race.place")).toEqual([]); // after a reload
});
