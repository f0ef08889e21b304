// The moves of the others since your last one: what is told, marked on the board and shown again.

import type { Action, LogRow, TableNow } from "../protocol.gen";
import type { Gain, Mark } from "./contract";

/** A move, with what chance drew after it. */
export interface Move {
  seat: number; // −1: chance alone
  began: number; // the step before it
  step: number; // the step after it
  events: Action[];
  lines: string[];
}

export function moveOf({ mover, began, step, events, lines }: TableNow): Move {
  return { seat: mover ?? -1, began, step, events, lines };
}

/**
 * What a table is to this screen, which has seen the one before: a move of your own, one that others made
 * (a bot in your seat is another), or something else: moves were taken back, or some have not come.
 */
export function whatCame(before: TableNow, table: TableNow, mine: number[]): "own" | "others" | "else" {
  const { mover, began, step, seats } = table;
  if (mover === null || began !== before.step || step <= before.step) return "else";
  return mine.includes(mover) && !seats[mover]!.bot ? "own" : "others";
}

/** Rows of the log as moves; the first row led to step `after + 1`. What chance drew first was your own move. */
export function movesOf(rows: LogRow[], after: number): Move[] {
  const found: Move[] = [];
  rows.forEach(({ seat, events, lines }, index) => {
    const step = after + index + 1;
    const last = found.at(-1);
    if (seat >= 0) found.push({ seat, began: step - 1, step, events: [...events], lines: [...lines] });
    else if (last) {
      last.step = step;
      last.events.push(...events);
      last.lines.push(...lines);
    }
  });
  return found;
}

/** The moves of the last turn that somebody had. */
export function lastTurn(rows: LogRow[]): Move[] {
  const began = rows.findLastIndex(({ seat }) => seat >= 0 && seat !== rows.at(-1)!.seat) + 1;
  return movesOf(rows.slice(began), began);
}

/** What each seat did in its last turn: moves without another seat's in between are one turn. */
export function marksOf(moves: Move[]): Mark[] {
  const found = new Map<number, Action[]>();
  moves.forEach(({ seat, events }, n) => {
    if (seat < 0) return;
    const goesOn = moves[n - 1]?.seat === seat;
    found.set(seat, goesOn ? [...found.get(seat)!, ...events] : events);
  });
  return [...found].map(([seat, events]) => ({ seat, events }));
}

/** What a move brought to each seat whose points may be known. */
export interface Earned {
  seat: number;
  points: number;
}

/** The same place once, with all that it brought; nothing where that is not all of what was earned. */
export function byPlace(gains: Gain[], earned: number): Gain[] {
  const found = new Map<string, Gain>();
  for (const { at, points } of gains)
    found.set(String(at), { at, points: points + (found.get(String(at))?.points ?? 0) });
  const all = [...found.values()].filter(({ points }) => points);
  return all.reduce((sum, { points }) => sum + points, 0) === earned ? all : [];
}

/** The points that changed from one table to the next; none where there is more than one move between them. */
export function earnedBy(
  before: TableNow | null,
  after: TableNow | null,
  score: (view: unknown, seat: number) => number | null,
): Earned[] {
  if (!before || !after || after.began !== before.step || after.step === before.step) return [];
  return after.seats.flatMap((_, seat) => {
    const [from, to] = [score(before.view, seat), score(after.view, seat)];
    return from === null || to === null || from === to ? [] : [{ seat, points: to - from }];
  });
}
