import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Action, LogRow, Person, TableNow } from "../protocol.gen";
import { byPlace, earnedBy, marksOf, moveOf, movesOf, whatCame } from "./moves";
import { lengthOf, Telling, type Pace } from "./telling.svelte";

const person = { bot: null } as Person;
const bot = { bot: "casual" } as Person;

/** The table after a move of one action, as seat 0 of three sees it; the others are bots. */
function after(step: number, mover: number, line = `Move ${step}.`, view: unknown = null): TableNow {
  const events: Action[] = line ? [["built", mover, "red", `h${step}`]] : [];
  const lines = line ? [line] : [];
  return { step, began: step - 1, mover, events, lines, view, seats: [person, bot, bot] } as TableNow;
}

let liked: Pace;
let telling: Telling;
beforeEach(() => {
  vi.useFakeTimers();
  liked = "normal";
  telling = new Telling(() => liked);
});
afterEach(() => {
  vi.useRealTimers();
});

const caption = () => telling.table?.lines[0] ?? null;

/** What is told from now on, with how long each stands. */
function heard(): [string | null, number][] {
  const found: [string | null, number][] = [];
  while (telling.table) {
    found.push([caption(), 0]);
    const told = telling.table;
    while (telling.table === told) {
      vi.advanceTimersByTime(50);
      found.at(-1)![1] += 50;
    }
  }
  return found;
}

it("tells what came at once one after the other, each from 0.6 to 1.5 s", () => {
  for (const step of [1, 2, 3]) telling.tell(after(step, 1));
  const told = heard();
  expect(told.map(([line]) => line)).toEqual(["Move 1.", "Move 2.", "Move 3."]);
  for (const [, length] of told) {
    expect(length).toBeGreaterThanOrEqual(600);
    expect(length).toBeLessThanOrEqual(1500);
  }
});

it("takes longer where things travel further, and no time where nothing happened", () => {
  const drive = (places: string[]) => ({ events: [["rode", 1, ...places]], lines: ["A ride."] });
  expect(lengthOf(drive(["a", "b", "c", "d", "e", "f", "g", "h"]), "normal")).toBeGreaterThan(
    lengthOf(drive(["a"]), "normal"),
  );
  telling.tell(after(1, 1));
  telling.tell(after(2, 1, ""));
  telling.tell(after(3, 2));
  expect(heard().map(([line]) => line)).toEqual(["Move 1.", "Move 3."]);
});

it("has four paces", () => {
  const lengths = (["instant", "quick", "normal", "slow"] as const).map((pace) =>
    lengthOf(after(1, 1), pace),
  );
  expect(lengths).toEqual([0, lengths[2]! / 2, lengths[2], lengths[2]! * 2]);
  liked = "instant";
  telling.tell(after(1, 1));
  expect(telling.table).toBeNull();
});

it("skips to now, and what comes later is told again", () => {
  for (const step of [1, 2, 3]) telling.tell(after(step, 1));
  vi.advanceTimersByTime(100);
  telling.skip();
  expect([telling.table, telling.pace]).toEqual([null, 0]);
  vi.advanceTimersByTime(10_000);
  expect(telling.table).toBeNull();
  telling.tell(after(4, 2));
  expect(caption()).toBe("Move 4.");
});

it("is quicker the more waits, and shows the present where there is too much", () => {
  for (let step = 1; step <= 50; step++) telling.tell(after(step, 1));
  const told = heard();
  expect(told.length).toBe(50);
  expect(told.reduce((sum, [, length]) => sum + length, 0)).toBeLessThan(40_000);
  for (let step = 1; step <= 62; step++) telling.tell(after(step, 1));
  expect(telling.table).toBeNull();
});

it("knows your own move, a bot's in your seat, and what was missed or taken back", () => {
  const before = after(4, 2);
  expect(whatCame(before, after(5, 1), [0])).toBe("others");
  expect(whatCame(before, after(5, 0), [0])).toBe("own");
  expect(whatCame(before, { ...after(5, 0), seats: [bot, bot, bot] }, [0])).toBe("others");
  expect(whatCame(before, after(6, 1), [0])).toBe("else");
  expect(whatCame(before, after(3, 1), [0])).toBe("else");
  // with what chance drew after it a move is several steps
  expect(whatCame(before, { ...after(7, 1), began: 4 }, [0])).toBe("others");
});

it("tells once more from what was before, also where moves are shown at once", () => {
  liked = "instant";
  telling.again(after(4, 0), [after(5, 1), after(6, 2)]);
  expect([telling.table!.step, telling.table!.events, telling.pace]).toEqual([4, [], 0]);
  vi.advanceTimersByTime(400);
  expect(heard().map(([line]) => line)).toEqual(["Move 5.", "Move 6."]);
});

it("plays past steps until there are no more, and stops when it is told to", async () => {
  const shown: number[] = [];
  let at = 0;
  const next = (last: number) => () => {
    if (at < last) shown.push((at += 1));
    return Promise.resolve(at < last ? after(at, 1) : null);
  };
  void telling.play(next(4));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([shown, telling.playing]).toEqual([[1, 2, 3, 4], false]);
  void telling.play(next(99));
  await vi.advanceTimersByTimeAsync(700);
  expect(telling.playing).toBe(true);
  telling.skip();
  const until = shown.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown.length).toBe(until);
});

it("marks what each seat did in its last turn", () => {
  const moves = [after(1, 1), after(2, 1), after(3, 2), after(4, 1)].map(moveOf);
  expect(marksOf(moves)).toEqual([
    { seat: 1, events: [["built", 1, "red", "h4"]] },
    { seat: 2, events: [["built", 2, "red", "h3"]] },
  ]);
  expect(marksOf(moves.slice(0, 2))[0]!.events.map((event) => event[3])).toEqual(["h1", "h2"]);
});

it("reads the moves of others from the log, with what chance drew after each", () => {
  const row = (seat: number, line: string) =>
    ({ seat, lines: [line], events: [[line]] }) as unknown as LogRow;
  const rows = [row(-1, "yours"), row(1, "a"), row(-1, "drawn"), row(2, "b")];
  expect(movesOf(rows, 10)).toEqual([
    { seat: 1, began: 11, step: 13, lines: ["a", "drawn"], events: [["a"], ["drawn"]] },
    { seat: 2, began: 13, step: 14, lines: ["b"], events: [["b"]] },
  ]);
});

it("knows what a move has brought to whom, where that may be known", () => {
  const score = (view: unknown, seat: number) => (view as (number | null)[])[seat]!;
  const before = after(1, 1, "Move.", [3, 4, null]);
  expect(earnedBy(before, after(2, 1, "Move.", [5, 4, null]), score)).toEqual([{ seat: 0, points: 2 }]);
  expect(earnedBy(before, after(3, 1, "Move.", [5, 4, null]), score)).toEqual([]); // a jump is no move
});

it("tells points by their places where these make all of them", () => {
  const gains = [
    { at: "zl", points: 75 },
    { at: "ut", points: 50 },
    { at: "zl", points: 25 },
    { at: "ah", points: 0 },
  ];
  expect(byPlace(gains, 150)).toEqual([
    { at: "zl", points: 100 },
    { at: "ut", points: 50 },
  ]);
  expect(byPlace(gains, 140)).toEqual([]);
});
