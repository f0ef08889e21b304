// Sitting down: by a link, whose secret stands behind the # and leaves the address bar as soon as it has been
// used, or in a seat that is free for anyone.

import type { Answer, Join } from "../protocol.gen";
import type { Session } from "./session.svelte";

const DEVICE = "device=";

export class Sitting {
  asking = $state(false);
  error = $state("");
  /** A link is looked at before anything is shown: one that was used shows nothing. */
  checking = $state(false);

  private token: string | null = null;
  private seat: number | null = null;

  constructor(private readonly session: Session) {
    const secret = location.hash.slice(1);
    if (!secret) return;
    this.token = secret.startsWith(DEVICE) ? secret.slice(DEVICE.length) : secret;
    this.checking = true;
    if (secret.startsWith(DEVICE)) void this.join("Player");
    else void this.check();
  }

  ask(seat: number): void {
    this.seat = seat;
    this.error = "";
    this.asking = true;
  }

  async join(name: string): Promise<void> {
    const wanted: Join = { join: this.seat, token: this.token, name };
    const answer = await this.call({ method: "POST", body: JSON.stringify(wanted) });
    if (answer === null) {
      this.error = "The server does not answer; try again in a moment.";
      this.asking = true;
    } else if (answer.type !== "refused") {
      this.forget();
      this.session.again();
    } else if (this.checking || answer.error === "used") this.refuse(answer.text);
    else this.error = answer.text;
    this.checking = false;
  }

  cancel(): void {
    this.forget();
  }

  private async check(): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}` };
    const answer = await this.call({ headers });
    if (answer?.type === "refused") this.refuse(answer.text);
    else if (answer?.type === "table" && answer.seat !== null)
      this.forget(); // this browser has used it before
    else this.asking = true;
    this.checking = false;
  }

  private refuse(why: string): void {
    this.forget();
    this.session.lose(why);
  }

  private async call(request: RequestInit): Promise<Answer | null> {
    try {
      return (await (await fetch(`../api/tables/${this.session.id}`, request)).json()) as Answer;
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
