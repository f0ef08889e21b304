// Which spaces a ride can end on, what each way takes, and which way comes first. All of it is read from
// the legal actions and what the server says about them.

import type { Action } from "../../protocol.gen";
import { plural } from "../../table/plural";
import type { City, Ride, View } from "./types";

/** One way to an end space. A walk replaces a ride that is not possible and takes nothing. */
export interface Way extends Ride {
  mode: string;
  spaces: string[];
}

export function spacesOf(action: Action): string[] {
  const words = action as string[];
  const exchange = words.indexOf("exchange");
  return words.slice(2, exchange < 0 ? undefined : exchange);
}

const gain = (way: Way): number => 2 * way.takes.length + way.exchanges.length;

/** The ways of the seat to move, best first for each end space: most new flags, then exchanges, then short. */
export function waysTo(choices: Action[], rides: Ride[]): Map<string, Way[]> {
  const told = new Map(rides.map((each) => [each.action.join(), each]));
  const found = new Map<string, Way[]>();
  for (const action of choices) {
    if (action[0] !== "ride" && action[0] !== "walk") continue;
    const spaces = spacesOf(action);
    const end = spaces.at(-1)!;
    const ride = told.get(action.join()) ?? { action, end, takes: [], exchanges: [] };
    found.set(end, [...(found.get(end) ?? []), { ...ride, mode: action[1] as string, spaces }]);
  }
  for (const ways of found.values())
    ways.sort((one, other) => gain(other) - gain(one) || one.spaces.length - other.spaces.length);
  return found;
}

/** What a click on an end offers: its best way, or the one after the way that is offered already. */
export function nextWay(ways: Way[], offered: Action | null): Way {
  const now = offered ? ways.findIndex((each) => each.action.join() === offered.join()) : -1;
  return ways[(now + 1) % ways.length]!;
}

/** One flag for each bridge that some way to this end takes. */
export function flagsOf(ways: Way[]): { bridge: string; mode: string; exchange: boolean }[] {
  const found = new Map<string, { bridge: string; mode: string; exchange: boolean }>();
  for (const { takes, exchanges, mode } of ways)
    for (const bridge of [...takes, ...exchanges]) {
      const key = bridge + mode;
      if (!found.has(key)) found.set(key, { bridge, mode, exchange: !takes.includes(bridge) });
    }
  return [...found.values()];
}

export const shortName = (name: string): string => name.replace(/ Bridge$/, "");

export function bridgeName(city: City, id: string): string {
  return city.bridges.find((each) => each.id === id)?.name ?? id;
}

export function modeName(city: City, id: string): string {
  return city.modes.find((each) => each.id === id)?.name ?? id;
}

/** A way as people say it: "Taxi, 5 steps, takes Steel". */
export function wayWords(city: City, way: Way): string {
  const steps = way.spaces.length;
  const parts = [modeName(city, way.mode), plural(steps, "# step", "# steps")];
  if (way.action[0] === "walk") parts.splice(0, 2, `Walk instead of ${modeName(city, way.mode)}`);
  const named = (ids: string[]) => ids.map((id) => shortName(bridgeName(city, id))).join(" and ");
  if (way.takes.length) parts.push(`takes ${named(way.takes)}`);
  if (way.exchanges.length) parts.push(`exchanges ${named(way.exchanges)}`);
  return parts.join(", ");
}

/** How far a mode goes for the one who looks: now, and if he waits. */
export function speeds(view: View, id: string): { now: number; wait: number | null } {
  const mode = view.wheel.find((each) => each.id === id)!;
  if (view.using.includes("double")) return { now: mode.double, wait: null };
  return { now: mode.now, wait: mode.wait === mode.now ? null : mode.wait };
}

/** The shortest way by street, for a racer whose own way is not known. */
export function streetWay(city: City, from: string, to: string): string[] {
  const came = new Map([[from, ""]]);
  for (const here of came.keys())
    for (const { a, b, kind } of city.edges) {
      const there = a === here ? b : b === here ? a : "";
      if (there && kind !== "stairs" && !came.has(there)) came.set(there, here);
    }
  const found: string[] = [];
  for (let at = to; at && at !== from; at = came.get(at) ?? "") found.unshift(at);
  return found;
}
