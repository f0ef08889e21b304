// Times as people write them where they are: `14:30`, or `Wed 14:30` on another day.

import { locale } from "../times";

const CLOCK = { hour: "2-digit", minute: "2-digit" } as const;

/** The time of a moment in seconds. */
export function hour(at: number): string {
  return new Date(at * 1000).toLocaleTimeString(locale, CLOCK);
}

/** A time today, or a day. */
export function moment(at: number): string {
  const date = new Date(at * 1000);
  const today = date.toDateString() === new Date().toDateString();
  return today ? hour(at) : date.toLocaleString(locale, { weekday: "short", ...CLOCK });
}
