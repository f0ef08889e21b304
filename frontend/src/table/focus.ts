// Focus stays where it was: when what had it goes away, what took its place gets it, or what it stood in.

const REACHED = "button, a[href], input, select, [tabindex]";

/** What stands for a thing that is drawn anew: the same place or the same words. */
function heir(lost: Element, inside: Element): HTMLElement | null {
  const id = lost.getAttribute("data-id");
  const name = lost.getAttribute("aria-label") ?? lost.textContent;
  const fits = [...inside.querySelectorAll<HTMLElement>(REACHED)];
  return (
    fits.find((each) => id !== null && each.getAttribute("data-id") === id) ??
    fits.find((each) => (each.getAttribute("aria-label") ?? each.textContent) === name) ??
    null
  );
}

/** Keep the focus within what it stood in, as Svelte's {@attach}. */
export function keepsFocus(inside: HTMLElement): () => void {
  let last: Element | null = null;
  const came = ({ target }: FocusEvent) => (last = target as Element);
  const went = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget) last = null; // somebody took it elsewhere; what is taken away leaves it to nobody
  };
  const watch = new MutationObserver(() => {
    if (!last || last.isConnected) return;
    const found = document.activeElement === document.body ? heir(last, inside) : null;
    if (document.activeElement === document.body) (found ?? inside).focus({ preventScroll: true });
    last = null;
  });
  inside.tabIndex = -1;
  inside.addEventListener("focusin", came);
  inside.addEventListener("focusout", went);
  watch.observe(inside, { childList: true, subtree: true });
  return () => {
    inside.removeEventListener("focusin", came);
    inside.removeEventListener("focusout", went);
    watch.disconnect();
  };
}
