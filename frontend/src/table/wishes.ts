// What people ask each other for, as sentences.

import { capital, listed } from "../names";
import type { TableNow, Wish } from "../protocol.gen";
import { say, type Key } from "../voice";

/** The wish as somebody with these seats reads it. */
export function sentence(wish: Wish, now: TableNow, mine: number[]): string {
  const you = say("page.you");
  const name = (seat: number) => (mine.includes(seat) ? you : now.seats[seat]!.name);
  const who = listed(wish.agreed.map(name));
  const about = wish.seat === null ? "" : name(wish.seat);
  const yours = wish.seat !== null && mine.includes(wish.seat);
  /** In a sentence of its own where it is about whoever reads it. */
  const told = (what: string, ...values: string[]) =>
    capital(say(`more.wish-${what}${yours ? "-you" : ""}` as Key, values));
  if (wish.what === "time")
    return wish.agreed.includes(wish.seat!) ? told("time", about) : told("give", who, about);
  if (wish.what === "back") return told("back", yours ? listed(wish.asked.map(name)) : about);
  if (wish.what === "eyes" || wish.what === "bot") return told(wish.what, who, about);
  if (wish.what === "person") return capital(say("more.wish-person", [who, about]));
  const alone = wish.agreed.length === 1 && who !== you; // "agrees", where English minds
  return capital(say(alone ? "more.wish-end-one" : "more.wish-end", [who]));
}
