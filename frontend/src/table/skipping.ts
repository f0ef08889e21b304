// While moves are told, any key or tap shows the present, and then does what it means there.

import { flushSync } from "svelte";
import type { Session } from "./session.svelte";

const MODIFIERS = ["Shift", "Control", "Alt", "AltGraph", "Meta"];
const PAN = 6; // pixels: a press that travels further looks about and skips nothing

export class Skipping {
  private press: PointerEvent | null = null;

  constructor(private readonly session: Session) {}

  hit = (event: KeyboardEvent): void => {
    const typing = (event.target as HTMLElement).closest("input,textarea,select");
    if (!typing && !MODIFIERS.includes(event.key)) this.toNow();
  };

  pressed = (event: PointerEvent): void => {
    this.press = event;
    // where moves are drawn the hand is on the board at once
    const { active, now } = this.session;
    if (active && !now!.complete && this.toNow()) meant(event, PointerEvent);
  };

  tapped = (event: MouseEvent): void => {
    const { press } = this;
    if (press && Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > PAN) return;
    if (this.toNow()) meant(event, MouseEvent);
  };

  /** The present is drawn; false: it was already. */
  private toNow(): boolean {
    const { telling } = this.session;
    if (!telling.table) return false;
    telling.skip();
    flushSync();
    return true;
  }
}

/** What is under the pointer now gets what was meant for it; the bar has shown the present all the time. */
function meant<E extends MouseEvent>(event: E, kind: new (type: string, as: E) => E): void {
  if (!(event.target as HTMLElement).closest(".stage, aside")) return;
  event.stopPropagation();
  event.preventDefault();
  document.elementFromPoint(event.clientX, event.clientY)?.dispatchEvent(new kind(event.type, event));
}
