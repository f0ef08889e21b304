// What a game says about itself, from its words: the names of ids, and sentences with their values filled in.

import { capital } from "../names";
import { filled, know } from "../voice";
import { reader, type Piece } from "./glossary";

export { nameOf } from "../voice";

export interface Words {
  names: Record<string, string>; // of everything that an id stands for, places of the board too
  ui: Record<string, string>; // sentences for screens
  first?: Record<string, string>; // lines for who plays it for the first time
  glossary?: Record<string, string>; // what the words of the game mean
}

let words: Words = { names: {}, ui: {} };
let read = reader({});

/** The words of the table that this page shows; nothing of a game is drawn before they are here. */
export function speak(spoken: Words): void {
  words = spoken;
  know(spoken.names);
  read = reader(spoken.glossary ?? {});
}

/** What somebody is told first; nothing where the game has no such lines. */
export function linesFor(key: string): string[] {
  return (words.first?.[key] ?? "").split("\n").filter(Boolean);
}

/** A sentence in pieces, the words of the game apart. */
export function explained(text: string): Piece[] {
  return read(text);
}

/** A verb as a button says it: the game's own word, else the one that is typed. */
export function verb(typed: string): string {
  return words.ui[`verb.${typed}`] ?? capital(typed);
}

/** A sentence from the game's `ui`; its key where it has none. */
export function ui(key: string, ...values: unknown[]): string {
  return filled(words.ui[key] ?? key, values);
}
