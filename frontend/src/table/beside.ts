// What lies beside what on the screen: where a bubble stands, and what a broad finger means.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const GAP = 10;

function shared(one: Box, other: Box): number {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

const FURTHER = [GAP, 6 * GAP, 12 * GAP];

/** The upper left corner: above, below, beside, then step by step further away, at last in a corner. */
export function beside(
  thing: Box,
  { width, height }: { width: number; height: number },
  window: Box,
  targets: Box[],
): { x: number; y: number } {
  const [middle, level] = [(thing.left + thing.right) / 2, (thing.top + thing.bottom) / 2];
  const inside = (x: number, y: number) => ({
    x: Math.max(window.left + 4, Math.min(x, window.right - width - 4)),
    y: Math.max(window.top + 4, Math.min(y, window.bottom - height - 4)),
  });
  const around = (gap: number) => {
    const [above, below] = [thing.top - gap - height, thing.bottom + gap];
    const [right, left] = [thing.right + gap, thing.left - gap - width];
    return [
      inside(middle - width / 2, above),
      inside(middle - width / 2, below),
      inside(right, level - height / 2),
      inside(left, level - height / 2),
      ...[above, below].flatMap((y) => [inside(right, y), inside(left, y)]),
    ];
  };
  const places = [
    ...FURTHER.flatMap(around),
    inside(window.left, window.top),
    inside(window.right, window.top),
    inside(window.left, window.bottom),
    inside(window.right, window.bottom),
  ];
  const cost = ({ x, y }: { x: number; y: number }) => {
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    // the thing itself is what one looks at
    return targets.reduce((sum, each) => sum + shared(box, each), 0) + 100 * shared(box, thing);
  };
  let [best, least] = [places[0]!, Infinity];
  for (const each of places) {
    const price = cost(each);
    if (price < least) [best, least] = [each, price];
  }
  return best;
}

const AIM = 12; // pixels around the middle of a thing that are its own, whatever lies there

/** The box whose middle a tap meets; −1: none. */
export function aimed(boxes: Box[], x: number, y: number): number {
  const away = boxes.map(({ left, top, right, bottom }) =>
    Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y),
  );
  const least = Math.min(...away);
  return least <= AIM ? away.indexOf(least) : -1;
}

const FINGER = 22; // pixels from the middle of a fingertip to its edge

/** The box that is nearest to a tap, within the reach of a fingertip; −1: none. */
export function nearest(boxes: Box[], x: number, y: number): number {
  const away = boxes.map(({ left, top, right, bottom }) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)),
  );
  const least = Math.min(...away);
  return least <= FINGER ? away.indexOf(least) : -1;
}
