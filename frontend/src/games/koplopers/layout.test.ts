import { describe, expect, it } from "vitest";
import file from "../../../../src/branchline/games/koplopers/boards/netherlands-1.json";
import { along, distance, grown, inside, length, overlap, slice, type Box } from "./geometry";
import { layoutOf } from "./layout";
import type { BoardData, Point } from "./types";

const board = file as unknown as BoardData;
const layout = layoutOf(board);

describe("paths", () => {
  const path: Point[] = [
    [0, 0],
    [10, 0],
    [10, 10],
  ];
  it("are measured, walked and cut", () => {
    expect(length(path)).toBe(20);
    expect(along(path, 15)).toEqual({ at: [10, 5], angle: 90 });
    expect(slice(path, 5, 15)).toEqual([
      [5, 0],
      [10, 0],
      [10, 5],
    ]);
  });
  it("are clipped to a box", () => {
    expect(inside(path, { x: 8, y: -2, width: 4, height: 4 })).toBeCloseTo(4);
    expect(inside(path, { x: 2, y: 2, width: 4, height: 4 })).toBe(0);
  });
});

describe("the board", () => {
  const plates = Object.entries(layout.plates);
  const tickets = Object.entries(layout.tickets).flatMap(([id, boxes]) =>
    boxes.map((box, i) => [`${id} ticket ${i}`, box] as const),
  );

  it("has a place for every chip", () => {
    for (const [id, station] of Object.entries(board.stations))
      expect(layout.tickets[id]).toHaveLength(station.slots.length);
  });

  it("has no label over another", () => {
    const all = [...plates, ...tickets];
    const over = all.flatMap(([a, one], i) =>
      all.slice(i + 1).flatMap(([b, other]) => (overlap(one, other) > 0 ? [`${a} over ${b}`] : [])),
    );
    expect(over).toEqual([]);
  });

  it("has tickets nearer to their own station than to any other", () => {
    const away = (box: Box, id: string) =>
      distance([box.x + box.width / 2, box.y + box.height / 2], layout.at[id]!);
    for (const [id, boxes] of Object.entries(layout.tickets))
      for (const box of boxes)
        for (const other of Object.keys(layout.plates))
          expect(away(box, id), `${id} and ${other}`).toBeLessThanOrEqual(away(box, other));
  });

  it("has no ticket on a line, and nothing outside the frame", () => {
    const on = tickets.flatMap(([id, box]) =>
      Object.entries(layout.paths).flatMap(([section, path]) =>
        inside(path, grown(box, 2)) > 0 ? [`${id} on ${section}`] : [],
      ),
    );
    expect(on).toEqual([]);
    for (const [id, box] of [...plates, ...tickets])
      expect(overlap(box, layout.frame), id).toBeCloseTo(box.width * box.height);
  });

  it("joins sections at their ends and leaves room for a train on each", () => {
    for (const [id, section] of Object.entries(board.sections)) {
      const path = layout.paths[id]!;
      expect(distance(path[0]!, layout.at[section.ends[0]]!), id).toBeLessThan(0.1);
      expect(distance(path.at(-1)!, layout.at[section.ends[1]]!), id).toBeLessThan(0.1);
      const [start, end] = layout.clear[id]!;
      expect(end - start, id).toBeGreaterThan(50);
    }
  });

  it("draws lines at calm angles", () => {
    for (const [id, path] of Object.entries(layout.paths))
      for (let i = 1; i < path.length; i++) {
        const [dx, dy] = [path[i]![0] - path[i - 1]![0], path[i]![1] - path[i - 1]![1]];
        const turn = ((Math.atan2(dy, dx) * 180) / Math.PI / 45) % 1;
        expect(Math.min(Math.abs(turn), 1 - Math.abs(turn)), id).toBeLessThan(0.02);
      }
  });

  it("is drawn by its own coordinates when it is another board", () => {
    const stations = { ...board.stations, XX: { name: "X", region: "N", x: 5, y: 6, slots: [] } };
    const other = layoutOf({ ...board, stations });
    expect(other.at.GN).toEqual([801, 140]);
    expect(other.frame.width).toBe(960);
  });
});
