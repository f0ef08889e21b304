// Several actions by one click: a ticket where a train could stop boards after the stop, a ticket on another player's
// train is asked for in a new offer, and a drive that ends where passengers want to get off drafts the stop.
// Each is an action of its own, so undo goes back step by step, and whatever else is picked ends the chain.

import type { Action } from "../../protocol.gen";
import type { GameProps } from "../../table/contract";
import type { BoardData, View } from "./types";

type Props = GameProps<View, BoardData>;

const same = (one: Action | undefined, other: Action | undefined): boolean => one?.join() === other?.join();

export class Chain {
  private now: Action | null = null; // drafted or on its way
  private rest: Action[] = [];
  private paying = false; // what follows is drafted only if it brings points
  private choices: Action[] = [];

  /** The first of these is drafted; the others follow as soon as it is done. */
  begin(props: Props, actions: Action[], among: Action[] = [], paying = false): void {
    this.now = actions[0]!;
    this.rest = actions.slice(1);
    this.paying = paying;
    this.choices = props.choices;
    props.offer(this.now, among);
  }

  /** To be called whenever the choices or the draft have changed. */
  follow(props: Props): void {
    if (!this.now) return;
    const { choices, draft, ask } = props;
    if (choices === this.choices) {
      // another way to do the same keeps what follows; anything else ends it
      if (draft?.action[0] !== this.now[0] || draft?.action[1] !== this.now[1]) this.end();
      return;
    }
    const next = this.rest[0];
    const legal = choices.some((each) => same(each, next));
    if (!next || !legal) {
      const refused = next && !this.paying && choices.length ? next : null;
      this.end();
      if (refused) props.why(refused.at(-1)!); // the server says what stands in the way of the second step
      return;
    }
    if (!this.paying) {
      this.begin(props, this.rest);
      return;
    }
    this.end();
    void ask.judge?.([next]).then((answer) => {
      const brings = answer?.type === "tried" && answer.ledger.some(([points]) => points > 0);
      if (brings) props.offer(next);
    });
  }

  private end(): void {
    this.now = null;
    this.rest = [];
  }
}

export const chain = new Chain();
