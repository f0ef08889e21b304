// Where points came from, as the end shows it: what brought most comes first.

import type { Origin } from "../protocol.gen";

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
