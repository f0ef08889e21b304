// What lies before the player and is not yet done: the tool in hand, the string or card being laid.
// Board and panel share it, because either may change it.

import type { Action, Point, Proposal } from "../../protocol.gen";
import { ui } from "../../table/words";
import { bounds, corners, fitField, marksOf, rounded } from "./geometry";
import { apart, met } from "./ideas";
import { Latest } from "./latest";
import { points, ropeOf, type Rope } from "./rope";
import type { Judged, Length, Props, Thing, Turn, View } from "./types";
import { withoutPlaces } from "./words";

const NEAR = 400; // units from a card's edge at which a stroke is meant to meet it

export type Tool = "route" | "bend" | "stroke";

/** A card that is not yet placed. */
export interface Loose {
  kind: string;
  at: Point;
  angle: number;
}

class Making {
  tool = $state<Tool>("route");
  length = $state<Length>("short");
  chain = $state.raw<string[]>([]); // the stations that the string is led through
  rope = $state.raw<Rope | null>(null);
  thing = $state<Thing | "lay">("lay"); // what the rope will be
  stroke = $state.raw<Point[]>([]);
  pointer = $state.raw<Point | null>(null); // where the loose end is
  finger = $state.raw<Point | null>(null); // where a finger, which hides what it touches, holds something
  card = $state.raw<Loose | null>(null);
  angle = $state(0);
  holding = $state<"" | "route" | "rope" | "stroke" | "card">("");
  judged = $state.raw<Judged | null>(null);
  note = $state(""); // why there is nothing to lay
  failed = $state.raw<{ stroke: Point[]; near: Action | null } | null>(null); // a stroke that became no string
  missing = $state(0); // units by which the string is too short
  ticked = $state<{ id: string; n: number } | null>(null); // the card that the string has just snapped to
  ideas = $state.raw<Proposal[] | null>(null);
  looked = $state<number | null>(null); // which of the ideas is looked at
  pixel = $state(1); // units of the drawing in one pixel of the screen
  blind = $state(false);
  readonly latest = new Latest();

  /** Everything back, for a new turn. */
  clear(): void {
    this.latest.forget();
    this.chain = [];
    this.rope = null;
    this.stroke = [];
    this.pointer = null;
    this.card = null;
    this.judged = null;
    this.note = "";
    this.failed = null;
    this.missing = 0;
    this.ideas = null;
    this.looked = null;
    this.holding = "";
    this.finger = null;
  }
}

export const making = new Making();

const blindKey = () => `branchline-blind-reach:${location.pathname}`;

/** "Blind reach" is agreed on at a table, so it is kept for each. */
export function recallBlind(): void {
  making.blind = localStorage.getItem(blindKey()) === "on";
}

export function setBlind(blind: boolean): void {
  making.blind = blind;
  localStorage.setItem(blindKey(), blind ? "on" : "off");
}

export function targetOf(view: View, thing: Thing | "lay", length: Length): number {
  if (thing === "field") return view.measures.loop;
  return view.measures[thing === "lay" ? length : thing];
}

/** The action that the rope on the table stands for. */
export function ropeAction(view: View): Action {
  const line = points(making.rope!);
  if (making.thing === "lay") return ["lay", making.length, line];
  if (making.thing === "field") return ["field", line, marksOf(line, view.companies.length)];
  return [making.thing, line];
}

/** Take a whole action into the hand, as if it had just been made there. */
export function take(props: Props, action: Action): void {
  const [verb, first, second] = action;
  making.note = "";
  making.failed = null;
  making.missing = 0;
  if (verb === "lay") {
    making.length = first as Length;
    making.thing = "lay";
    making.rope = ropeOf(second as Point[], targetOf(props.view, "lay", making.length));
  } else if (verb === "river" || verb === "mountain" || verb === "field") {
    making.thing = verb;
    const closed = verb !== "river";
    making.rope = ropeOf(first as Point[], targetOf(props.view, verb, "short"), closed);
  } else if (verb === "place") {
    making.card = { kind: first as string, at: second as Point, angle: action[3] as number };
    making.angle = action[3] as number;
  }
}

/** Ask what the server thinks of an action, in silence. */
export function judge(props: Props, action: Action): void {
  making.latest.ask(
    () => props.ask.judge?.([action]) ?? props.ask.tryOut([action]),
    (judged) => (making.judged = judged),
  );
}

/** Make it the draft: the page then shows its ledger, or why it is refused. */
export function propose(props: Props, action: Action): void {
  judge(props, action);
  props.offer(action);
}

/** What a rule says against a begun action; a begun action as such is no fault. */
const ruleOf = (judged: Judged | null): string =>
  judged?.type === "refused" && judged.rule ? withoutPlaces(judged.text) : "";

