import { describe, expect, it } from "vitest";
import file from "../../../../src/branchline/games/koplopers/boards/netherlands-1.json";
import type { Action } from "../../protocol.gen";
import { layoutOf } from "./layout";
import { cost, facing, joined, reach, reachStations, route, routeOfTrain, standing } from "./network";
import type { BoardData, TrainView, View } from "./types";

const board = file as unknown as BoardData;
const train = (section: string, front: string, back: string) =>
  ({ id: "R1", section, front, back, station: board.stations[front] ? front : null }) as TrainView;

describe("ways", () => {
  it("are shortest, and never over yards", () => {
    expect(route(board, "HRL", "MT")).toEqual(["HRL-MT"]);
    expect(route(board, "BD", "EHV")).toHaveLength(2);
    expect(route(board, "GN", "GN")).toEqual([]);
  });

  it("lead a train onward, and back only where nothing leads on", () => {
    expect(routeOfTrain(board, train("TB-BD", "TB", "BD"), "HT")[0]).toBe("HT-TB");
    expect(routeOfTrain(board, train("TB-BD", "TB", "BD"), "BD")).not.toContain("TB-BD");
    const stuck = train("GN-DZ", "DZ", "GN");
    expect(routeOfTrain(board, stuck, "MP")[0]).toBe("GN-MP#1");
  });

  it("are drawn from node to node", () => {
    const layout = layoutOf(board);
    const points = joined(board, layout, "GN", ["GN-MP#1", "GN-MP#2"]);
    expect(points[0]).toEqual(layout.at.GN);
    expect(points.at(-1)).toEqual(layout.at.MP);
  });

  it("leave a train clear of both plates, whichever way it heads", () => {
    const layout = layoutOf(board);
    const there = standing(board, layout, train("MP-ZL", "ZL", "MP"));
    const back = standing(board, layout, train("MP-ZL", "MP", "ZL"));
    expect(there.far + back.far).toBeCloseTo(100);
    expect(there.room).toBeGreaterThan(50);
  });
});

describe("what drives reach", () => {
  const choices: Action[] = [
    ["drive", "R1", "a", "b"],
    ["drive", "R2", "b"],
    ["drive", "R1", "a"],
    ["turn", "R1"],
  ];
  const view = { costs: { drive: 1 } } as unknown as View;
  it("is sorted by cost, for one train or all", () => {
    expect([...reach(choices, "R1").keys()].sort()).toEqual(["a", "b"]);
    expect(
      reach(choices, null)
        .get("b")!
        .map((drive) => cost(drive, view)),
    ).toEqual([1, 2]);
  });
  it("leads to stations, whichever way round", () => {
    const here = { trains: [train("TB-BD", "TB", "BD")] } as View;
    const drives: Action[] = [
      ["drive", "R1", "HT-TB"],
      ["drive", "R1", "EHV-TB"],
      ["drive", "R1", "HT-TB", "HT-UT#1"],
    ];
    expect(drives.map((each) => facing(board, here, each))).toEqual(["HT", "EHV", expect.any(String)]);
    expect(facing(board, here, ["drive", "R1", "GN-DZ"])).toBeNull(); // not onward from there
    const found = reachStations(board, here, reach(drives, null));
    expect([...found.keys()].sort()).toEqual(["EHV", "HT"]);
  });
});
