// Names that people have chosen, inside sentences of ours.

import { say } from "./voice";

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u0600-\u08ff]/u;

/** A name from the right to the left does not turn the words around it. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** Everyone at a table, with names that can stand in a sentence. */
export function named<Person extends { name: string }>(people: Person[]): Person[] {
  return people.map((person) => ({ ...person, name: isolated(person.name) }));
}

/** `Anna`, `Anna and Ben`, `Anna, Ben and Cleo`. */
export function listed(names: string[]): string {
  return names.length > 1 ? say("page.and", [names.slice(0, -1).join(", "), names.at(-1)]) : (names[0] ?? "");
}

/** A sentence or a button begins with a capital. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
