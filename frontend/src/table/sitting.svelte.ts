// Sitting down: by a link, whose secret stands behind the # and leaves the address bar as soon as it has been
// used, or in a seat that is free for anyone. A call's mail has its link opened by programs that look through
// mail, with scripts and all: it is used when somebody presses a button.

import type { Answer, Join } from "../protocol.gen";
import { say, spoken } from "../voice";

const LINK = /^(device=|call=)?(.*)$/;

export class Sitting {
  asking = $state(false);
  error = $state("");
  /** A link is looked at before anything is shown: one that was used shows nothing but this sentence. */
  readonly ready: Promise<string>;
  /** It came with a call. */
  readonly called: boolean;

  private token: string | null = null;
  private seat: number | null = null;

  constructor(private readonly id: string) {
    const secret = location.hash.slice(1);
    const [, kind, token] = LINK.exec(secret) ?? [];
    this.token = token || null;
    this.called = kind === "call=";
    if (kind === "device=") this.ready = this.join("Player").then(() => this.error);
    else this.ready = secret ? this.check() : Promise.resolve("");
  }

  ask(seat: number): void {
    this.seat = seat;
    this.error = "";
    this.asking = true;
  }

  /** True when the seat is ours now. */
  async join(name: string): Promise<boolean> {
    const wanted: Join = { join: this.seat, token: this.token, name };
    const answer = await this.call({ method: "POST", body: JSON.stringify(wanted) });
    this.error = answer === null ? say("table.silent") : answer.type === "refused" ? answer.text : "";
    if (!this.error) this.forget();
    return !this.error;
  }

  cancel(): void {
    this.forget();
  }

  private async check(): Promise<string> {
    const answer = await this.call({ headers: { authorization: `Bearer ${this.token}` } });
    if (answer?.type === "refused") return answer.text;
    if (answer?.type === "table" && answer.seat !== null)
      this.forget(); // this browser has used it before, or plays here already: it is left for another
    else this.asking = true;
    return "";
  }

  private async call(request: RequestInit): Promise<Answer | null> {
    try {
      return (await (await fetch(spoken(`../api/tables/${this.id}`), request)).json()) as Answer;
    } catch {
      return null;
    }
  }

  private forget(): void {
    this.asking = false;
    this.token = null;
    this.seat = null;
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  }
}
