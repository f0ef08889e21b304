// What the server shows of Koplopers, and the board file, as far as they are drawn.

export type Point = [number, number];

export interface TrainView {
  id: string;
  seat: number;
  units: number;
  section: string;
  front: string;
  back: string;
  station: string | null;
  nearest: string; // where it is, whose yard it stands in, or where it comes to next
  in_yard: boolean;
  load: number;
  capacity: number;
  chips: string[];
  blocked: boolean;
  acted: boolean;
  turned: boolean;
  drove: boolean;
  done: boolean;
  rested: string | null;
}

export interface Obligation {
  what: "build" | "stop" | "board" | "act";
  train: string | null;
  cost: number;
}

export interface SeatView {
  colour: string;
  points: number;
  aboard: number;
  box: string[];
  reserve: number;
  units: number;
  repair: boolean;
  cards: number;
  hand: string[] | null;
}

export interface ExchangeView {
  train: string;
  other: string;
  gives: string[];
  asks: string[];
  offers: number;
}

export interface View {
  seat: number | null;
  to_move: number;
  active: number | null;
  phase:
    "chips" | "deal" | "first" | "play" | "transfer" | "divide" | "bargain" | "answer" | "refill" | "over";
  players: number;
  advanced: boolean;
  first: number | null;
  round: number;
  rounds: number;
  last_round: boolean;
  ended: "rounds" | "early" | null;
  points: number;
  points_a_turn: number;
  costs: Record<string, number>; // in action points, by verb; a drive's for each section
  card_played: boolean;
  pointer: string;
  letters: Record<string, string | null>;
  chips_left: number;
  waiting: Record<string, string[]>;
  trains: TrainView[];
  obligations: Obligation[];
  exchange: ExchangeView | null;
  passing: { train: string; stations: string[] } | null;
  pile: number;
  seats: SeatView[];
  scores: number[][] | null;
}

export interface Chip {
  id: string;
  region: string;
  dest: string;
  passengers: number;
}

export interface BoardData {
  id: string;
  title?: string;
  size: Point;
  regions: Record<string, { name: string; colour: string; stations: string[] }>;
  stations: Record<string, { name: string; region: string; x: number; y: number; slots: Point[] }>;
  joints: Record<string, { link?: string; x: number; y: number }>;
  sections: Record<string, { ends: [string, string]; link?: string; kind: "black" | "red" }>;
  yards: { id: string; station: string; number: number | null; section: string; x: number; y: number }[];
  chips: Chip[];
  disruption_cards: { id: string; station: string }[];
}
