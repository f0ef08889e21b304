// What may be picked on the board and the panel: by click, and by Enter or Space when it has the focus.

import { shared } from "./shared.svelte";
import type { Props } from "./types";

export interface Press {
  can: boolean;
  press: () => void;
  why?: () => void; // asks why it cannot be picked
}

/** `use:pressable={{ can, press }}`: what cannot be picked now is only a picture. */
export function pressable(element: SVGElement, first: Press): { update(next: Press): void } {
  let now = first;
  function update(next: Press) {
    now = next;
    element.setAttribute("role", now.can ? "button" : "img");
    if (now.can) element.setAttribute("tabindex", "0");
    else element.removeAttribute("tabindex");
    element.classList.toggle("can", now.can);
  }
  element.addEventListener("click", () => (now.can ? now.press() : now.why?.()));
  element.addEventListener("keydown", (event) => {
    if (!now.can || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    now.press();
  });
  update(first);
  return { update };
}

/** Whether some choice begins so. */
const has = ({ choices }: Props, ...begun: string[]): boolean =>
  choices.some((each) => begun.every((one, n) => each[n] === one));

/** Whether this mode has a coordinator to move with. */
export const rides = (props: Props, mode: string): boolean =>
  ["ride", "walk", "stay"].some((verb) => has(props, verb, mode));

/** A special is a verb of its own; a mode may be spelled like one. */
export const canPress = (props: Props, id: string): boolean =>
  props.active &&
  (has(props, "place", id) ||
    rides(props, id) ||
    (props.board.specials.some((each) => each.id === id) && has(props, id)));

export function press(props: Props, id: string): void {
  if (has(props, "place", id)) props.offer(["place", id]);
  else if (rides(props, id)) {
    shared.mode = shared.mode === id ? null : id;
    if (props.draft) props.offer(null);
  } else if (props.choices.some((each) => each.length === 1 && each[0] === id)) props.offer([id]);
  else props.pick(id);
}
