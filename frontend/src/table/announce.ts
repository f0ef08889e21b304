// What a screen reader says by itself: every finished turn once, whose turn it is then, and the end.

import type { TableNow } from "../protocol.gen";
import { say } from "../voice";
import { yourTurn } from "./headline";

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
      return `${say("table.taken-back")} ${this.next(table, mine, called)}`;
    }
    if (before && table.step > before.step) this.lines.push(...table.lines);
    const goesOn = table.status === "playing" && table.mover === table.to_move && before !== null;
    if (goesOn) return "";
    const said = [...this.lines, this.next(table, mine, called)].filter(Boolean).join(" ");
    this.lines = [];
    return said;
  }

  private next(table: TableNow, mine: number[], called: (seat: number) => string): string {
    if (table.status !== "playing") return table.status === "waiting" ? "" : say("table.over");
    if (mine.includes(table.to_move) && !table.seats[table.to_move]?.bot) {
      return `${yourTurn(table.to_move, mine, called)}.`;
    }
    return "";
  }
}
