// Which spaces a ride can end on, what each way takes, and which way comes first. All of it is read from
// the legal actions and what the server says about them.

import type { Action } from "../../protocol.gen";
import { nameOf, ui } from "../../table/words";
import type { City, Ride } from "./types";

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

/** The ways of the seat to move to each end space, in the order in which the view has its rides; then walks. */
export function waysTo(choices: Action[], rides: Ride[]): Map<string, Way[]> {
  const walks = choices.filter(([verb]) => verb === "walk");
  const all = [
    ...rides,
    ...walks.map((action) => ({ action, end: action[2] as string, takes: [], exchanges: [] })),
  ];
  const found = new Map<string, Way[]>();
  for (const ride of all) {
    const way = { ...ride, mode: ride.action[1] as string, spaces: spacesOf(ride.action) };
    found.set(ride.end, [...(found.get(ride.end) ?? []), way]);
  }
  return found;
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

/** A bridge on the map and on the cards, where its name says enough without the last word. */
export const shortName = (id: string): string => nameOf(id).replace(/ Bridge$/, "");

/** A way as people say it: "Taxi, 5 steps, takes the flag of Steel Bridge". */
export function wayWords({ action, mode, spaces, takes, exchanges }: Way): string {
  const parts = [action[0] === "walk" ? ui("way.walk", mode) : ui("way.ride", mode, spaces.length)];
  if (takes.length) parts.push(ui("list.takes", takes.length, takes));
  if (exchanges.length) parts.push(ui("list.exchanges", exchanges.length, exchanges));
  return parts.join(", ");
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
