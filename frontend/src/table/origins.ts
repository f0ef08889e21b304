// Where points came from, as the end shows it: what brought most comes first; and what the lead came from.

import type { Origin } from "../protocol.gen";
import { listed } from "../names";
import { signed } from "./looks";

export interface ByRule {
  rule: string;
  points: number;
  places: { place: string; points: number }[];
}

export function byRule(origins: Origin[]): ByRule[] {
  const found: Record<string, ByRule> = {};
  for (const { rule, place, points } of origins) {
    const each = (found[rule] ??= { rule, points: 0, places: [] });
    each.points += points;
    if (place) each.places.push({ place, points });
  }
  const rules = Object.values(found).sort((one, other) => other.points - one.points);
  for (const each of rules) each.places.sort((one, other) => Math.abs(other.points) - Math.abs(one.points));
  return rules;
}

const TOLD = 3; // so many rules are named

/** By which rules one seat has more than another, and by which less; of the first also the place that made most of it. */
export function leadOf(first: Origin[], second: Origin[]): string {
  const behind = second.map((each) => ({ ...each, points: -each.points }));
  const rules = byRule([...first, ...behind]).filter(({ points }) => points);
  rules.sort((one, other) => Math.abs(other.points) - Math.abs(one.points));
  const told = (sign: number) =>
    listed(
      rules
        .slice(0, TOLD)
        .filter(({ points }) => points * sign > 0)
        .map((each, n) => `${each.rule} (${signed(each.points)}${n ? "" : mostly(each)})`),
    );
  const [more, less] = [told(1), told(-1)];
  return [more && `more from ${more}`, less && `less from ${less}`].filter(Boolean).join(", ");
}

/** The place that made at least half of it, where there were several. */
function mostly({ points, places }: ByRule): string {
  const sums: Record<string, number> = {};
  for (const each of places) sums[each.place] = (sums[each.place] ?? 0) + each.points;
  const [place, most] = Object.entries(sums).find(([, each]) => each / points >= 0.5) ?? [];
  return most && Object.keys(sums).length > 1 ? `, ${signed(most)} of it by ${place}` : "";
}
