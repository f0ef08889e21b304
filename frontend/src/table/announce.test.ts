import { expect, it } from "vitest";
import type { TableNow } from "../protocol.gen";
import { Announcer } from "./announce";

const seats = [{ bot: null }, { bot: "casual" }, { bot: "casual" }];

function table(version: number, mover: number | null, to_move: number, ...lines: string[]): TableNow {
  const told = {
    version,
    step: version,
    began: version - 1,
    status: "playing",
    mover,
    to_move,
    lines,
    seats,
  };
  return told as unknown as TableNow;
}

function heard(...tables: TableNow[]): string[] {
  const announcer = new Announcer();
  return tables.map((each) => announcer.hear(each, [0], (seat) => `Seat ${seat + 1}`));
}

it("says a turn of several actions once, when it is finished", () => {
  expect(
    heard(
      table(5, 0, 1),
      table(6, 1, 1, "Blue reaches Lille."),
      table(7, 1, 1, "Blue reaches Lyon."),
      table(8, 1, 2, "Bea is done."),
      table(9, 2, 0, "Cleo trades."),
    ),
  ).toEqual(["", "", "", "Blue reaches Lille. Blue reaches Lyon. Bea is done.", "Cleo trades. Your turn."]);
});

it("does not repeat what a table says again", () => {
  expect(heard(table(5, 0, 1), table(6, 1, 0, "Bea trades."), table(6, 1, 0, "Bea trades."))).toEqual([
    "",
    "Bea trades. Your turn.",
    "",
  ]);
});

it("says whose turn it is to whoever comes, and not what happened before", () => {
  expect(heard(table(9, 2, 0, "Cleo trades."))).toEqual(["Your turn."]);
});

it("says that moves were taken back", () => {
  expect(heard(table(9, 2, 0), table(7, 1, 0, "Bea trades."))[1]).toBe("Moves were taken back. Your turn.");
});

it("says that the game is over, after what ended it", () => {
  const last = { ...table(9, 1, -2, "Red reaches Marseille."), status: "over" } as TableNow;
  expect(heard(table(8, 0, 1), last)[1]).toBe("Red reaches Marseille. The game is over.");
});
