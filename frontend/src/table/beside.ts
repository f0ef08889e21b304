// Where a bubble stands: beside its thing, inside the window, and over as little as can be of what may be picked.

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

/** The upper left corner: above, below, beside, and only then further away, in a corner of the window. */
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
  const places = [
    inside(middle - width / 2, thing.top - GAP - height),
    inside(middle - width / 2, thing.bottom + GAP),
    inside(thing.right + GAP, level - height / 2),
    inside(thing.left - GAP - width, level - height / 2),
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
