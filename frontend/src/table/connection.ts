// The line to the server. Whatever was asked and not answered is asked again after a reconnect, with the same
// key, so that nothing is lost and nothing is done twice.

import type { Answer, Question, Refusal } from "../protocol.gen";

/** The part of a WebSocket that is used, so that a test can be one. */
export interface Line {
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Hears {
  heard(answer: Answer): void;
  state(open: boolean): void; // false: the line is down and is being tried again
}

interface Open {
  question: Question & { key: string };
  resolve(answer: Answer): void;
}

const FIRST = 250; // ms before the first new attempt; each one waits twice as long, up to LONGEST
const LONGEST = 8000;
const SILENCE = 8000; // ms without an answer, and the line is thought dead

/** What no other page begins its keys with. */
export function mark(): string {
  // randomUUID exists only on https; a table at home is often plain http
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return [...bytes].map((each) => each.toString(36)).join("") + ".";
}

export class Connection {
  private line: Line | null = null;
  private welcomed = false;
  private closed = false;
  private stale = false; // whoever answers this call may not know yet which seats are ours
  private attempts = 0;
  private count = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private readonly open = new Map<string, Open>();

  constructor(
    private readonly dial: () => Line,
    private readonly hears: Hears,
    private readonly mark: string, // differs for every page, because the server remembers keys for ever
  ) {}

  /** Dial for the first time. */
  start(): void {
    this.connect();
  }

  /** A question and its answer, however often the line breaks in between. */
  ask(question: Question): Promise<Answer> {
    const key = `${this.mark}${(this.count += 1)}`;
    const asked = { ...question, key };
    return new Promise((resolve) => {
      this.open.set(key, { question: asked, resolve });
      if (this.welcomed) this.send(asked);
    });
  }

  /** Hang up and dial again at once, to be welcomed anew. */
  again(): void {
    this.drop();
    this.attempts = 0;
    this.connect();
  }

  /** Seats have changed hands: be welcomed anew, also where the line is only being opened. */
  renew(): void {
    if (this.welcomed) this.again();
    else this.stale = true;
  }

  close(): void {
    this.closed = true;
    this.drop();
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.stale = false;
    if (this.closed) return;
    const line = (this.line = this.dial());
    line.onmessage = (event) => {
      if (line === this.line) this.hear(JSON.parse(event.data as string) as Answer);
    };
    line.onclose = () => {
      if (line === this.line) this.broken();
    };
  }

  private drop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    this.watch = undefined;
    const line = this.line;
    this.line = null;
    this.welcomed = false;
    line?.close();
  }

  private broken(): void {
    this.drop();
    if (this.closed) return;
    this.hears.state(false);
    const wait = Math.min(LONGEST, FIRST * 2 ** this.attempts);
    this.attempts += 1;
    this.timer = setTimeout(() => this.connect(), wait);
  }

  private send(question: Question): void {
    this.line?.send(JSON.stringify(question));
    this.watch ??= setTimeout(() => this.broken(), SILENCE);
  }

  private hear(answer: Answer): void {
    clearTimeout(this.watch);
    this.watch = undefined;
    if (answer.type === "welcome") this.begin();
    this.hears.heard(answer);
    const key = "key" in answer ? answer.key : null;
    const found = key ? this.open.get(key) : undefined;
    if (key && found) {
      this.open.delete(key);
      found.resolve(answer);
    }
    if (this.open.size && this.welcomed) this.watch ??= setTimeout(() => this.broken(), SILENCE);
  }

  private begin(): void {
    if (this.stale) return this.again();
    this.welcomed = true;
    this.attempts = 0;
    this.hears.state(true);
    for (const { question } of this.open.values()) this.send(question);
  }
}

export function isRefused(answer: Answer): answer is Refusal {
  return answer.type === "refused";
}
