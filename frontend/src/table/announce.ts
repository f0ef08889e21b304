// What a screen reader says by itself: every finished turn once, whose turn it is then, and the end.

import type { TableNow } from "../protocol.gen";

export class Announcer {
  private before: TableNow | null = null;
  private lines: string[] = []; // of the turn that is still going on

  /** What is to be said about a table that has come; "" is nothing. */
  hear(table: TableNow, mine: number[], called: (seat: number) => string): string {
    const { before } = this;
    this.before = table;
    if (before?.version === table.version && before.status === table.status) return "";
    if (before && table.step < before.step) {
      this.lines = [];
      return `Moves were taken back. ${this.next(table, mine, called)}`;
    }
    if (before && table.step > before.step) this.lines.push(...table.lines);
    const goesOn = table.status === "playing" && table.mover === table.to_move && before !== null;
    if (goesOn) return "";
    const said = [...this.lines, this.next(table, mine, called)].filter(Boolean).join(" ");
    this.lines = [];
    return said;
  }

  private next(table: TableNow, mine: number[], called: (seat: number) => string): string {
    if (table.status !== "playing") return table.status === "waiting" ? "" : "The game is over.";
    if (mine.includes(table.to_move) && !table.seats[table.to_move]?.bot) {
      return mine.length > 1 ? `Your turn: ${called(table.to_move)}.` : "Your turn.";
    }
    return "";
  }
}
