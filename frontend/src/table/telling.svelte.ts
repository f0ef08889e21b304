// What others did is told one move after the other. The page is behind by this only: the present is known all
// the time, and whoever wants to act or to see it has it at once.

import type { TableNow } from "../protocol.gen";

export type Pace = "instant" | "quick" | "normal" | "slow";

const FACTOR: Record<Pace, number> = { instant: 0, quick: 0.5, normal: 1, slow: 2 };
const SHORTEST = 600; // milliseconds for a move at normal pace
const LONGEST = 1500;
const BREATH = 400; // before what is shown again begins
const PATIENCE = 24_000; // what waits is told within this: the more there is, the quicker
const BACKLOG = 60; // with so many waiting nobody wants to see them all
export const OWN = 400; // milliseconds for the motion of what is not told: your own moves and drafts

/** How long a move is told: the longer, the more there is to read and the further things travel. */
export function lengthOf({ events, lines }: Pick<TableNow, "events" | "lines">, pace: Pace): number {
  if (!lines.length) return 0; // an "End turn" that changes nothing else
  const places = events.flat(2).filter((each) => typeof each === "string").length;
  const length = 400 + 60 * places + 6 * lines.join(" ").length;
  return FACTOR[pace] * Math.min(LONGEST, Math.max(SHORTEST, length));
}

export class Telling {
  table = $state.raw<TableNow | null>(null); // the move that is being told; null: what is drawn is the present
  pace = $state(0); // milliseconds that it takes
  playing = $state(false); // past steps are played, see `play`

  private waiting: TableNow[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = false; // somebody wants to see it again, also where moves are not told

  constructor(private readonly liked: () => Pace) {}

  /** The pace of what is told now. */
  private pacing(): Pace {
    return this.asked && this.liked() === "instant" ? "normal" : this.liked();
  }

  /** Tell this one after all that are waiting. */
  tell(table: TableNow): void {
    if (this.playing) return;
    this.waiting.push(table);
    if (this.waiting.length > BACKLOG) this.skip();
    else if (!this.timer) this.next();
  }

  /** Tell these once more, from what was before them. */
  again(before: TableNow, tables: TableNow[]): void {
    this.skip();
    this.asked = true;
    this.waiting = [...tables];
    this.table = { ...before, events: [], lines: [] };
    this.timer = setTimeout(() => this.next(), BREATH);
  }

  /** The present, now. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
    this.table = null;
    this.pace = 0;
    this.asked = this.playing = false;
  }

  /** Let `next` show one step after the other, each for as long as it is told, until it finds no more. */
  async play(next: () => Promise<TableNow | null>): Promise<void> {
    this.skip();
    this.asked = this.playing = true;
    const going = (this.timer = setTimeout(() => {}, 0));
    const table = await next();
    if (this.timer !== going) return; // stopped while it was fetched
    if (!table) {
      this.skip();
      return;
    }
    this.timer = setTimeout(() => void this.play(next), lengthOf(table, this.pacing()));
  }

  private next(): void {
    const pace = this.pacing();
    const left = this.waiting.reduce((sum, each) => sum + lengthOf(each, pace), 0);
    let table = this.waiting.shift();
    while (table && !lengthOf(table, pace)) table = this.waiting.shift();
    if (!table) {
      this.skip();
      return;
    }
    this.table = table;
    this.pace = lengthOf(table, pace) * Math.min(1, (FACTOR[pace] * PATIENCE) / left);
    this.timer = setTimeout(() => this.next(), this.pace);
  }
}
