// The drawing of every game that has no module of its own: what the server draws is the board, and all that may
// be done is in the action bar.

import { say } from "../../voice";
import type { Fact, GameModule } from "../contract";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";
import { frame } from "./picture.svelte";

/** What a view may hold: an entry a seat, whatever else there is. */
interface View {
  seats?: unknown[];
}

/** What a view says of a seat, as far as it can be printed. */
function said(view: View, seat: number): [string, string | number][] {
  const found = view.seats?.[seat];
  if (typeof found === "number") return [["points", found]];
  if (typeof found !== "object" || found === null) return [];
  return Object.entries(found).filter((each): each is [string, string | number] =>
    ["string", "number"].includes(typeof each[1]),
  );
}

export function score(view: View, seat: number): number | null {
  const found = said(view, seat).find(([label]) => label === "points")?.[1];
  return typeof found === "number" ? found : null;
}

export function facts(view: View, seat: number): Fact[] {
  return said(view, seat)
    .filter(([label]) => label !== "points")
    .map(([label, value]) => {
      const words = label.replaceAll("_", " ");
      return { label: words, value: String(value), title: words };
    });
}

export default {
  Board,
  Panel,
  frame,
  score,
  facts,
  prompt: (props) => say(props.complete ? "more.choose-or-type" : "more.type-it"),
} satisfies GameModule<View>;
