// What the server says of a table of String Railway: looks/view.py and boards/table-1.json.

import type { GameProps } from "../../table/contract";
import type { Action, Point, Refusal, Tried } from "../../protocol.gen";

export type Colour = "red" | "blue" | "yellow" | "green" | "purple";
export type Length = "short" | "long";
export type Thing = "field" | "river" | "mountain";

/** What a card says; `inside` is what it brings inside the mountain, where that makes a difference. */
interface Worth {
  points: number;
  others: number;
  inside: number | null;
  limit: number | null;
}

export interface Tile extends Worth {
  id: string;
  kind: string;
  x: number;
  y: number;
  corners: Point[];
  owner: Colour | null;
  present: Colour[];
  mountain: boolean;
}

export interface Laid {
  id: string;
  company: Colour;
  points: Point[];
}

export interface Company {
  id: Colour;
  seat: number;
  score: number;
  short: number;
  long: number;
  corner: number | null;
}

export interface View {
  seat: number | null;
  to_move: number;
  phase: Thing | "corners" | "play" | "over";
  step: Thing | "corners" | "draw" | "place" | "lay";
  players: number;
  options: Record<string, string>;
  company: Colour | null;
  drawn: string[];
  draws: number;
  may_draw: boolean;
  corners: number[]; // that may be chosen now
  deck: Record<string, number>;
  stations: Record<string, Worth & { owner: number }>; // what the owner gets when another company comes in
  measures: { tile: number; short: number; long: number; river: number; mountain: number; loop: number };
  field: Point[];
  marks: Point[];
  river: Point[];
  mountain: Point[];
  tiles: Tile[];
  strings: Laid[];
  companies: Company[];
  seats: { companies: Colour[]; points: number }[];
  scores: number[][] | null;
}

export interface BoardFile {
  title?: string;
  measures: { bend: number };
}

export type Props = GameProps<View, BoardFile>;

/** What the server thinks of an action that is still being made. */
export type Judged = Tried | Refusal;

/** The turn as it stands before the draft: with a draft the view already shows what comes after it. */
export interface Turn {
  step: View["step"];
  company: Colour | null;
  drawn: string[];
  lengths: Record<Length, number>;
}

export function turnOf(view: View, action: Action | null): Turn {
  const verb = action?.[0];
  const laid = verb === "lay" ? view.strings.at(-1)?.company : undefined;
  const company = laid ?? view.company;
  const own = view.companies.find((each) => each.id === company);
  const lengths = { short: own?.short ?? 0, long: own?.long ?? 0 };
  if (verb === "lay") lengths[action![1] as Length] += 1;
  const placed = verb === "place";
  return {
    step: placed || verb === "lay" ? (verb as "place" | "lay") : view.step,
    company,
    drawn: placed ? [action![1] as string, ...view.drawn] : view.drawn,
    lengths,
  };
}
