// The first words of the bar: whose turn it is, and what one waits for.

import type { Session } from "./session.svelte";

type Sat = Pick<Session, "active" | "mine" | "thinker" | "called"> & {
  now: Pick<NonNullable<Session["now"]>, "status" | "step" | "to_move" | "seats"> | null;
  telling: { table: unknown };
  plan?: Pick<NonNullable<Session["plan"]>, "words"> | null;
};

export function headline(session: Sat): string {
  if (session.plan) return session.plan.words;
  const { status, step, to_move } = session.now!;
  if (status === "over") return "The game is over.";
  if (status === "ended") return step ? "The game was ended by agreement." : "This table was called off.";
  if (status === "waiting") return "Waiting for everyone to sit down.";
  if (to_move < 0) return "The table draws.";
  if (session.active) {
    if (session.telling.table) return "Before your turn"; // what is being told others have done
    return session.mine.length > 1 ? `Your turn: ${session.called(to_move)}` : "Your turn";
  }
  return `${session.called(to_move)} is ${session.thinker ? "thinking" : "to move"}`;
}

export function waiting({ now, mine }: Sat): string {
  const { to_move, seats } = now!;
  if (to_move >= 0 && !seats[to_move]?.joined) return "That seat is still free.";
  return mine.length ? "It is not your turn yet." : "You are watching.";
}

/** Who holds a seat may plan, with its eyes; several people at one screen would see each other's. */
export function mayPlan({ now, mine, shared }: Pick<Session, "now" | "mine" | "shared">): boolean {
  return !!mine.length && !shared && !!now && now.status !== "waiting" && !now.lesson;
}
