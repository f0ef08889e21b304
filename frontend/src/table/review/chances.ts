// The geometry of the chart of chances: every seat's share of the win over the steps of a game.

import type { Review } from "../../protocol.gen";

export interface Box {
  width: number;
  height: number;
  left: number; // room for the numbers
}

/** A turn that cost much: where it stands on its seat's line, and above it what it cost. */
export interface Spot {
  n: number;
  seat: number;
  x: number;
  y: number;
  better: number; // so much higher
  high: number; // and how far that may be off
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
    spots: mistakes.map(({ seat, step, cost, off }, n) => {
      const share = chances.find(([each]) => each === step)?.[1][seat] ?? 0;
      const [better, high, low] = [y(share + cost), y(share + cost + off), y(share + cost - off)];
      return { n: n + 1, seat, x: x(step), y: y(share), better, high, low };
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

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
