// A plan: the table played on by oneself, from what one knows, for everybody. The server reckons where it leads;
// whatever would be done at the table is done in it instead, and nothing is played.

import { named } from "../../names";
import type { Answer, Plan, PlanCard, Planned, Question, TableNow } from "../../protocol.gen";
import { say } from "../../voice";
import { isRefused } from "../connection";
import type { Session } from "../session.svelte";
import Banner from "./PlanBanner.svelte";

/** One's plans, and how many may be kept. */
export async function listed(session: Session): Promise<{ plans: PlanCard[]; most: number } | null> {
  const answer = await session.wish({ plans: true });
  return answer?.type === "plans" ? answer : null;
}

/** Open a plan: as it was, or begun at a step. It stays closed where the server refuses it, which is shown. */
export async function openPlan(session: Session, plan: number, at: number | null = null): Promise<boolean> {
  const answer = await session.wish({ plan, at });
  if (answer?.type !== "planned") return false;
  await session.think(new Planning(session, answer));
  return true;
}

export class Planning {
  readonly Banner = Banner;
  found = $state.raw<Planned>()!;
  busy = $state(false); // a change of it is under way
  readonly table = $derived<TableNow>({ ...this.found.table, seats: named(this.found.table.seats) });
  /** Actions that somebody chose, without what was drawn. */
  readonly chosen = $derived(this.found.rows.filter(({ seat }) => seat >= 0).length);
  readonly own = $derived(this.table.to_move === this.found.eyes);
  /** There is something to decide, for whomever. */
  readonly open = $derived(!this.busy && this.table.status === "playing");
  /** The first words of the bar. */
  readonly words = $derived.by(() => {
    if (this.table.status !== "playing") return say("more.would-be-over");
    return this.own
      ? say("more.turn-in-plan")
      : say("more.guess-for", [this.session.called(this.table.to_move)]);
  });

  constructor(
    private readonly session: Session,
    found: Planned,
  ) {
    this.found = found;
  }

  /** What is asked at the table while a plan is open, and is about what one would do. */
  answers(question: Question): Promise<Answer> | null {
    const { plan } = this.found;
    if ("do" in question) return this.change({ plan, keep: this.chosen, then: [question.do] });
    if ("plan" in question || "at" in question) return null;
    if ("try" in question || "propose" in question || "typed" in question)
      return this.session.ask({ ...question, plan });
    return null;
  }

  /** Without the last action that somebody chose. */
  async back(): Promise<void> {
    const answer = await this.change({ plan: this.found.plan, keep: Math.max(0, this.chosen - 1) });
    if (isRefused(answer)) this.session.refuse(answer);
  }

  private async change(question: Plan): Promise<Answer> {
    const { session } = this;
    this.busy = true;
    const answer = await session.ask(question);
    this.busy = false;
    if (answer.type !== "planned") return answer;
    if (session.plan === this) {
      this.found = answer;
      await session.think(this);
    }
    return { type: "done", version: answer.table.version };
  }

  /** The coming turn may have changed because the table has moved on. */
  async look(): Promise<void> {
    const answer = await this.session.ask({ plan: this.found.plan });
    if (answer.type === "planned" && answer.rows.length === this.found.rows.length)
      this.found = { ...this.found, turn: answer.turn, text: answer.text };
  }

  async queue(): Promise<void> {
    const { session } = this;
    const answer = await session.wish({ queue: this.found.plan, after: session.now!.version });
    if (answer?.type !== "queued") return;
    session.queued = answer;
    await session.think(null);
  }

  async drop(): Promise<void> {
    if (await this.session.wish({ plan: this.found.plan, drop: true })) await this.session.think(null);
  }
}
