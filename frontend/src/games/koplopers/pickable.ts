// What every piece on the board shares: a click picks it, and where it glows the keyboard can reach it.

export function pickable(id: string, may: boolean, label: string, act: () => void) {
  return {
    "data-id": id,
    role: may ? ("button" as const) : undefined,
    tabindex: may ? 0 : undefined,
    "aria-label": may ? label : undefined,
    onclick: act,
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      act();
    },
  };
}

/** With a finger there is no hovering: a tap on what cannot be picked lights it, as hovering does. */
export function lights(id: string, setHover: (id: string | null) => void) {
  return {
    onpointerenter: (event: PointerEvent) => event.pointerType !== "touch" && setHover(id),
    onpointerleave: (event: PointerEvent) => event.pointerType !== "touch" && setHover(null),
  };
}
