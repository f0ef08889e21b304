// What people ask each other for, as sentences.

import { capital, listed } from "../names";
import type { TableNow, Wish } from "../protocol.gen";

/** The wish as somebody with these seats reads it. */
export function sentence(wish: Wish, now: TableNow, mine: number[]): string {
  const name = (seat: number) => (mine.includes(seat) ? "you" : now.seats[seat]!.name);
  const who = capital(listed(wish.agreed.map(name)));
  const about = wish.seat === null ? "" : name(wish.seat);
  const several = wish.agreed.length > 1 || who === "You";
  if (wish.what === "time") {
    return wish.agreed.includes(wish.seat!)
      ? `${capital(about)} ${about === "you" ? "have" : "has"} asked for more time.`
      : `${who} would give ${about} more time.`;
  }
  if (wish.what === "back") {
    const asked = listed(wish.asked.map(name));
    return about === "you"
      ? `You have asked to take back your last action: ${asked} must agree.`
      : `${capital(about)} asks to take back their last action, and all that came after.`;
  }
  if (wish.what === "eyes")
    return `${who} would let who has a link see what ${about} ${about === "you" ? "see" : "sees"}.`;
  if (wish.what === "bot") return `${who} would let a bot play for ${about} until they return.`;
  if (wish.what === "person") return `${who} would let a person take over the seat of ${about}, a bot.`;
  return `${who} ${several ? "agree" : "agrees"} to end the game here without a result.`;
}

/** When a wish is over: a time today, or a day. */
export function moment(at: number): string {
  const date = new Date(at * 1000);
  const today = date.toDateString() === new Date().toDateString();
  return today
    ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : date.toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit" });
}
