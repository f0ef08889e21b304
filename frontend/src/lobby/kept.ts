// What this browser remembers of its tables: results, which never change, and those that it no longer lists.

import type { Listed, TableNow } from "../protocol.gen";
import { root } from "../root";
import { locale } from "../times";
import { say } from "../voice";

const ASKED = 12; // so many results are asked for at a visit; each is asked for once

const KEPT = "points"; // under "results" those of Bridgetown were wrong

type Store = Pick<Storage, "getItem" | "setItem">;

function read<T>(store: Store, name: string, otherwise: T): T {
  try {
    return (JSON.parse(store.getItem(name) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export const removed = (store: Store) => read<string[]>(store, "removed", []);

/** Not listed any more in this browser; the table stays for the others. */
export function remove(store: Store, id: string): string[] {
  const found = [...removed(store).filter((each) => each !== id), id].slice(-500);
  store.setItem("removed", JSON.stringify(found));
  return found;
}

/** A game that goes on without you is none to lose from sight. */
export const removable = (table: Listed) =>
  table.status === "over" ||
  table.status === "ended" ||
  ((table.lesson || table.puzzle) && table.status !== "waiting");

const named = ({ game, id }: { game: string; id: string }) => `${game}/${id}`;

/** The puzzles that were solved in this browser, by game and name. */
export const solved = (store: Store) => new Set(read<string[]>(store, "solved", []));
export const isSolved = (known: Set<string>, puzzle: { game: string; id: string }) =>
  known.has(named(puzzle));

/** Remember that a puzzle is solved. */
export function keepSolved(store: Store, puzzle: { game: string; id: string }): void {
  store.setItem("solved", JSON.stringify([...solved(store).add(named(puzzle))]));
}

/** The next puzzle of the same game that is not solved, in the order of difficulty; else any of it. */
export function nextOf<P extends { game: string; id: string }>(
  puzzles: P[],
  known: Set<string>,
  here: { game: string; id: string },
): P | null {
  const same = puzzles.filter(({ game }) => game === here.game);
  const at = same.findIndex(({ id }) => id === here.id);
  const order = [...same.slice(at + 1), ...same.slice(0, Math.max(at, 0))];
  return order.find((each) => !isSolved(known, each)) ?? order[0] ?? null;
}

/** `Anna 61, Ben 58`, the winner first; "" where nothing was counted. */
export function result(table: Pick<TableNow, "points" | "ranks" | "seats">): string {
  const { points, ranks, seats } = table;
  if (!points) return "";
  return seats
    .map((seat, n) => ({ text: `${seat.name} ${points[n]}`, rank: ranks?.[n] ?? 0 }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ text }) => text)
    .join(", ");
}

/** The results of the finished tables, from here or from the server. */
export async function results(store: Store, tables: Listed[]): Promise<Record<string, string>> {
  const known = read<Record<string, string>>(store, KEPT, {});
  const over = tables.filter(({ status }) => status === "over");
  const kept = Object.fromEntries(over.flatMap(({ id }) => (id in known ? [[id, known[id]!]] : [])));
  for (const { id } of over.filter((table) => !(table.id in kept)).slice(0, ASKED)) {
    const answer = await fetch(`${root}/api/tables/${id}`).catch(() => null);
    if (answer?.ok) kept[id] = result((await answer.json()) as TableNow);
  }
  store.setItem(KEPT, JSON.stringify(kept));
  return kept;
}

/** `today, 14:05`, `3 March` or `3 March 2024`. */
export function day(seconds: number, now = new Date()): string {
  const at = new Date(1000 * seconds);
  if (at.toDateString() === now.toDateString())
    return say("page.today", [at.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" })]);
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return at.toLocaleDateString(locale, { day: "numeric", month: "long", ...year });
}
