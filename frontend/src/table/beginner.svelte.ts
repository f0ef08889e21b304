// What this browser has told somebody who plays a game for the first time: each set of lines once.

import { linesFor } from "./words";

const KEPT = "told";

function kept(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as string[];
  } catch {
    return [];
  }
}

/** The key of the lines for a game in a phase: those of the phase where it has its own. */
export function keyFor(game: string, phase = ""): string {
  return linesFor(`${game}.${phase}`).length ? `${game}.${phase}` : game;
}

class Beginner {
  private told = $state.raw<string[]>(kept());
  private page = $state.raw({ key: "", at: 0 }); // the line that is open, also while the bar says something else

  /** The lines that are still to be told; none where somebody knows them. "all" is told to who wants none. */
  lines(key: string): string[] {
    return this.told.includes(key) || this.told.includes("all") ? [] : linesFor(key);
  }

  /** How many lines have been read, where they stand one after the other. */
  read(key: string): number {
    return this.page.key === key ? this.page.at : 0;
  }

  next(key: string): void {
    this.page = { key, at: this.read(key) + 1 };
  }

  gotIt(key: string): void {
    this.told = [...new Set([...kept(), key])]; // another tab may have told something else
    localStorage.setItem(KEPT, JSON.stringify(this.told));
  }
}

export const beginner = new Beginner();
