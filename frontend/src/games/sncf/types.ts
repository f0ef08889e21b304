// SNCF as the server tells it: what a view and a board file hold.

export type Railroad = "red" | "blue" | "green" | "yellow" | "purple" | "black";
export type Kind = "rural" | "yellow" | "purple" | "red" | "blue" | "white" | "suburb" | "paris";

export const RAILROADS: Railroad[] = ["red", "blue", "green", "yellow", "purple", "black"];
export const LETTER: Record<Railroad, string> = {
  red: "R",
  blue: "B",
  green: "G",
  yellow: "Y",
  purple: "P",
  black: "K",
};

export interface Hex {
  id: string;
  col: number;
  row: number;
  kind: Kind;
  name?: string;
  value?: number;
}

export interface BoardFile {
  id: string;
  title?: string;
  rules: "france" | "germany";
  goal?: string;
  hexes: Hex[];
  blocked: { between: [string, string]; because: string }[];
}

export interface RailroadNow {
  id: Railroad;
  box: number | null;
  value: number;
  held: number | null; // shares in all hands together
  track: string[];
  trade: { sell: string; buy: string[] } | null; // the rules that forbid it, for who may trade now: "" is none
}

export interface SeatNow {
  shares: number;
  penalty: number;
  hand: Record<Railroad, number> | null;
  tally: Record<Railroad, number> | null;
  points: number | null;
}

export interface View {
  game: string;
  seat: number | null;
  to_move: number;
  phase: "suburbs" | "deal" | "locomotive" | "play" | "over";
  players: number;
  locomotive: number | null;
  limit: number;
  penalty: number; // for each share over the limit
  cubes: number; // of a railroad
  top: number; // the most that a share could ever be worth
  build: { railroad: Railroad; built: number; left: number } | null;
  build_limit: number;
  last_build: boolean; // the game ends with it
  still: number;
  still_limit: number;
  ended: string | null;
  railroads: RailroadNow[];
  purple_left: string[] | null;
  seats: SeatNow[];
  scores: number[][] | null;
}

export function isRailroad(element: unknown): element is Railroad {
  return RAILROADS.includes(element as Railroad);
}

/** Its colour; green is a little deeper than elsewhere, so that a white letter on it can be read. */
export function ink(railroad: Railroad): string {
  return railroad === "green" ? "var(--sncf-green)" : `var(--${railroad})`;
}

/** The colour of a letter on it. */
export function onInk(railroad: Railroad): string {
  return railroad === "yellow" ? "var(--on-yellow)" : "var(--on-railroad)";
}
