// Who plays at a table, seen from one screen.

import type { TableNow } from "../protocol.gen";

/** One of these seats is to move, and no bot plays for it. */
export function isTurnOf({ status, to_move, seats }: TableNow, mine: number[]): boolean {
  return status === "playing" && mine.includes(to_move) && !seats[to_move]?.bot;
}

/** One person plays here, and everybody else is a bot. */
export function isAlone({ seats }: TableNow, mine: number[]): boolean {
  return mine.length === 1 && seats.every(({ kind }, seat) => kind === "bot" || mine.includes(seat));
}
