// The geometry of the score curve: points over steps, one line a seat.

/** After this step, the points of every seat. */
export type Points = [number, number[]];

export interface Box {
  width: number;
  height: number;
  left: number; // room for the numbers
  bottom: number;
}

export interface Curve {
  lines: string[]; // a polyline for each seat
  ends: [number, number][];
  ticks: { y: number; points: number }[];
  zero: number;
}

export const DASHES = ["", "9 4", "3 3", "12 3 3 3", "6 2", "2 5"]; // of the seats' lines: colour is never alone
const STEPS = [1, 2, 5];

/** A round distance between ticks, so that there are about four. */
export function tickStep(span: number): number {
  let size = 1;
  for (;;) {
    const found = STEPS.find((each) => each * size * 5 >= span);
    if (found) return found * size;
    size *= 10;
  }
}

export function curve(points: Points[], box: Box): Curve {
  const first = points[0]?.[0] ?? 0;
  const all = points.flatMap(([, each]) => each);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const last = Math.max(first + 1, points.at(-1)?.[0] ?? 1);
  const [wide, tall] = [box.width - box.left, box.height - box.bottom];
  const x = (step: number) => round(box.left + ((step - first) / (last - first)) * wide);
  const y = (value: number) => round(tall - ((value - low) / (high - low)) * tall);
  const seats = points[0]?.[1].length ?? 0;
  const lines = Array.from({ length: seats }, (_, seat) =>
    points
      .map(([step, each], n) => {
        const before = points[n - 1]?.[1][seat];
        // points jump at a step, they do not grow towards it
        const corner = before === undefined || before === each[seat] ? "" : `${x(step)},${y(before)} `;
        return `${corner}${x(step)},${y(each[seat]!)}`;
      })
      .join(" "),
  );
  const ends = Array.from({ length: seats }, (_, seat): [number, number] => [
    x(last),
    y(points.at(-1)![1][seat]!),
  ]);
  const step = tickStep(high - low);
  const ticks = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step)
    ticks.push({ y: y(value), points: value });
  return { lines, ends, ticks, zero: y(0) };
}

/** Where the letters at the ends of the lines stand, so that none lies upon another: the highest line's on top. */
export function apart(ends: [number, number][], gap: number, lowest: number): number[] {
  const order = ends.map((_, seat) => seat).sort((one, other) => ends[one]![1] - ends[other]![1]);
  const found = ends.map(([, y]) => y);
  order.forEach((seat, n) => {
    const above = n ? found[order[n - 1]!]! + gap : -Infinity;
    found[seat] = Math.max(found[seat]!, above);
  });
  let below = lowest;
  for (const seat of order.toReversed()) {
    found[seat] = Math.min(found[seat]!, below);
    below = found[seat] - gap;
  }
  return found;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
