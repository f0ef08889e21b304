// The lobby's questions, over plain HTTP. Every refusal carries a sentence, and that is what is shown.

import { named } from "../names";
import type {
  Create,
  Created,
  Games,
  Learn,
  Listed,
  Lists,
  NewSeat,
  PuzzleCard,
  Puzzles,
  Refusal,
  Solve,
} from "../protocol.gen";
import { root } from "../root";
import { say, spoken } from "../voice";

async function call<T>(path: string, body?: unknown): Promise<T> {
  const request = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  let answer: Response;
  try {
    answer = await fetch(root + spoken(path), request);
  } catch {
    throw new Error(say("page.unreachable"));
  }
  const found = (await answer.json()) as T | Refusal;
  if (!answer.ok) throw new Error((found as Refusal).text);
  return found as T;
}

export const games = () => call<Games>("/api/games");
export const puzzles = () => call<Puzzles>("/api/puzzles");
export const openTables = () => tables("/api/tables");
export const myTables = () => tables("/api/mine");

async function tables(path: string): Promise<Listed[]> {
  return (await call<Lists>(path)).tables.map((each) => ({ ...each, seats: named(each.seats) }));
}

/** Make a table that is a game's first game, and go there. */
export async function learn(game: string, name: string): Promise<void> {
  const made = await call<Created>("/api/lessons", { game, name: name || null } satisfies Learn);
  location.assign(`${root}/table/${made.id}`);
}

/** Make a table that is a puzzle, and go there. */
export async function solve({ game, id }: PuzzleCard): Promise<void> {
  const name = localStorage.getItem("name") || null;
  const made = await call<Created>("/api/puzzles", { game, puzzle: id, name } satisfies Solve);
  location.assign(`${root}/table/${made.id}`);
}

/** Make a table and go there; the links of the other seats wait in this tab's own store. */
export async function create(wanted: Create, known?: (id: string) => void): Promise<void> {
  const made = await call<Created>("/api/tables", wanted);
  const links = made.seats.filter((seat) => seat.kind === "friend").map((seat) => [seat.seat, seat.token]);
  sessionStorage.setItem(`links:${made.id}`, JSON.stringify(links));
  known?.(made.id);
  location.assign(`${root}/table/${made.id}`);
}

/** Me in the first seat and the same bot in all others. */
export function againstBots(players: number, bot: string, name: string): NewSeat[] {
  const others = Array.from({ length: players - 1 }, (): NewSeat => ({ kind: "bot", bot }));
  return [{ kind: "me", name: name || null }, ...others];
}

/** How many sit at a table when nobody has said: four, or the nearest that the game allows. */
export function usual(seats: number[]): number {
  return Math.min(Math.max(4, seats[0]!), seats.at(-1)!);
}
