// What a person likes, kept in this browser. The theme stands on <html>, where boards find it too.

import type { Pace } from "./telling.svelte";

import type { Loudness } from "./sound";

type Theme = "system" | "light" | "dark";

interface Liked {
  sound: Loudness;
  position: boolean; // told in words
  words: boolean; // the whole table in words, without a board
  ending: boolean; // a move that ends the turn waits for the button that says so
  motion: "system" | "on" | "off";
  patterns: boolean;
  pace: Pace; // of what others do
  notices: boolean; // of the browser, when it is your turn and the page is in the background
}

const USUAL: Liked = {
  sound: "off",
  position: false,
  words: false,
  ending: false,
  motion: "system",
  patterns: true,
  pace: "normal",
  notices: false,
};

function stored(): Liked {
  try {
    const kept = JSON.parse(localStorage.getItem("settings") ?? "{}") as Partial<Liked>;
    // a tick was on or off before
    const sound = typeof kept.sound === "boolean" ? (kept.sound ? "normal" : "off") : kept.sound;
    return { ...USUAL, ...kept, sound: sound ?? USUAL.sound };
  } catch {
    return { ...USUAL };
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Settings {
  theme = $state<Theme>((localStorage.getItem("theme") as Theme | null) ?? "system");
  liked = $state<Liked>(stored());
  private systemDark = $state(dark.matches);
  private systemCalm = $state(calm.matches);
  still = $derived(this.liked.motion === "system" ? this.systemCalm : this.liked.motion === "off");

  constructor() {
    dark.addEventListener("change", () => {
      this.systemDark = dark.matches;
      this.show();
    });
    calm.addEventListener("change", () => {
      this.systemCalm = calm.matches;
      this.show();
    });
    this.show();
  }

  /** Store what was changed, and show it. */
  keep(): void {
    if (this.theme === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", this.theme);
    localStorage.setItem("settings", JSON.stringify(this.liked));
    this.show();
  }

  /** Tables in words alone, or as boards. */
  tell(words: boolean): void {
    this.liked.words = words;
    this.keep();
  }

  private show(): void {
    const root = document.documentElement.dataset;
    root.theme = this.theme === "system" ? (this.systemDark ? "dark" : "light") : this.theme;
    if (this.still) root.still = "";
    else delete root.still;
  }
}

export const settings = new Settings();
