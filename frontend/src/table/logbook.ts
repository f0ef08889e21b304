// The log in turns: what one seat did without another in between, with what chance did after it.

import type { LogRow } from "../protocol.gen";

export interface Line {
  step: number; // the position after this action
  text: string;
}

export interface Turn {
  seat: number; // −1: the table itself, before anyone has moved
  first: number; // the step of its first action
  lines: Line[];
}

/** Rows as turns; the row at index 0 led to step `after + 1`. */
export function turns(rows: Pick<LogRow, "seat" | "lines">[], after = 0): Turn[] {
  const found: Turn[] = [];
  rows.forEach((row, index) => {
    const step = after + index + 1;
    let turn = found.at(-1);
    if (!turn || (row.seat >= 0 && row.seat !== turn.seat)) {
      turn = { seat: row.seat, first: step, lines: [] };
      found.push(turn);
    }
    turn.lines.push(...row.lines.map((text) => ({ step, text })));
  });
  return found;
}

/** Only what one seat did (null: everyone) and what holds the words. */
export function filtered(all: Turn[], seat: number | null, words: string): Turn[] {
  const wanted = words.trim().toLowerCase();
  return all
    .filter((turn) => seat === null || turn.seat === seat)
    .map((turn) => ({
      ...turn,
      lines: turn.lines.filter((line) => line.text.toLowerCase().includes(wanted)),
    }))
    .filter((turn) => turn.lines.length);
}
