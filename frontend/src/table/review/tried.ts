// From which turn of which review somebody came to try it at a table of their own. This browser alone keeps it.

import { root } from "../../root";

export interface From {
  table: string;
  turn: number; // of its review, from 0
  step: number;
}

const key = (table: string) => `tried:${table}`;

export function keepFrom(table: string, from: From): void {
  localStorage.setItem(key(table), JSON.stringify(from));
}

export function cameFrom(table: string): From | null {
  const kept = localStorage.getItem(key(table));
  return kept ? (JSON.parse(kept) as From) : null;
}

/** The address of that turn, as the review shows it; empty: nobody came from one. */
export function wayBack(table: string): string {
  const from = cameFrom(table);
  return from ? `${root}/table/${from.table}?at=${from.step}&turn=${from.turn + 1}&show=better` : "";
}
