// What a game says about itself, from its words: the names of ids, and sentences with their values filled in.

import { isolated } from "../names";
import { reader, type Piece } from "./glossary";
import { signed } from "./looks";
import { plural } from "./plural";

export interface Words {
  names: Record<string, string>; // of everything that an id stands for, places of the board too
  ui: Record<string, string>; // sentences for screens
  first?: Record<string, string>; // lines for who plays it for the first time
  glossary?: Record<string, string>; // what the words of the game mean
}

// who sits where nobody is known to sit, as `core/languages.py` has it
const SEATS: Record<string, string> = { en: "Seat", fr: "Place", nl: "Plaats", de: "Platz" };

let words: Words = { names: {}, ui: {} };
let language = "en";
let read = reader({});

/** The words of the table that this page shows, and their language; nothing of a game is drawn before they are here. */
export function speak(spoken: Words, its = "en"): void {
  [words, language] = [spoken, its];
  read = reader(spoken.glossary ?? {});
}

/** An id as people say it; of several, all of them. What is no id stays as it is. */
export function nameOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(nameOf).join(", ");
  return typeof value === "string" ? (words.names[value] ?? value) : String(value);
}

/**
 * A sentence filled in by the grammar of `core/words.py`; `tests/core/sentences.json` says what both make of it:
 * `{0}` or `{hex}` a value by its name, `{0:seat}` who sits there, `{2:points}` a signed number,
 * `{1:# share|# shares}` the form that goes with a number, or with how many there are.
 */
export function filled(
  template: string,
  values: Record<string, unknown> | unknown[],
  people: string[] = [],
): string {
  return template.replace(/\{\{|\}\}|\{(\w+)(?::([^}]*))?\}/g, (found, field?: string, form = "") => {
    if (field === undefined) return found[0]!;
    const value = (values as Record<string, unknown>)[field];
    if (form === "points") return signed(Number(value));
    if (form === "seat") return isolated(people[Number(value)] ?? `${SEATS[language]} ${Number(value) + 1}`);
    const [one, other] = (form as string).split("|");
    const number = Array.isArray(value) ? value.length : Number(value);
    return other === undefined ? nameOf(value) : plural(number, one!, other, language);
  });
}

/** What somebody is told first; nothing where the game has no such lines. */
export function linesFor(key: string): string[] {
  return (words.first?.[key] ?? "").split("\n").filter(Boolean);
}

/** A sentence in pieces, the words of the game apart. */
export function explained(text: string): Piece[] {
  return read(text);
}

/** A sentence from the game's `ui`; its key where it has none. */
export function ui(key: string, ...values: unknown[]): string {
  return filled(words.ui[key] ?? key, values);
}
