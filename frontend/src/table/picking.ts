// What can be picked next among the legal actions. It serves every game whose moves can be listed: an action
// is a tuple (verb, ids, numbers), and people pick its elements one by one, best in order but in any.

import type { Action } from "../protocol.gen";
import type { Element } from "./contract";

export function same(one: Element | undefined, other: Element | undefined): boolean {
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other ?? null));
}

/** What is left of an action when the picked elements are taken out of it; null when it lacks one of them. */
function without(action: Action, picked: Element[]): Element[] | null {
  const left = [...action];
  for (const element of picked) {
    const at = left.findIndex((each) => same(each, element));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

function begins(action: Action, picked: Element[]): boolean {
  return picked.length <= action.length && picked.every((each, at) => same(each, action[at]));
}

/** Whether the picked elements stand in the action in the order in which they were picked. */
function inOrder(action: Action, picked: Element[]): boolean {
  let at = 0;
  for (const element of action) if (at < picked.length && same(element, picked[at])) at += 1;
  return at === picked.length;
}

/**
 * The legal actions that fit what is picked. Those that begin with it come first; without any, those that
 * hold it in this order (red, then blue: sell red for blue); without any, those that hold it at all.
 */
export function matching(choices: Action[], picked: Element[]): Action[] {
  if (!picked.length) return choices;
  for (const fits of [begins, inOrder]) {
    const found = choices.filter((each) => fits(each, picked));
    if (found.length) return found;
  }
  return choices.filter((each) => without(each, picked));
}

/** Everything that may be picked next, in any order. */
export function glowing(choices: Action[], picked: Element[]): Set<Element> {
  return new Set(matching(choices, picked).flatMap((each) => without(each, picked) ?? []));
}

/** The action that the picks stand for: the one that they spell out, or the only one that is left. */
export function meant(choices: Action[], picked: Element[]): Action | null {
  if (!picked.length) return null;
  const found = matching(choices, picked);
  const whole = found.find((each) => each.length === picked.length);
  return whole ?? (found.length === 1 ? found[0]! : null);
}

/** The picks with one more. Where it does not fit them, the latest ones that stand in its way give way. */
export function pickedWith(choices: Action[], picked: Element[], element: Element): Element[] | null {
  for (const kept of thinned(picked)) {
    const found = [...kept, element];
    if (matching(choices, found).length) return found;
  }
  return null;
}

/** The list itself, then with ever fewer of its elements; the last ones go first. */
function* thinned(list: Element[]): Generator<Element[]> {
  yield list;
  if (list.length > 8) {
    for (let length = list.length - 1; length >= 0; length -= 1) yield list.slice(0, length);
    return;
  }
  const subsets = Array.from({ length: 2 ** list.length - 1 }, (_, mask) => mask);
  // as many as possible are kept; among those, the earliest: bit n stands for the n-th element
  const rank = (mask: number) => list.reduce<number>((sum, _, at) => sum + ((mask >> at) & 1), 0);
  subsets.sort((one, other) => rank(other) - rank(one) || one - other);
  for (const mask of subsets) yield list.filter((_, at) => (mask >> at) & 1);
}

/**
 * What the action bar offers: whole actions of one word (`done`), the one longer action that is left where
 * there is no choice, and the next element that is a choice.
 */
export function offered(choices: Action[], picked: Element[]): { plain: Action[]; next: Element[] } {
  const longer = matching(choices, picked).filter((each) => each.length > 1);
  const plain = choices.filter((each) => each.length === 1);
  if (longer.length === 1) plain.push(longer[0]!);
  const rests = longer.map((each) => without(each, picked) ?? []).filter((each) => each.length);
  // what all of them have in common is no choice
  while (rests.length && rests.every((each) => each.length && same(each[0], rests[0]![0]))) {
    for (const each of rests) each.shift();
  }
  const next: Element[] = [];
  for (const [first] of rests) {
    if (first !== undefined && !next.some((each) => same(each, first))) next.push(first);
  }
  return { plain, next };
}

const FEW = 3;

/**
 * Many things of the one verb that is left, where one may also do without: the verb is offered before them, for
 * their names alone would not say what is done with them.
 */
export function behindVerb(choices: Action[], picked: Element[], next: Element[]): Element[] {
  const longer = choices.filter((each) => each.length > 1);
  const verb = longer[0]?.[0];
  const many = next.length > FEW && next.every((each) => typeof each === "string");
  return many && !picked.length && longer.length < choices.length && longer.every(([one]) => one === verb)
    ? [verb!]
    : next;
}

/** The other legal actions that end with the same thing and hold what is picked: the other way round a loop. */
export function alternatives(choices: Action[], picked: Element[], action: Action): Action[] {
  const found = choices.filter(
    (each) => each[0] === action[0] && same(each.at(-1), action.at(-1)) && without(each, picked),
  );
  return found.length > 1 ? found : [];
}

const MOST = 8; // so many are asked about before the page gives up

/**
 * Actions that somebody may have had in mind who picked what is not legal, so that the server can say why not:
 * what is legal otherwise, with the element in one of the places that differ, the last place first.
 */
export function guesses(choices: Action[], picked: Element[], element: Element): Action[] {
  const groups: Record<string, Action[]> = {};
  for (const each of matching(choices, picked)) {
    if (each.length > 1) (groups[`${String(each[0])} ${each.length}`] ??= []).push(each);
  }
  const found: Action[] = [];
  for (const [first, ...others] of Object.values(groups)) {
    const open = first!.flatMap((each, at) => (others.every((one) => same(one[at], each)) ? [] : [at]));
    const left = without(first!, picked) ?? [];
    // with a single legal action nothing varies: its last element that was not picked is the open one
    if (!open.length && left.length) open.push(first!.lastIndexOf(left.at(-1)!));
    for (const at of open.reverse()) {
      if (!at || typeof first![at] !== typeof element) continue;
      found.push(first!.map((each, place) => (place === at ? element : each)));
    }
  }
  return found.slice(0, MOST);
}

/** Legal actions that differ from a refused one in one place, by something that the refusal itself named. */
export function fixes(choices: Action[], refused: Action, values: Record<string, unknown>): Action[] {
  const named = new Set(Object.values(values).flat());
  return choices.filter((each) => {
    if (each.length !== refused.length) return false;
    const differ = each.filter((element, at) => !same(element, refused[at]));
    return differ.length === 1 && named.has(differ[0]);
  });
}
