// What links for others begin with; asked once, and only where the page was opened at one's own machine.

import type { Reach } from "../protocol.gen";
import { root } from "../root";
import { isLocal, reached, type Reached } from "./reach";

class Links {
  private found = $state.raw<Reached>({ origin: location.origin, warning: "" });
  private asked = false;

  get origin(): string {
    return this.found.origin;
  }

  get warning(): string {
    return this.found.warning;
  }

  async ask(): Promise<void> {
    if (this.asked || !isLocal(location.hostname)) return;
    this.asked = true;
    const told = await fetch(`${root}/api/reach`).then(
      (answer) => (answer.ok ? (answer.json() as Promise<Reach>) : null),
      () => null,
    );
    this.found = reached(location, told);
  }
}

export const links = new Links();
