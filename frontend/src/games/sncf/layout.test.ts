import { describe, expect, it } from "vitest";
import franceFile from "../../../../src/branchline/games/sncf/boards/france-1.json";
import germanyFile from "../../../../src/branchline/games/sncf/boards/germany-1.json";
import { cells, discBox, frameOf, heavyLines, neighbours, stand, stops } from "./layout";
import { meet, placeNames, ways, widthOf } from "./labels";
import { holders, joined, lanes, lettered, type Segment } from "./network";
import type { BoardFile, Railroad, RailroadNow } from "./types";

const [france, germany] = [franceFile, germanyFile] as unknown as [BoardFile, BoardFile];
const boards = [france, germany];

describe.each(boards)("names on $id", (board) => {
  it.each([1, 1.5])("never meet, in type of %f", (enlarge) => {
    const labels = placeNames(board, enlarge);
    for (const [n, one] of labels.entries()) {
      for (const other of labels.slice(n + 1)) expect(meet(one, other), `${one.id} ${other.id}`).toBe(false);
      for (const hex of board.hexes) {
        if (hex.kind === "rural" || hex.id === one.id) continue;
        expect(meet(one, discBox(hex)), `${one.id} on ${hex.id}`).toBe(false);
      }
    }
  });

  it("are all there, and lie inside the frame", () => {
    const labels = placeNames(board);
    const named = board.hexes.filter((hex) => hex.kind !== "rural" && hex.kind !== "paris");
    expect(labels.map(({ id }) => id).sort()).toEqual(named.map(({ id }) => id).sort());
    const frame = frameOf(board);
    for (const one of placeNames(board, 1.5)) {
      expect(one.left).toBeGreaterThan(frame.x);
      expect(one.right).toBeLessThan(frame.x + frame.width);
    }
  });

  it("keep the dear cities where the type is large", () => {
    const shown = new Set(placeNames(board, 1.5).map(({ id }) => id));
    for (const hex of board.hexes) if ((hex.value ?? 0) >= 3) expect(shown, hex.name).toContain(hex.id);
  });
});

describe.each(boards)("the value track on $id", (board) => {
  it("runs from 0 to the dearest share without a gap", () => {
    const track = cells(board, 73);
    expect(track.map(({ value }) => value)).toEqual([...Array(74).keys()]);
    const frame = frameOf(board);
    for (const [n, cell] of track.entries()) {
      expect(cell.right).toBeLessThanOrEqual(frame.x + frame.width);
      const next = track[n + 1];
      if (next) expect(meet(cell, next, 0.01) && !meet(cell, next, -0.01)).toBe(true);
    }
  });

  it("has room for all six markers at 0 and for three anywhere", () => {
    for (const [cell, count] of [
      [cells(board, 73)[0]!, 6],
      ...cells(board, 73).map((each) => [each, 3] as const),
    ] as const)
      for (const { x, y, radius } of stand(cell, count)) {
        expect(x - radius).toBeGreaterThanOrEqual(cell.left - 4);
        expect(x + radius).toBeLessThanOrEqual(cell.right + 4);
        expect(y).toBeGreaterThanOrEqual(cell.top);
        expect(y).toBeLessThanOrEqual(cell.bottom);
      }
  });
});

describe("hexes", () => {
  it("touch each other, but not across a heavy line", () => {
    const near = neighbours(france);
    expect(near.get("e6")).toEqual(expect.arrayContaining(["e5", "e7", "d5", "f5", "f6"]));
    expect(near.get("e6")).not.toContain("d6");
    expect(heavyLines(germany)).toHaveLength(4);
  });
});

describe("names in type", () => {
  it("are cut at their joints", () => {
    expect(ways("Chalon-sur-Saône")).toContainEqual(["Chalon-", "sur-Saône"]);
    expect(ways("Frankfurt (Main)")).toEqual([["Frankfurt (Main)"], ["Frankfurt", "(Main)"]]);
  });
  it("take less room in small letters", () => {
    expect(widthOf("lille", 20)).toBeLessThan(widthOf("LILLE", 20));
  });
});

describe("track", () => {
  const near = neighbours(france);
  it("joins hexes without a ring and adds one segment for a new cube", () => {
    const before = joined(["g10", "g11", "f10"], near);
    expect(before).toHaveLength(2);
    const after = joined(["f10", "f11", "g10", "g11"], near, before);
    expect(after).toHaveLength(3);
    expect(after.slice(0, 2)).toEqual(before);
    expect(joined(["f10", "g10"], near, after)).toHaveLength(1);
  });
  it("runs side by side where two share a hex, and keeps its side", () => {
    const railroads = [
      { id: "red", track: ["g10", "g11", "g12"] },
      { id: "blue", track: ["g10", "g11", "g12"] },
    ] as RailroadNow[];
    const networks = new Map<Railroad, Segment[]>(
      railroads.map(({ id, track }) => [id, joined(track, near)]),
    );
    const at = stops(france);
    const places = lanes(networks, holders(railroads), at);
    for (const id of ["g10", "g11", "g12"]) {
      const [red, blue] = [places.get(`red ${id}`)!, places.get(`blue ${id}`)!];
      expect(red.y).toBeLessThan(blue.y - 10);
      expect((red.x + blue.x) / 2).toBeCloseTo(at.get(id)!.x);
    }
  });
  it("shows its letter at its ends", () => {
    expect(
      lettered(
        [
          ["g9", "g10"],
          ["g10", "g11"],
        ],
        (id) => id !== "g9",
      ),
    ).toEqual(["g11"]);
  });
});
