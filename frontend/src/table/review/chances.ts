// The geometry of the chart of chances: every seat's share of the win over the steps of a game.

import type { Review } from "../../protocol.gen";
import { language, say } from "../../voice";

export interface Box {
  width: number;
  height: number;
  left: number; // room for the numbers
}

/** A turn that cost much: the two chances that its sentence says. They go by what its player knew, the seat's line
 * by what all could see. */
export interface Spot {
  n: number;
  seat: number;
  x: number;
  line: number; // the line at that moment
  y: number; // the chance after what was played
  better: number; // and after the better turn
  high: number; // how far the difference may be off
  low: number;
}

export interface Chart {
  lines: string[]; // a polyline for each seat
  ends: [number, number][];
  ticks: { y: number; share: number }[];
  bands: string[]; // a polygon for each seat: from where to where its chance may be
  spots: Spot[];
}

const TICKS = [0, 0.25, 0.5, 0.75, 1];

export function chart({ chances, bands, mistakes }: Review, box: Box): Chart {
  const [first, last] = [chances[0]![0], chances.at(-1)![0]];
  const x = (step: number) =>
    round(box.left + ((step - first) / Math.max(1, last - first)) * (box.width - box.left));
  const y = (share: number) => round((1 - Math.min(1, Math.max(0, share))) * box.height);
  const seats = chances[0]![1].map((_, seat) => seat);
  return {
    lines: seats.map((seat) => chances.map(([step, shares]) => `${x(step)},${y(shares[seat]!)}`).join(" ")),
    ends: seats.map((seat) => [x(last), y(chances.at(-1)![1][seat]!)]),
    ticks: TICKS.map((share) => ({ y: y(share), share })),
    bands: seats.map((seat) =>
      [
        ...bands.map(([step, , high]) => `${x(step)},${y(high[seat]!)}`),
        ...bands.toReversed().map(([step, low]) => `${x(step)},${y(low[seat]!)}`),
      ].join(" "),
    ),
    spots: mistakes.map(({ seat, step, shares, played, off }, n) => {
      const line = y(chances.find(([each]) => each === step)?.[1][seat] ?? played[seat]!);
      const share = shares[seat]!;
      const [better, high, low] = [y(share), y(share + off), y(share - off)];
      return { n: n + 1, seat, x: x(step), line, y: y(played[seat]!), better, high, low };
    }),
  };
}

/** The step of the game that a place on the chart stands for: the turn that is nearest. */
export function stepAt({ chances }: Review, part: number): number {
  const [first, last] = [chances[0]![0], chances.at(-1)![0]];
  const wanted = first + part * (last - first);
  return chances.reduce(
    (near, [step]) => (Math.abs(step - wanted) < Math.abs(near - wanted) ? step : near),
    first,
  );
}

/** Ten parts of the game, each with everybody's chance there: the chart as a table. */
export function tenths({ chances }: Review): { part: number; step: number; shares: number[] }[] {
  return Array.from({ length: 11 }, (_, tenth) => {
    const [step, shares] = chances[Math.round((tenth * (chances.length - 1)) / 10)]!;
    return { part: tenth * 10, step, shares };
  });
}

/** In points of chance, rounded as the sentences of the server are: a half to the even one. */
export function whole(share: number): number {
  const [down, rest] = [Math.floor(100 * share), (100 * share) % 1];
  return rest === 0.5 ? down + (down % 2) : Math.round(100 * share);
}

export const percent = (share: number): string => say("more.percent", [whole(share)]);

/** What a turn cost a seat on average: a sum over a game can be more than the whole win, and says nothing. */
export function costOfTurn({ cost, turns }: Pick<Review, "cost" | "turns">, seat: number): number {
  return cost[seat]! / Math.max(1, turns[seat]!);
}

/** Points of chance with a decimal, as the language writes it. */
export function tenth(share: number, its = language): string {
  return new Intl.NumberFormat(its, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    100 * share,
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
