// A table in words: what can be typed, word by word or as whole lines, and what has changed since one's last turn.

import type { Action, LogRow, MoveLine } from "../../protocol.gen";
import type { Element } from "../contract";

/** Something that can be chosen: the whole line that would be typed then, and what that means. */
export interface Choice {
  line: string;
  word: string; // what is new in it
  says: string;
}

/** How elements are called: by the name that may be typed for them, and as a choice after others. */
export interface Called {
  name(element: Element): string;
  says(element: Element, before: Element[]): string;
}

/** Letters alone, as they are compared: no accents, no capitals, no marks between them. */
export function folded(text: string): string {
  const plain = text.normalize("NFKD").toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]/gu, "") || plain.trim();
}

/** An element of an action as it is typed: `core/action.py` reads it so. */
export function typedWord(element: Element): string {
  if (typeof element !== "object") return String(element);
  const parts = element as unknown as (number | number[])[];
  if (parts.every((each) => typeof each === "number")) return parts.join(",");
  return parts.map((each) => String(each)).join(";") + (parts.length > 1 ? "" : ";");
}

export const typedLine = (action: Action): string => action.map(typedWord).join(" ");

export const words = (line: string): string[] => line.trim().split(/\s+/).filter(Boolean);

const isCalled = (element: Element, typed: string, { name }: Called): boolean =>
  folded(typedWord(element)) === typed || folded(name(element)) === typed;

/** The actions that begin with these words, each said by its id or by its name. */
function begunBy(choices: Action[], begun: string[], called: Called): Action[] {
  return choices.filter(
    (action) =>
      action.length >= begun.length && begun.every((word, at) => isCalled(action[at]!, folded(word), called)),
  );
}

/**
 * What can come next where moves can be listed. The last word may be a beginning of an id or of a name, also of
 * one with several words: `build red le h` goes on to Le Havre. Where nothing fits it is sought at the end of
 * actions: `ride taxi pearl` is the whole way there.
 */
export function nextChoices(choices: Action[], line: string, called: Called): Choice[] {
  const all = words(line);
  const open = !all.length || /\s$/.test(line); // the last word is whole
  for (const end of [0, -1])
    for (let size = open ? all.length : all.length - 1; size >= 0; size -= 1) {
      const wanted = folded(all.slice(size).join(" "));
      const found = new Map<string, Choice>();
      for (const action of begunBy(choices, all.slice(0, size), called)) {
        const [before, next] = [action.slice(0, size), action.slice(size).at(end)];
        if (next === undefined) continue;
        const [word, begun] = [typedWord(next), typedLine([...before, next])];
        const fits = [word, called.name(next)].some((each) => folded(each).startsWith(wanted));
        if (fits && !found.has(begun))
          found.set(begun, { line: begun, word, says: called.says(next, before) });
      }
      if (found.size) return [...found.values()];
    }
  return [];
}

/** A line whose verb is said in the reader's language, with the one that is typed everywhere. */
export function inEnglish(line: string, verbs: Map<string, string>): string {
  const all = words(line);
  if (!/\p{L}/u.test(all[0] ?? "")) return line; // `? build` asks
  for (let size = all.length; size > 0; size -= 1) {
    const said = folded(all.slice(0, size).join(" "));
    const [verb] = [...verbs].find(([, name]) => folded(name) === said) ?? [];
    if (verb) return [verb, ...all.slice(size)].join(" ") + (/\s$/.test(line) ? " " : "");
  }
  return line;
}

/** The other way round: a line as it is shown to be typed. */
export function inWords(line: string, verbs: Map<string, string>): string {
  const [, verb = "", rest = ""] = /^(\S+)(.*)$/.exec(line) ?? [];
  return (verbs.get(verb)?.toLowerCase() ?? verb) + rest;
}

/** The line is an action. */
export function isWhole(choices: Action[], line: string): boolean {
  return choices.some((action) => typedLine(action) === line.trim());
}

/** The line with all that is no choice any more: while one word alone can follow. */
export function goneOn(choices: Action[], line: string, called: Called): string {
  const [only, ...more] = isWhole(choices, line) ? [] : nextChoices(choices, `${line} `, called);
  return only && !more.length && only.line.startsWith(`${line} `) ? goneOn(choices, only.line, called) : line;
}

/** The lines of the server's list one by one: `build red|blue` with two ends are four. */
export function wholeLines(lines: MoveLine[]): Choice[] {
  return lines.flatMap(({ typed, ends, brings }) => {
    const head = typed.split(" ");
    const last = head.pop()!;
    const heads = last.split("|").map((each) => [...head, each].join(" "));
    if (!ends.length) return heads.map((line) => ({ line, word: line, says: brings }));
    return heads.flatMap((begun) =>
      ends.map((end) => {
        const [, id, name] = /^(\S+)(?: \((.*)\))?$/.exec(end) ?? [null, end];
        const line = [begun, id].filter(Boolean).join(" ");
        return { line, word: line, says: name ?? "" };
      }),
    );
  });
}

/** Each line once. */
export function distinct(all: Choice[]): Choice[] {
  return all.filter(({ line }, at) => all.findIndex((each) => each.line === line) === at);
}

/** Those that begin with what is typed so far, with the verb of either language. */
export function fitting(all: Choice[], line: string, verbs = new Map<string, string>()): Choice[] {
  const wanted = folded(line);
  const fits = (each: string) => folded(each).startsWith(wanted);
  return line.trim() ? all.filter((each) => fits(each.line) || fits(inEnglish(each.line, verbs))) : all;
}

/** Things of the table whose id or name begins like the last word of the line, where moves cannot be listed. */
export function namedThings(ids: [id: string, name: string][], line: string): Choice[] {
  const all = words(line);
  const last = /\s$/.test(line) ? "" : (all.pop() ?? "");
  if (all.length < 2) return [];
  return ids
    .filter(([id, name]) => [id, name].some((each) => folded(each).startsWith(folded(last))))
    .map(([id, name]) => ({ line: [...all, id].join(" "), word: id, says: name }));
}

/** Places whose id or name begins like what stands behind the first word of the line, to be asked for. */
export function placesFor(ids: [id: string, name: string][], line: string): Choice[] {
  const [, word, rest] = /^\s*(\S+)\s+(.*)$/.exec(line) ?? [];
  if (!word) return [];
  const wanted = folded(rest!);
  return ids
    .filter(([id, name]) => rest && [id, name].some((each) => folded(each).startsWith(wanted)))
    .map(([id, name]) => ({ line: `${word} ${name}`, word: name, says: id }));
}

/** Every id of a view that has a name. */
export function idsIn(view: unknown, names: (id: string) => string): [id: string, name: string][] {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part === "string") found.add(part);
    else if (part && typeof part === "object") Object.values(part).forEach(visit);
  };
  visit(view);
  return [...found].map((id): [string, string] => [id, names(id)]).filter(([id, name]) => name !== id);
}

/** The row of the log with which "since your last turn" begins; in another's turn that is one's own last. */
export function lastTurnAt(rows: Pick<LogRow, "seat">[], mine: number[], acting: boolean): number {
  const own = (at: number) => mine.includes(rows[at]?.seat ?? -1);
  let at = rows.length - 1;
  if (acting) while (at >= 0 && (own(at) || rows[at]!.seat < 0)) at -= 1; // what has been done in this turn
  while (at >= 0 && !own(at)) at -= 1; // what the others did before it
  if (acting) return at + 1;
  while (at > 0 && (own(at - 1) || rows[at - 1]!.seat < 0)) at -= 1;
  return Math.max(0, at);
}
