// Looking at a finished game together: one leads, the others' pages go where that one's goes.

import type { Place } from "../../protocol.gen";
import { isRefused } from "../connection";
import type { Session } from "../session.svelte";

const BREATH = 120; // milliseconds between two places that are sent

export const isShown = (text: unknown): text is "before" | "played" | "better" =>
  text === "before" || text === "played" || text === "better";

export class Together {
  leading = $state(false);
  following = $state(false);
  error = $state("");
  /** What the leader points at: an id of the board, or a spot of it. */
  mine = $state.raw<Pick<Place, "point" | "spot">>({});
  /** What is pointed at, for everyone who sees it. */
  readonly shown = $derived(this.leading ? this.mine : this.following ? this.led?.at : null);
  private timer = 0;
  private sent = "";

  constructor(private readonly session: Session) {}

  get led() {
    return this.session.led;
  }

  async lead(yes: boolean): Promise<void> {
    this.error = "";
    const answer = await this.session.ask({ lead: yes });
    if (isRefused(answer)) this.error = answer.text;
    else {
      this.leading = yes;
      this.following = false;
      this.mine = {};
      this.sent = "";
    }
  }

  /** Nobody leads any more, or somebody else does. */
  heard(): void {
    if (this.led?.name == null) this.following = false;
  }

  /** Where this page looks, for those who follow; a few times a second, and the last one always. */
  look(at: Place): void {
    const text = JSON.stringify(at);
    if (!this.leading || text === this.sent) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.sent = text;
      void this.session.ask({ look: at }).then((answer) => {
        if (isRefused(answer)) this.leading = false; // the line was down: who leads begins again
      });
    }, BREATH);
  }

  /** Go where the leader is. */
  async go(at: Place): Promise<void> {
    const { session } = this;
    if (at.page === "review" || at.turn != null) {
      const { Looking } = await import("../review/looking.svelte");
      session.review ??= new Looking(session, at.turn == null ? null : [at.turn, at.shown ?? "better"]);
      session.review.open = at.page === "review";
      if (at.turn != null && session.review.found) await session.review.show(at.turn, at.shown ?? "better");
      else if (at.page === "review") await session.look(null);
      return;
    }
    if (session.review) {
      session.review.open = false;
      session.review.turn = -1;
    }
    await session.look(at.step ?? null);
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
