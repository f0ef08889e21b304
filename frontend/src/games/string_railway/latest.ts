// Questions while a hand moves: at most one in flight, only the latest waits, and never more than the server allows.

const GAP = 60; // milliseconds: the server takes 20 questions a second from a connection

/** Asks one question at a time. A newer one replaces the one that waits; an answer that is outrun is dropped. */
export class Latest {
  private waiting: (() => Promise<void>) | null = null;
  private busy = false;
  private asked = 0;

  constructor(
    private readonly gap = GAP,
    private readonly now: () => number = () => performance.now(),
    private readonly later: (call: () => void, ms: number) => void = (call, ms) => setTimeout(call, ms),
  ) {}

  /** Ask, now or as soon as it may be; `hear` gets the answer unless a newer question has come. */
  ask<T>(question: () => Promise<T>, hear: (answer: T) => void): void {
    const number = (this.asked += 1);
    this.waiting = async () => {
      const answer = await question();
      if (number === this.asked) hear(answer);
    };
    if (!this.busy) this.next();
  }

  /** Nothing that was asked is wanted any more. */
  forget(): void {
    this.asked += 1;
    this.waiting = null;
  }

  private next(): void {
    const call = this.waiting;
    this.waiting = null;
    if (!call) return;
    this.busy = true;
    const started = this.now();
    const done = () => {
      const wait = Math.max(0, this.gap - (this.now() - started));
      this.later(() => {
        this.busy = false;
        this.next();
      }, wait);
    };
    call().then(done, done);
  }
}
