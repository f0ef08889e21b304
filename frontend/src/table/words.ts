// What a game says about itself, from its words: the names of ids, and sentences with their values filled in.

import { signed } from "./looks";
import { plural } from "./plural";

export interface Words {
  names: Record<string, string>; // of everything that an id stands for, places of the board too
  ui: Record<string, string>; // sentences for screens
}

let words: Words = { names: {}, ui: {} };

/** The words of the table that this page shows; nothing of a game is drawn before they are here. */
export function speak(spoken: Words): void {
  words = spoken;
}

/** An id as people say it; of several, all of them. What is no id stays as it is. */
export function nameOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(nameOf).join(", ");
  return typeof value === "string" ? (words.names[value] ?? value) : String(value);
}

/**
 * A sentence from the game's `ui`, by the same grammar as in Python: `{0}` a value by its name, `{2:points}` a
 * signed number, `{1:# share|# shares}` the form that goes with a number.
 */
export function ui(key: string, ...values: unknown[]): string {
  return (words.ui[key] ?? key).replace(/\{(\d)(?::([^}]*))?\}/g, (_, place: string, form?: string) => {
    const value = values[Number(place)];
    if (form === "points") return signed(Number(value));
    const [one, other] = form?.split("|") ?? [];
    return other === undefined ? nameOf(value) : plural(Number(value), one!, other);
  });
}
