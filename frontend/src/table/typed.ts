// A move as it is typed: `build red Le Havre`. Names are known from the legal actions; what is not known there
// goes to the server as it is, which then says why it cannot be.

import type { Action } from "../protocol.gen";
import type { Element } from "./contract";

export function typed(text: string, choices: Action[], name: (id: string) => string): Action {
  const names: Record<string, string> = {};
  for (const id of new Set(choices.flat().filter((each) => typeof each === "string"))) {
    names[name(id).toLowerCase()] = id;
  }
  const words = text.trim().split(/\s+/).filter(Boolean);
  const found: Element[] = [];
  while (words.length) {
    let taken = 1;
    let element: Element = words[0]!;
    for (let count = Math.min(words.length, 5); count > 0; count -= 1) {
      const id = names[words.slice(0, count).join(" ").toLowerCase()];
      if (id !== undefined) {
        [element, taken] = [id, count];
        break;
      }
    }
    if (/^-?\d+$/.test(String(element))) element = Number(element);
    words.splice(0, taken);
    found.push(element);
  }
  return found;
}
