// Sitting down: by a secret link, whose token stands behind the # and leaves the address bar at once when it
// has been used, or in a seat that is free for anyone.

import type { Answer } from "../protocol.gen";
import { root } from "../root";
import type { Session } from "./session.svelte";

export class Sitting {
  asking = $state(false);
  error = $state("");

  private token: string | null = location.hash.slice(1) || null;
  private seat: number | null = null;

  constructor(private readonly session: Session) {
    if (!this.token) return;
    // who has used this link before keeps the name they had
    if (localStorage.getItem(this.kept) === this.token.slice(0, 6)) void this.join("Player");
    else this.asking = true;
  }

  private get kept(): string {
    return `sat:${this.session.id}`;
  }

  ask(seat: number): void {
    this.seat = seat;
    this.error = "";
    this.asking = true;
  }

  async join(name: string): Promise<void> {
    const wanted = { join: this.seat, token: this.token, name };
    let answer: Answer;
    try {
      const body = JSON.stringify(wanted);
      answer = (await (
        await fetch(`${root}/api/tables/${this.session.id}`, { method: "POST", body })
      ).json()) as Answer;
    } catch {
      this.error = "The server does not answer; try again in a moment.";
      return;
    }
    if (answer.type === "refused") {
      this.error = answer.text;
      this.asking = true;
      return;
    }
    if (this.token) localStorage.setItem(this.kept, this.token.slice(0, 6));
    this.forget();
    this.session.again();
  }

  cancel(): void {
    this.forget();
  }

  private forget(): void {
    this.asking = false;
    this.token = null;
    this.seat = null;
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  }
}
