// The first words of the bar: whose turn it is, and what one waits for.

import { say } from "../voice";
import type { Session } from "./session.svelte";

type Sat = Pick<Session, "active" | "mine" | "thinker" | "called"> & {
  now: Pick<NonNullable<Session["now"]>, "status" | "step" | "to_move" | "seats"> | null;
  telling: { table: unknown };
  plan?: Pick<NonNullable<Session["plan"]>, "words"> | null;
};

export function headline(session: Sat): string {
  if (session.plan) return session.plan.words;
  const { status, step, to_move } = session.now!;
  if (status === "over") return say("table.over");
  if (status === "ended") return say(step ? "table.ended" : "table.called-off");
  if (status === "waiting") return say("table.waiting");
  if (to_move < 0) return say("table.draws");
  if (session.active) {
    if (session.telling.table) return say("table.before-turn"); // what is being told others have done
    return yourTurn(to_move, session.mine, session.called.bind(session));
  }
  return say(session.thinker ? "table.is-thinking" : "table.is-to-move", [session.called(to_move)]);
}

/** Which of your seats, where you have several. */
export function yourTurn(seat: number, mine: number[], called: (seat: number) => string): string {
  return mine.length > 1 ? say("table.your-turn-of", [called(seat)]) : say("table.your-turn");
}

export function waiting({ now, mine }: Sat): string {
  const { to_move, seats } = now!;
  if (to_move >= 0 && !seats[to_move]?.joined) return say("table.seat-free");
  return say(mine.length ? "table.not-yet" : "table.you-watch");
}

/** Who holds a seat may plan, with its eyes; several people at one screen would see each other's. */
export function mayPlan({ now, mine, shared }: Pick<Session, "now" | "mine" | "shared">): boolean {
  return !!mine.length && !shared && !!now && now.status !== "waiting" && !now.lesson;
}
