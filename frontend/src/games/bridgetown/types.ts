// What the server says about a game of Bridgetown, and what its board file holds.

import type { Action } from "../../protocol.gen";
import type { GameProps } from "../../table/contract";

export interface Mode {
  id: string;
  color: string;
  base: number;
  coordinators: number[];
  now: number;
  wait: number;
}

export interface Seat {
  space: string;
  card: Record<string, string | null>;
  flags: number;
  colours: number;
  points: number;
  modes: string[];
  specials: string[];
  unplaced: number;
}

export interface Ride {
  action: Action;
  end: string;
  takes: string[];
  exchanges: string[];
}

export interface View {
  to_move: number;
  phase: "flags" | "disc" | "place" | "ask" | "race" | "over";
  players: number;
  round: number;
  rounds: number;
  turn: number;
  turns: number;
  first: number | null;
  using: string[];
  must_place_mode: boolean;
  bridges: { id: string; flag: string | null }[];
  wheel: Mode[];
  specials: { id: string; seat: number | null }[];
  bag: Record<string, number>;
  aside: string | null;
  seats: Seat[];
  rides: Ride[];
  scores: number[][] | null;
}

export interface Node {
  id: string;
  name: string;
  x: number;
  y: number;
  kind: string;
  rail: boolean;
  deck?: "upper" | "lower";
  label?: string;
}

export interface Edge {
  a: string;
  b: string;
  kind: "road" | "bridge" | "start" | "stairs";
  rail: boolean;
}

export interface City {
  title?: string;
  canvas: [number, number];
  bridges: { id: string; node: string }[];
  modes: { id: string; color: string }[];
  specials: { id: string }[];
  overpasses: { id: string; upper: string; lower: string; rail_below: boolean }[];
  nodes: Node[];
  edges: Edge[];
  river: { center: [number, number][]; width: number };
  barges: { round: number; x: number; y: number }[];
  areas?: { name: string; x: number; y: number; rot?: number }[];
  decor?: Decor[];
}

export type Decor =
  | { type: "park"; name: string; points: [number, number][] }
  | { type: "island"; name: string; cx: number; cy: number; rx: number; ry: number; rot?: number };

export type Props = GameProps<View, City>;
