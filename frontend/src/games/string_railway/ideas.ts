// Ideas as people speak of them: by the stations that a string joins, by what a card would lie beside.

import type { Action, Point, Proposal } from "../../protocol.gen";
import { signed } from "../../table/looks";
import { nameOf, ui } from "../../table/words";
import { depth, dist, even, middle, span } from "./geometry";
import type { Tile, View } from "./types";

const SHOWN = 8;
const STEP = 200; // units between the points at which a line is looked at

export interface Idea {
  action: Action;
  name: string;
  gain: string; // points, where there are any
  loss: boolean;
}

const total = (idea: Proposal): number => idea.ledger.reduce((sum, [points]) => sum + points, 0);

/** The first few, the best first; those that bring the same stay in the server's order. */
export function best(view: View, found: Proposal[]): Idea[] {
  const sorted = found
    .map((idea, n) => ({ idea, n }))
    .sort((a, b) => total(b.idea) - total(a.idea) || a.n - b.n);
  return sorted.slice(0, SHOWN).map(({ idea }) => ({
    action: idea.action,
    name: ideaName(view, idea.action),
    gain: idea.ledger.length ? signed(total(idea)) : "",
    loss: total(idea) < 0,
  }));
}

/** The stations that a line meets, in its order. */
export function met<T extends Pick<Tile, "id" | "corners">>(tiles: T[], line: Point[], reach = 0): string[] {
  if (line.length < 2) return [];
  const fine = even(line, Math.max(1, Math.ceil(span(line) / STEP)));
  const found = tiles.map((tile) => ({
    id: tile.id,
    at: fine.findIndex((point) => depth(tile.corners, point) > -reach),
  }));
  return found
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id);
}

/** How far apart two lines lie, as the eye sees it: the mean from each to the other. */
export function apart(one: Point[], other: Point[]): number {
  const [a, b] = [one, other].map((line) => even(line, 40)) as [Point[], Point[]];
  const mean = (from: Point[], to: Point[]) =>
    from.reduce((sum, p) => sum + Math.min(...to.map((q) => dist(p, q))), 0) / from.length;
  return (mean(a, b) + mean(b, a)) / 2;
}

/** An idea by its place on the table. */
export function ideaName(view: View, action: Action): string {
  const [verb, first, second] = action;
  if (verb === "lay") {
    const stations = met(view.tiles, second as Point[]).map(nameOf);
    return ui(`idea.${first === "long" ? "long" : "short"}`, stations.join(" – "));
  }
  if (verb === "place") return beside(view, first as string, second as Point);
  if (verb === "corner") return ui("idea.corner", first, side(view, view.marks[first as number]!)); // as the log counts them
  if (verb === "forfeit") return ui(`idea.forfeit-${first as string}`);
  if (verb === "discard") return ui("idea.discard", first);
  if (verb === "draw") return ui("tool.extra");
  const name = ui(`idea.${verb as string}`);
  return verb === "field" || !Array.isArray(first)
    ? name
    : ui("idea.there", name, side(view, middle(first as Point[])));
}

/** `Town left of Local 3`, by the nearest card. */
function beside(view: View, card: string, [x, y]: Point): string {
  let near: Tile | null = null;
  for (const tile of view.tiles)
    if (!near || dist([tile.x, tile.y], [x, y]) < dist([near.x, near.y], [x, y])) near = tile;
  if (!near) return ui("idea.at", card, side(view, [x, y]));
  const [dx, dy] = [x - near.x, y - near.y];
  const across = dx > 0 ? "right" : "left";
  const along = dy > 0 ? "above" : "below";
  return ui(`idea.${Math.abs(dx) > Math.abs(dy) ? across : along}`, card, near.id);
}

/** `upper left`, `in the middle`: which ninth of the field. */
function side(view: View, [x, y]: Point): string {
  const third = (at: number, all: number[], names: string[]) => {
    const [low, high] = [Math.min(...all), Math.max(...all)];
    return names[Math.min(2, Math.max(0, Math.floor((3 * (at - low)) / (high - low || 1))))]!;
  };
  const column = third(
    x,
    view.field.map(([each]) => each),
    ["left", "", "right"],
  );
  const row = third(
    y,
    view.field.map(([, each]) => each),
    ["lower", "", "upper"],
  );
  return ui(`side.${[row, column].filter(Boolean).join("-") || "middle"}`);
}
