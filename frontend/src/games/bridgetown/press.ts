// Something on the board that may be picked: by click, and by Enter or Space when it has the focus.

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
