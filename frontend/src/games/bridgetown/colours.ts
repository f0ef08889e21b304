// Flag colours: each has a letter, and the letters that can be read on it.

const LETTERS: Record<string, string> = { black: "K" };

export const letterOf = (colour: string): string => LETTERS[colour] ?? colour.charAt(0).toUpperCase();

export const clothOf = (colour: string): string => `var(--flag-${colour}, var(--flag-other))`;

const DARK_LETTERS = new Set(["white", "orange", "yellow", "green"]);

export const inkOn = (colour: string): string =>
  DARK_LETTERS.has(colour) ? "var(--flag-dark)" : "var(--flag-light)";
