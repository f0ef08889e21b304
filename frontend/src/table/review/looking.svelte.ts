// A finished game looked at again: what was asked, how far it is, what was found, and which turn is shown.

import { create } from "../../lobby/api";
import type { NewSeat, Review, Reviewing, TableNow } from "../../protocol.gen";
import { root } from "../../root";
import { say } from "../../voice";
import { isRefused } from "../connection";
import type { Mark } from "../contract";
import { fetched } from "../fetched";
import type { Session } from "../session.svelte";
import Page from "./Review.svelte";
import Bar from "./ReviewBar.svelte";
import { keepFrom } from "./tried";

/** What is shown of a turn: the position before it, what was done, or the better turn. */
export type Shown = "before" | "played" | "better";

export class Looking {
  readonly Page = Page;
  readonly Bar = Bar;
  now = $state.raw<Reviewing | null>(null);
  found = $state.raw<Review | null>(null);
  error = $state("");
  never = $state(false); // this game cannot be reviewed: nobody need ask again
  open = $state(true); // its page covers that of the end
  turn = $state(-1); // the mistake that is looked at on the board
  readonly busy = $derived(this.now?.state === "waiting" || this.now?.state === "working");
  readonly mistake = $derived(this.found?.mistakes[this.turn] ?? null);
  /** What the turn that is shown did, for the board to mark. */
  readonly marks = $derived.by((): Mark[] => {
    const [shown, turn] = [this.shown, this.mistake];
    if (!turn || !shown || shown === "before") return [];
    const { step, steps, seat } = turn;
    const played = () => this.session.rows.slice(step, step + steps).flatMap(({ events }) => events);
    return [{ seat, events: shown === "better" ? this.side!.events : played() }];
  });
  private side = $state.raw<TableNow | null>(null); // where the better turn would have led

  constructor(
    private readonly session: Session,
    private wanted: [number, Shown] | null = null, // a link to a turn: it is shown as soon as it is there
  ) {
    this.begin();
    this.open = !wanted;
  }

  /** Show its page, and ask unless that was done. */
  begin(): void {
    this.open = true;
    if (!this.found && !this.busy) void this.ask(true);
  }

  /** Have it begun, or stopped; who asks for what was done before has it at once. */
  async ask(review: boolean): Promise<void> {
    this.error = "";
    const answer = await this.session.ask({ review });
    if (isRefused(answer)) {
      this.error = answer.text;
      this.never = answer.error === "unlearned";
    } else if (answer.type === "reviewing") this.hear(answer);
  }

  hear(told: Reviewing): void {
    this.now = told;
    if (told.state === "failed") this.error = told.text ?? "";
    if (told.state === "done" && !this.found) void this.fetch();
  }

  private async fetch(): Promise<void> {
    this.found = await fetched<Review>(`/api/tables/${this.session.id}/review`);
    if (!this.found) this.error = say("more.review-missing");
    const { wanted } = this;
    this.wanted = null;
    if (wanted && this.found?.mistakes[wanted[0]]) await this.show(...wanted);
    else if (wanted) this.open = true;
  }

  /** Which of the three is on the board; nothing where somebody has gone on to another step. */
  get shown(): Shown | null {
    const [past, turn] = [this.session.past, this.mistake];
    if (!past || !turn) return null;
    if (past === this.side) return "better";
    return past.step === turn.step ? "before" : past.step === turn.step + turn.steps ? "played" : null;
  }

  /** A turn on the board, in the place of the page. */
  async show(turn: number, what: Shown = "better"): Promise<void> {
    const wanted = this.found!.mistakes[turn]!;
    this.turn = turn;
    this.error = "";
    if (what === "played") void this.session.readLog(); // what the whole turn did
    await this.session.look(what === "played" ? wanted.step + wanted.steps : wanted.step);
    const before = this.session.past;
    const address = new URL(location.href);
    address.searchParams.set("turn", String(turn + 1));
    address.searchParams.set("show", what);
    history.replaceState(null, "", address);
    if (what !== "better" || !before) return;
    const answer = await this.session.ask({ try: wanted.better, at: wanted.step });
    if (answer.type !== "tried" || this.session.past !== before) return;
    const { view, events, lines } = answer;
    this.side = { ...before, view, events, lines, mover: wanted.seat, began: wanted.step };
    this.session.past = this.side;
  }

  /** Back from the board to the page. */
  async back(): Promise<void> {
    this.open = true;
    await this.session.look(null);
  }

  /** A table of one's own from before a turn: you in that seat, bots in the others. */
  async tryIt(turn: number): Promise<void> {
    const { session } = this;
    const { seat, step } = this.found!.mistakes[turn]!;
    this.error = "";
    try {
      const answer = await fetch(`${root}/api/tables/${session.id}/record?at=${step}`);
      if (!answer.ok) throw new Error(say("more.record-missing"));
      const seats = session.now!.seats.map(({ bot }, other): NewSeat =>
        other === seat
          ? { kind: "me", name: localStorage.getItem("name") || null }
          : { kind: "bot", bot: bot && session.bots.includes(bot) ? bot : "strong" },
      );
      const wanted = { game: session.now!.game, seats, record: await answer.text() };
      await create(wanted, (id) => keepFrom(id, { table: session.id, turn, step }));
    } catch (problem) {
      this.error = (problem as Error).message;
    }
  }
}