/** The string through the stations of the chain: shown while it is led, the draft when it is let go. */
export function route(props: Props, done: boolean): void {
  const chain = making.chain;
  if (chain.length < 2 || (making.blind && !done)) return;
  const partial: Action = ["lay", making.length, ...chain];
  making.latest.ask(
    async () => {
      const found = await props.ask.propose(partial);
      const best = found?.[0];
      const judged = best && !done ? await (props.ask.judge?.([best.action]) ?? null) : null;
      // stations that are no string are refused by a rule where one stands against all strings through them
      const why = best ? null : await (props.ask.judge?.([partial]) ?? null);
      return { best, judged, why };
    },
    ({ best, judged, why }) => {
      if (best) take(props, best.action);
      else making.rope = null;
      making.judged = judged;
      making.note = best ? "" : ruleOf(why) || ui("none.route");
      if (best && done) propose(props, best.action);
      if (!best && done) props.offer(null);
    },
  );
}

/** A stroke of the pen becomes the nearest string of exact length. */
export function fit(props: Props, stroke: Point[], thing: Thing | "lay"): void {
  if (thing === "field") {
    const made = fitField(stroke, props.view.measures.loop, props.view.companies.length);
    take(props, ["field", made.field]);
    propose(props, ["field", made.field, made.marks]);
    return;
  }
  const line = rounded(stroke);
  const partial: Action = thing === "lay" ? ["lay", making.length, line] : [thing, line];
  const chain = thing === "lay" ? met(props.view.tiles, line, NEAR) : [];
  making.latest.ask(
    async () => {
      const best = (await props.ask.propose(partial))?.[0];
      if (best || thing !== "lay") return { best, near: null, why: null };
      const led: Action = ["lay", making.length, ...chain];
      const why = chain.length > 1 ? await (props.ask.judge?.([led]) ?? null) : null;
      return { best, why, near: await nearestString(props, line, chain) };
    },
    ({ best, near, why }) => {
      if (best) {
        take(props, best.action);
        making.chain = thing === "lay" ? met(props.view.tiles, best.action[2] as Point[]) : [];
        propose(props, best.action);
      } else {
        making.rope = null;
        making.judged = null;
        making.chain = [];
        making.note = ruleOf(why) || ui(`none.${thing}`);
        making.failed = { stroke: line, near };
        props.offer(null);
      }
    },
  );
}

/** Of the strings that can be laid from the stroke's first station or anywhere, the one nearest to it. */
async function nearestString(props: Props, line: Point[], chain: string[]): Promise<Action | null> {
  const begun: Action[] = [["lay", making.length], ...chain.map((id): Action => ["lay", making.length, id])];
  let [least, best]: [number, Action | null] = [Infinity, null];
  for (const partial of begun.slice(0, 3)) {
    for (const { action } of (await props.ask.propose(partial)) ?? []) {
      if (action[0] !== "lay") continue;
      const away = apart(line, action[2] as Point[]);
      if (away < least) [least, best] = [away, action];
    }
  }
  return best;
}

/** The nearest string to a stroke that failed comes into the hand. */
export function takeNearest(props: Props): void {
  const action = making.failed?.near;
  if (!action) return;
  take(props, action);
  making.chain = met(props.view.tiles, action[2] as Point[]);
  propose(props, action);
}

/** The rope as it lies, made legal: along itself, else through the stations that it now meets. */
export function refit(props: Props): void {
  if (!making.rope) return takeNearest(props);
  fit(props, points(making.rope), making.thing);
}

/** Take the other string; what was led through stations is led again. */
export function chooseLength(props: Props, turn: Turn, length: Length): void {
  if (!turn.lengths[length]) return;
  making.length = length;
  if (making.chain.length > 1) route(props, true);
  else {
    making.rope = null;
    making.judged = null;
    props.offer(null);
  }
}

/** For those who use keys: the first drawn card comes into the hand, over the middle of the field. */
export function takeUp(props: Props, drawn: string[]): boolean {
  const kind = drawn[0];
  if (making.card || !kind) return false;
  const [low, high] = bounds(props.view.field);
  const at: Point = [Math.round((low[0] + high[0]) / 2), Math.round((low[1] + high[1]) / 2)];
  making.card = { kind, at, angle: making.angle };
  propose(props, cardAction(making.card));
  return true;
}

/** Move the card in hand by so much, not beyond the field. */
export function nudge(props: Props, [dx, dy]: Point): void {
  if (!making.card) return;
  const [low, high] = bounds(props.view.field);
  const [x, y] = making.card.at;
  const kept = (to: number, axis: 0 | 1) => Math.min(high[axis], Math.max(low[axis], to));
  making.card = { ...making.card, at: [kept(x + dx, 0), kept(y + dy, 1)] };
  propose(props, cardAction(making.card));
}

/** Turn the card in hand. */
export function turn(props: Props, by: number): void {
  making.angle = (((making.angle + by) % 90) + 90) % 90;
  if (!making.card) return;
  making.card = { ...making.card, angle: making.angle };
  if (making.holding) judge(props, cardAction(making.card));
  else propose(props, cardAction(making.card));
}

export const cardAction = (card: Loose): Action => ["place", card.kind, card.at, card.angle];

export const cardCorners = (card: Loose, size: number): Point[] => corners(card.at, size, card.angle);

/** The best that the game can think of, as an aid. */
export function showIdeas(props: Props): void {
  making.latest.ask(
    () => props.ask.propose([]),
    (found) => (making.ideas = found ?? []),
  );
}
