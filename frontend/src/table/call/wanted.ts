// What somebody wants to be called for, the same for all their ways at a table.

import type { Call, CallWay } from "../../protocol.gen";
import { say } from "../../voice";

export interface Wanted {
  began: boolean;
  waiting: boolean;
  remind: number; // hours before one's time runs out; 0: not
  quiet: [number, number] | null; // minutes of the day
}

export const USUAL: Wanted = { began: false, waiting: false, remind: 0, quiet: null };
export const NIGHT: [number, number] = [22 * 60, 7 * 60];
export const LEADS = [0, 1, 3, 12, 24]; // hours

export function leadOf(hours: number): string {
  if (hours === 24) return say("more.lead-day");
  return hours ? say("more.lead-hours", [hours]) : say("more.lead-none");
}

/** As it was said last. */
export function wantedBy(ways: readonly CallWay[]): Wanted {
  const [first] = ways;
  if (!first) return { ...USUAL };
  const { began, waiting, remind, quiet } = first;
  return { began, waiting, remind, quiet: quiet && [quiet[0], quiet[1]] };
}

/** 1320 as "22:00". */
export function clock(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** "22:00" as 1320; what is no time of day: null. */
export function minute(text: string): number | null {
  const found = /^(\d{2}):(\d{2})/.exec(text);
  return found ? Number(found[1]) * 60 + Number(found[2]) : null;
}

/** The question that says it of a way. */
export function question(
  way: Pick<Call, "call" | "to"> & Partial<Call>,
  wanted: Wanted,
  seat: number | null,
): Call {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  return { ...way, ...wanted, quiet: wanted.quiet, zone, seat };
}

/** What a way is called in the list. */
export function named(way: CallWay, here: boolean): string {
  if (way.kind === "push") return say(here ? "more.this-device" : "more.another-device");
  if (way.kind === "mail") return way.to;
  const host = /^https?:\/\/([^/]+)/.exec(way.to)?.[1] ?? way.to;
  return way.kind === "discord" ? `Discord (${host})` : host;
}
