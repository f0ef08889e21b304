import { describe, expect, it } from "vitest";
import portland from "../../../../src/branchline/games/bridgetown/boards/portland-1.json";
import { boxAround, meet, placeAreas, placeNames, taken } from "./names";
import { around, sheetOf, span, treads } from "./sheet";
import type { City } from "./types";

const city = portland as unknown as City;

describe.each([true, false])("the map, wide %s", (wide) => {
  const sheet = sheetOf(city, wide);
  const names = placeNames(city, sheet);

  it("holds every space", () => {
    for (const [x, y] of sheet.at.values()) {
      expect(x).toBeGreaterThan(sheet.map.x);
      expect(x).toBeLessThan(sheet.map.x + sheet.map.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(sheet.map.height);
    }
  });

  it("lets no name meet another, a bead, a bridge or the wheel", () => {
    const beads = [...sheet.at.values()].map((at) => boxAround(at, 11, 11));
    const fixed = [...taken(city, sheet), ...beads];
    names.forEach(({ box, words }, n) => {
      expect(
        fixed.filter((each) => meet(each, box)),
        words,
      ).toEqual([]);
      expect(
        names.slice(n + 1).filter((each) => meet(each.box, box)),
        words,
      ).toEqual([]);
    });
  });

  it("moves the names of quarters out of the way", () => {
    const areas = placeAreas(city, sheet, names);
    expect(areas.length).toBeGreaterThan(8);
    areas.forEach(({ box, words }, n) => {
      const others = [...names, ...areas.slice(n + 1)];
      expect(
        others.filter((each) => meet(each.box, box)),
        words,
      ).toEqual([]);
    });
  });

  it("names most spaces", () => {
    expect(names.length).toBeGreaterThan(wide ? 85 : 60);
  });

  it("keeps the wheel clear of streets", () => {
    const { x, y, r } = sheet.wheel;
    for (const at of sheet.at.values()) expect(Math.hypot(at[0] - x, at[1] - y)).toBeGreaterThan(r + 14);
  });

  it("knows how bridges lie and where stairs are", () => {
    for (const bridge of city.bridges) {
      const found = span(sheet, city.edges, bridge.node);
      expect(Math.min(found.west, found.east)).toBeGreaterThan(70);
      expect(Math.abs(found.turn)).toBeLessThan(15);
    }
    for (const each of city.overpasses)
      expect(treads(sheet, each.upper, each.lower).steps).toMatch(/^(M[\d. ]+L[\d. ]+){5}$/);
  });
});

it("spreads those who share a place", () => {
  expect(around(1, 10)).toEqual([[0, 0]]);
  const four = around(4, 10);
  expect(new Set(four.map(String)).size).toBe(4);
});
