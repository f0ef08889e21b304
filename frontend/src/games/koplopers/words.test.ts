import { describe, expect, it } from "vitest";
import file from "../../../../src/branchline/games/koplopers/boards/netherlands-1.json";
import type { GameProps } from "../../table/contract";
import type { Action } from "../../protocol.gen";
import type { BoardData, Obligation, View } from "./types";
import { label, nodeName, obligationWords, points, prompt } from "./words";

const board = file as unknown as BoardData;
const view = { trains: [], letters: {}, obligations: [] } as unknown as View;
const asked = (phase: string, choices: Action[]) =>
  prompt({
    view: { ...view, phase },
    board,
    picked: [],
    draft: null,
    choices,
    active: true,
  } as unknown as GameProps<View, BoardData>);

describe("words", () => {
  it("count one thing as one", () => {
    expect(points(1)).toBe("1 action point");
    expect(points(0)).toBe("0 action points");
    const owed = (cost: number) =>
      obligationWords({ what: "act", train: "R1", cost } as Obligation, view, board);
    expect(owed(1)).toContain("1 point)");
    expect(owed(2)).toContain("2 points)");
  });

  it("offer a way out of an exchange as long as there is one", () => {
    expect(asked("transfer", [["leave"]])).toContain("or leave it.");
    expect(asked("bargain", [["leave"]])).toContain("or leave it.");
    expect(asked("transfer", [["settle"]])).toMatch(/finish the exchange\.$/);
    expect(label("leave", [], view, board)).toBe("Leave it");
  });

  it("name a joint of a board that says no line", () => {
    const own = { ...board, joints: { "A-B.1": { x: 1, y: 1 } } } as unknown as BoardData;
    expect(nodeName("A-B.1", own)).toBe("halfway A–B.1");
  });
});
