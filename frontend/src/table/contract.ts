// What the table page and a game's drawing say to each other. The page knows no game, a board knows no rule:
// it draws a view, lets what may be picked glow, and reports what was picked.

import type { Component } from "svelte";
import type { Action, Point, Proposal, Refusal, Tried } from "../protocol.gen";

/** One element of an action: a verb, an id, a number, a point or points. */
export type Element = Action[number];

/**
 * How a seat looks everywhere. The pattern is the id of an SVG <pattern> that the page defines: `url(#...)`.
 * There is one for each colour of the palette, `pattern-red` and so on, also where no seat has it, and
 * `pattern-token` for seats that are neutral.
 */
export interface SeatLook {
  seat: number;
  name: string;
  colour: string; // the name in the palette: red, blue, ...; of a neutral seat its shape: disc, star, ...
  ink: string; // CSS colour
  letter: string;
  pattern: string;
  shape?: string; // an SVG path in a box of 30: the token of a neutral seat, instead of colour and letter
  you: boolean;
}

/** A whole action that is not yet done, and what it would bring as soon as the server has answered. */
export interface Draft {
  action: Action;
  then?: Action[]; // typed in the same line: they are done after it
  tried: Tried | null;
}

/** What a seat did in its last turn. */
export interface Mark {
  seat: number;
  events: Action[];
}

/** Points that a seat earned at a place: its id, or where it is in the board's own units. */
export interface Gain {
  at: string | Point;
  points: number;
}

/** Something that goes from one to the other, a place or a seat (its number), while a move is told. */
export interface Flight {
  from: string | number | Point;
  to: string | number;
  text: string;
  ink: string; // CSS colour
}

/** Questions that change nothing. `null` when the answer is no longer wanted or was a refusal (which is shown). */
export interface Ask {
  propose(partial: Action): Promise<Proposal[] | null>;
  tryOut(actions: Action[]): Promise<Tried | null>;
  judge?(actions: Action[]): Promise<Tried | Refusal | null>; // the same in silence: the board shows the refusal
}

/**
 * What boards and panels are given. What can be picked bears its id (`data-id`), so that the action bar shows
 * no button for it, and a lesson can point at it (`data-point` where it is no pick); what a board drags itself
 * is marked by `data-grab`, so that the page does not pan.
 * Whatever is clicked gets an answer: `why` where it does not glow. They get the same, so that either can light what the other hovers. */
export interface GameProps<View = unknown, Board = unknown> {
  view: View; // what is drawn: now, a past step, or what the draft would make
  board: Board; // the board file as data
  picture: string; // the address at which the server draws what is shown, for who draws nothing
  seats: SeatLook[];
  seat: number | null; // whose eyes: null is a spectator
  active: boolean; // whether this person may act now
  choices: Action[]; // every legal action, where they can be listed
  complete: boolean; // false: they cannot be listed, ask for proposals
  picked: Element[]; // what is already picked of the action being built
  glow: Set<Element>; // what may be picked next (ids and numbers), also in any order
  draft: Draft | null;
  events: Action[]; // what the last move brought, for motion; the draft's own are in draft.tried.events
  pace: number; // milliseconds that the motion of `events` or of the draft may take; 0: none
  marks: Mark[]; // what the other seats did last, drawn quietly until you act
  pointed: Set<string>; // ids that a lesson points at; the page draws the rings itself
  flash: Set<string>; // ids that a refusal named: they shake once
  hover: string | null; // the id that the board or the panel is hovering, shared between the two
  still: boolean; // reduced motion
  pick(element: Element): void; // the next element of an action
  why(element: Element): void; // somebody picked what does not glow: the server says why not
  offer(action: Action | null, among?: Action[]): void; // the draft, or none; `among`: the ways to do the same
  again(): void; // the second click on what is drafted: it is done
  clear(): void; // what is picked and the draft are forgotten
  setHover(id: string | null): void;
  ask: Ask;
  toBoard(event: PointerEvent | MouseEvent): Point; // where a pointer is, in the board's own units
}

/** The part of the plane that the whole board takes, in its own units. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What matters about a seat, for its strip: a short label, its value, and what it means. */
export interface Fact {
  label: string;
  value: string;
  title: string;
}

/** What a folder in games/ exports as its default. The board draws SVG inside the page's <svg>. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the page holds games of any kind
export interface GameModule<View = any, Board = any> {
  Board: Component<GameProps<View, Board>>;
  Panel: Component<GameProps<View, Board>>;
  frame(view: View, board: Board): Frame;
  score(view: View, seat: number): number | null; // points now, where this viewer may know them
  facts(view: View, seat: number, marks: Mark[]): Fact[];
  /** An id as people say it, where the game's words do not say it: "Le Havre" for d6. */
  name?(id: string, view: View, board: Board): string;
  prompt(props: GameProps<View, Board>): string; // what you may do now, in one plain sentence
  /** Where a seat earned points by these events; the page shows their sum where they do not make all of it. */
  gains?(events: Action[], seat: number, view: View): Gain[];
  /** What changes hands by these events beside points: shares that go to a seat. */
  flights?(events: Action[]): Flight[];
  /** The colour of the palette in which the game itself knows a seat, where it does. */
  colour?(view: View, seat: number): string | null;
  /** What somebody may mean who picks this where it is not legal, the likeliest first: the server says why not. */
  wanted?(id: string, view: View, board: Board, picked: Element[]): Action[];
  /** What a thing is, for whoever points at it or taps it: its name, what it is worth, who is in, full or free. */
  explain?(id: string, props: GameProps<View, Board>): string[];
  /** The palette's colours belong to things of the game, so seats get neutral tokens instead. */
  neutral?: boolean;
  /** In which phase a beginner has to know something else: `words/` has lines for it in `first`, as `GAME.PHASE`. */
  phase?(view: View): string;
  /** What a button of the action bar says for this element after those that are picked; null: its name. */
  label?(element: Element, picked: Element[], view: View, board: Board): string | null;
}
