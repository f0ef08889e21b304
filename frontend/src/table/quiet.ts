// What is written on a board is decoration for who listens: what can be picked has its name, and the region
// Position says the rest in an order. So readers are spared the loose words of a map.

const NAMED = "[role=button], [role=img], [role=link]";

function hush(inside: Element): void {
  const texts = inside.matches("text") ? [inside] : inside.querySelectorAll("text:not([aria-hidden])");
  for (const each of texts) if (!each.closest(NAMED)) each.setAttribute("aria-hidden", "true");
}

/** Hide loose text of an SVG from readers, now and whenever it is drawn anew, as Svelte's {@attach}. */
export function quietText(inside: Element): () => void {
  hush(inside);
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const each of addedNodes) if (each instanceof Element) hush(each);
  });
  watch.observe(inside, { childList: true, subtree: true });
  return () => watch.disconnect();
}
