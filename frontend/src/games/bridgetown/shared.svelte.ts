// What board and panel both must know: whether there is room for the folded page, and which of your modes
// you want to see the rides of.

const query =
  typeof matchMedia === "function"
    ? matchMedia("(min-width: 971px), (max-height: 499px) and (min-width: 560px)")
    : null;

class Shared {
  wide = $state(query?.matches ?? true);
  mode = $state<string | null>(null);

  constructor() {
    query?.addEventListener("change", (event) => (this.wide = event.matches));
  }
}

export const shared = new Shared();
