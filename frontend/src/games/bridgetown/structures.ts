// The eight bridges as one sees them from the water: what rises above the deck, in a box 200 wide with the
// deck at 0 and up being negative. They are drawn lying on the map, north side up, as old maps do.

/** Evenly spaced hangers from the deck up to a curve. */
function hangers(from: number, to: number, step: number, height: (x: number) => number): string {
  let found = "";
  for (let x = from; x <= to; x += step) found += `M${x} 0V${(-height(x)).toFixed(1)}`;
  return found;
}

/** A truss of even height: top chord and diagonals. */
function truss(from: number, to: number, high: number, step: number): string {
  let found = `M${from} 0L${from + step / 2} ${-high}H${to - step / 2}L${to} 0`;
  for (let x = from + step / 2; x < to - step / 2; x += step)
    found += `M${x} ${-high}L${x + step / 2} 0L${Math.min(x + step, to)} ${-high}`;
  return found;
}

const tower = (x: number, high: number): string =>
  `M${x - 5} 0V${-high}H${x + 5}V0M${x - 5} ${-high / 2}L${x + 5} ${-high}M${x - 5} ${-high}L${x + 5} ${-high / 2}`;

const arch = (x: number): number => 38 * (1 - (x / 78) ** 2);
const hump = (x: number): number => 9 + 13 * Math.abs(Math.cos((x * Math.PI) / 92));

export const STRUCTURES: Record<string, string> = {
  fremont: "M-78 0Q0 -76 78 0M-84 0Q0 -88 84 0" + hangers(-65, 65, 13, arch),
  broadway:
    "M-84 0L-70 -14L-46 -24L-22 -14L0 -10L22 -14L46 -24L70 -14L84 0" +
    hangers(-70, 70, 14, () => 14) +
    truss(-84, 84, 8, 14),
  steel:
    tower(-34, 46) +
    tower(34, 46) +
    truss(-84, -39, 18, 15) +
    truss(-29, 29, 22, 14.5) +
    truss(39, 84, 18, 15),
  burnside: "M-42 0V-20H-30V0M-36 -20V-27M42 0V-20H30V0M36 -20V-27M-30 -2Q0 -12 30 -2",
  morrison: "M-40 0V-14H-26V0M40 0V-14H26V0M-84 -6H-40M40 -6H84M-26 -4H26",
  hawthorne:
    tower(-28, 40) +
    tower(28, 40) +
    truss(-84, -33, 15, 17) +
    truss(-23, 23, 15, 15.3) +
    truss(33, 84, 15, 17),
  marquam: "M-84 -12H84M-84 -17H84" + truss(-84, 84, 12, 21),
  ross_island:
    "M-84 -6Q-62 -8 -46 -24Q-24 -8 0 -7Q24 -8 46 -24Q62 -8 84 -6" +
    hangers(-70, 70, 14, (x) => Math.min(hump(x), 9)),
};

export const PLAIN = truss(-84, 84, 12, 21);
