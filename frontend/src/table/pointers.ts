// Where the things are that a lesson points at, on the screen.

export interface Ring {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const AROUND = 5; // pixels between a thing and its ring
const LEAST = 30; // no ring is smaller

/** A ring for every id: the thing itself, or where it can be found while it is put away. */
export function ringed(table: HTMLElement, ids: Iterable<string>): Ring[] {
  const found = new Map<Element, string>();
  for (const id of ids) {
    const thing = shownAs(table, id);
    if (thing && !found.has(thing)) found.set(thing, id);
  }
  return [...found].map(([thing, id]) => around(id, thing.getBoundingClientRect()));
}

/** The element that bears an id, an open one first; in a panel that is put away, or behind one, what moves it. */
function shownAs(table: HTMLElement, id: string): Element | null {
  const name = CSS.escape(id);
  const all = [...table.querySelectorAll(`[data-id="${name}"], [data-point="${name}"]`)];
  const drawn = all.filter((each) => each.getClientRects().length);
  const open = drawn.filter((each) => (each.closest("aside") ? seen(each) : !at(each)?.closest("aside")));
  return open[0] ?? (drawn.length ? table.querySelector('[data-point="sheet"]') : null);
}

/** What lies uppermost at the middle of a thing: on a phone the panel may lie over the board. */
function at(thing: Element): Element | null {
  const { x, y, width, height } = thing.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2);
}

/** Whether the middle of a thing in the panel can be seen: it may be scrolled or put away. */
function seen(thing: Element): boolean {
  const top = at(thing);
  return !!top && (thing.contains(top) || top.contains(thing));
}

export function around(id: string, box: { x: number; y: number; width: number; height: number }): Ring {
  const width = Math.max(box.width + 2 * AROUND, LEAST);
  const height = Math.max(box.height + 2 * AROUND, LEAST);
  const [x, y] = [box.x + box.width / 2 - width / 2, box.y + box.height / 2 - height / 2];
  return { id, x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}
