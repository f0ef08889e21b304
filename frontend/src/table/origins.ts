// Where points came from, as the end shows it: what brought most comes first; and what the lead came from.

import type { Origin } from "../protocol.gen";
import { listed } from "../names";
import { say } from "../voice";

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

/** By which rules one seat has more than another, and by which less; of the first also the place that made most of it.
 * What is not named is summed at the end, so that all of it together is the lead. */
export function leadOf(first: Origin[], second: Origin[]): string {
  const behind = second.map((each) => ({ ...each, points: -each.points }));
  const rules = byRule([...first, ...behind]).filter(({ points }) => points);
  rules.sort((one, other) => Math.abs(other.points) - Math.abs(one.points));
  const told = (sign: number) =>
    listed(
      rules
        .slice(0, TOLD)
        .filter(({ points }) => points * sign > 0)
        .map((each, n) => named(each, n ? [] : mostly(each))),
    );
  const [more, less] = [told(1), told(-1)];
  const rest = rules.slice(TOLD).reduce((sum, { points }) => sum + points, 0);
  const sources = both(more, less);
  return rest ? say("more.end-lead-rest", [sources, rest]) : sources;
}

function both(more: string, less: string): string {
  if (more && less) return say("more.end-lead-both", [more, less]);
  return more ? say("more.end-lead-more", [more]) : less && say("more.end-lead-less", [less]);
}

function named({ rule, points }: ByRule, most: [number, string] | []): string {
  return say(most.length ? "more.end-lead-place" : "more.end-lead-rule", [rule, points, ...most]);
}

/** The place that made at least half of it, where there were several; one that made more than all of it is no part. */
function mostly({ points, places }: ByRule): [points: number, place: string] | [] {
  const sums: Record<string, number> = {};
  for (const each of places) sums[each.place] = (sums[each.place] ?? 0) + each.points;
  const [place, most] = Object.entries(sums).find(([, each]) => share(each / points)) ?? [];
  return most && Object.keys(sums).length > 1 ? [most, place!] : [];
}

const share = (part: number): boolean => part >= 0.5 && part <= 1;
