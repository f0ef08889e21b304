// Who has won, in a sentence: the head of the end page, and what is read out there.

import { listed } from "../names";
import type { TableNow } from "../protocol.gen";
import { say } from "../voice";

export function wonBy(table: Pick<TableNow, "ranks" | "seats">, mine: number[]): string {
  if (!table.ranks) return say("more.end-none");
  const won = table.seats.map((_, seat) => seat).filter((seat) => table.ranks![seat] === 0);
  const names = won.map((seat) => table.seats[seat]!.name);
  if (names.length > 1) return say("more.end-shared", [listed(names)]);
  return mine.length === 1 && won.includes(mine[0]!) ? say("more.end-you") : say("more.end-won", [names[0]]);
}
