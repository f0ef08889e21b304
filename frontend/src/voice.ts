// What we say, in the language of whoever reads: sentences of `src/branchline/words/LANGUAGE/PART.json`, the same files
// that the server and the terminal read. A part is fetched, in one language, with the screen that speaks it.

import type lobby from "../../src/branchline/words/en/lobby.json";
import type more from "../../src/branchline/words/en/more.json";
import type page from "../../src/branchline/words/en/page.json";
import type table from "../../src/branchline/words/en/table.json";
import type text from "../../src/branchline/words/en/text.json";
import { isolated } from "./names";

interface Parts {
  page: typeof page; // on every screen
  lobby: typeof lobby;
  table: typeof table;
  more: typeof more; // at a table, in what is fetched only when it is wanted
  text: typeof text; // a table in words alone
}
type Part = keyof Parts;
export type Key = { [P in Part]: `${P}.${keyof Parts[P] & string}` }[Part];
export type Values = Record<string, unknown> | unknown[];

/** As their speakers write them, and what a seat is called of which nobody knows who sits there (`core/languages.py`). */
export const LANGUAGES: Record<string, { name: string; seat: string }> = {
  en: { name: "English", seat: "Seat" },
  fr: { name: "Français", seat: "Place" },
  nl: { name: "Nederlands", seat: "Plaats" },
  de: { name: "Deutsch", seat: "Platz" },
};
const KEPT = "language";

/** What was chosen here, else the first that the browser asks for and that we speak. */
export function wished(chosen: string | null, asked: readonly string[]): string {
  const known = [chosen ?? "", ...asked].map((each) => each.toLowerCase().split("-")[0]!);
  return known.find((each) => each in LANGUAGES) ?? "en";
}

export const language = wished(globalThis.localStorage?.getItem(KEPT), globalThis.navigator?.languages ?? []);
if (globalThis.document) document.documentElement.lang = language;

/** From now on in this language: the page comes again in it, where it was. */
export function choose(chosen: string): void {
  localStorage.setItem(KEPT, chosen);
  location.reload();
}

/** An address of the server's, to be answered in this language. */
export function spoken(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
}

const files = import.meta.glob<Record<string, string>>(
  "../../src/branchline/words/*/{page,lobby,table,more,text}.json",
  { import: "default" },
);
const said: Record<string, Record<string, string>> = {};

/** Fetch these parts, if they are not here yet; nothing is said before they are. */
export async function learn(...parts: Part[]): Promise<void> {
  await Promise.all(
    parts.map(async (part) => {
      said[part] ??= await files[`../../src/branchline/words/${language}/${part}.json`]!();
    }),
  );
}

/** What comes only when it is wanted at a table, with the part of our words that it speaks. */
export async function later<Found>(coming: Promise<Found>): Promise<Found> {
  const [found] = await Promise.all([coming, learn("more")]);
  return found;
}

/** A sentence of ours with its values filled in. */
export function say(key: Key, values: Values = {}, people: string[] = []): string {
  const dot = key.indexOf(".");
  return filled(said[key.slice(0, dot)]?.[key.slice(dot + 1)] ?? key, values, people);
}

// --- the grammar of sentences

let names: Record<string, string> = {};

/** The names of everything that an id of a table's game stands for. */
export function know(these: Record<string, string>): void {
  names = these;
}

/** An id as people say it; of several, all of them. What is no id stays as it is. */
export function nameOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(nameOf).join(", ");
  return typeof value === "string" ? (Object.hasOwn(names, value) ? names[value]! : value) : String(value);
}

/** Points with their sign. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "±0";
}

/**
 * A sentence filled in by the grammar of `core/words.py`; `tests/core/sentences.json` says what both make of it:
 * `{0}` or `{hex}` a value by its name, `{0:seat}` who sits there, `{2:points}` a signed number,
 * `{1:# share|# shares}` the form that goes with a number, or with how many there are.
 */
export function filled(template: string, values: Values, people: string[] = [], its = language): string {
  return template.replace(/\{\{|\}\}|\{(\w+)(?::([^}]*))?\}/g, (found, field?: string, form = "") => {
    if (field === undefined) return found[0]!;
    const value = (values as Record<string, unknown>)[field];
    if (form === "points") return signed(Number(value));
    if (form === "seat")
      return isolated(people[Number(value)] ?? `${LANGUAGES[its]!.seat} ${Number(value) + 1}`);
    const [one, other] = (form as string).split("|");
    const number = Array.isArray(value) ? value.length : Number(value);
    return other === undefined ? nameOf(value) : plural(number, one!, other, its);
  });
}

/** The form that goes with a number, `#` standing for the number itself; a language of ours has two. */
export function plural(n: number, one: string, other: string, its = language): string {
  return (rules(its).select(Math.abs(n)) === "one" ? one : other).replaceAll(
    "#",
    String(n).replace("-", "−"),
  );
}

const known: Record<string, Intl.PluralRules> = {};
const rules = (its: string): Intl.PluralRules => (known[its] ??= new Intl.PluralRules(its));
