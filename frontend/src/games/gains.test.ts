import { expect, it } from "vitest";
import bridgetown from "./bridgetown";
import koplopers from "./koplopers";
import sncf from "./sncf";
import string_railway from "./string_railway";

// views with no more than what points depend on
const view = (what: unknown) => what as never;

it("cities of SNCF bring what each share of a known hand is worth more", () => {
  const events = [
    ["built", 1, "red", "d7"],
    ["city", "red", "d7", 3],
    ["city", "red", "e7", 1],
  ] as never;
  const seats = [{ hand: { red: 2 } }, { hand: null }];
  expect(sncf.gains(events, 0, view({ seats }))).toEqual([
    { at: "d7", points: 6 },
    { at: "e7", points: 2 },
  ]);
  expect(sncf.gains(events, 1, view({ seats })).every(({ points }) => points === 0)).toBe(true);
});

it("passengers of Koplopers count where they alight", () => {
  const events = [
    ["alighted", 0, "R1", "P01", "ZL", 75],
    ["alighted", 1, "B1", "P02", "UT", 50],
  ] as never;
  expect(koplopers.gains(events, 0)).toEqual([{ at: "ZL", points: 75 }]);
});

it("a flag of Bridgetown counts at its bridge by what it changes of the colours", () => {
  const events = [
    ["gave-back", 0, "burnside", "yellow", -1],
    ["took", 0, "steel", "bike", 1],
    ["took", 0, "broadway", "bike", 0],
    ["took", 1, "fremont", "taxi", 1],
  ] as never;
  expect(bridgetown.gains(events, 0)).toEqual([
    { at: "burnside", points: -1 },
    { at: "steel", points: 1 },
    { at: "broadway", points: 0 },
  ]);
});

it("a string counts where it enters, is visited and crosses", () => {
  const events = [
    ["laid", 0, "red", "short", 2],
    ["entered", "red", "t1", 3, [1000, 2000]],
    ["visited", "blue", "t2", 1, "red", [3000, 2000]],
    ["crossed", "red", "s1", 1, -1, [5000, 2000]],
  ] as never;
  const companies = [
    { id: "red", seat: 0 },
    { id: "blue", seat: 1 },
  ];
  expect(string_railway.gains(events, 0, view({ companies }))).toEqual([
    { at: [10, -20], points: 3 },
    { at: [50, -20], points: -1 },
  ]);
  expect(string_railway.gains(events, 1, view({ companies }))).toEqual([{ at: [30, -20], points: 1 }]);
});
