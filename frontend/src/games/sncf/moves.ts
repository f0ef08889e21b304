// What may be done, in the words and groups that the board and the panel need. It reads choices, no rules.

import type { Action } from "../../protocol.gen";
import type { Element, GameProps, Mark } from "../../table/contract";
import { ui } from "../../table/words";
import { isRailroad, type BoardFile, type Railroad, type RailroadNow, type View } from "./types";

export type Props = GameProps<View, BoardFile>;
/** An action that puts a cube of a railroad into a hex. */
export type Laying = [verb: "build" | "start", railroad: Railroad, hex: string];

export function isLaying(action: Action): action is Laying {
  return action[0] === "build" || action[0] === "start";
}

/** Where only trades are left nobody has to say so: what is picked, with the verb. */
function told(picked: Element[], choices: Action[]): Element[] {
  const bare = isRailroad(picked[0]) && choices.every(([verb]) => verb === "trade");
  return bare ? ["trade", ...picked] : picked;
}

/** The railroad that was picked to lay track. */
export function pickedRailroad(picked: Element[]): Railroad | null {
  return picked[0] === "trade" ? null : (picked.find(isRailroad) ?? null);
}

/** What a railroad may enter, by hex; only the picked one's, if one is picked. */
export function layings({ choices, picked }: Pick<Props, "choices" | "picked">): Map<string, Laying[]> {
  const found = new Map<string, Laying[]>();
  if (picked[0] === "trade") return found;
  const only = pickedRailroad(picked);
  for (const action of choices)
    if (isLaying(action) && (!only || action[1] === only))
      found.set(action[2], [...(found.get(action[2]) ?? []), action]);
  return found;
}

/** What is picked of a trade: the share to sell. */
export function selling(picked: Element[], choices: Action[]): Railroad | null {
  const [verb, sold] = told(picked, choices);
  return verb === "trade" && isRailroad(sold) ? sold : null;
}

export function mayLay(choices: Action[], railroad: Railroad): boolean {
  return choices.some((action) => isLaying(action) && action[1] === railroad);
}

export function trades(choices: Action[], sell?: Railroad, buy?: Railroad, count?: number): Action[] {
  return choices.filter(
    ([verb, sold, bought, many]) =>
      verb === "trade" &&
      (!sell || sold === sell) &&
      (!buy || bought === buy) &&
      (count === undefined || many === count),
  );
}

/** Why this share cannot be sold, or "" if it can. */
export function whyNotSell({ trade }: RailroadNow): string {
  return trade?.sell ? ui(`why.sell.${trade.sell}`) : "";
}

/** Why that many of this railroad cannot be bought, or "". */
export function whyNotBuy({ trade, box }: RailroadNow, count: number): string {
  const rule = trade?.buy[count - 1];
  return rule ? ui(`why.buy.${rule}`, box) : "";
}

/** What to say before a move that ends the game, or brings its end with this build. */
export function warning({ view, draft }: Pick<Props, "view" | "draft">): string {
  const event = draft?.tried?.events.find(([kind]) => kind === "ends");
  if (event) return ui("warn.ends", event[1]);
  if (draft?.tried?.stopped === "over") return ui("warn.over");
  return view.last_build ? ui("warn.last-build", "end.goal") : "";
}

/** Points where they happen: what each city of a move brings. */
export function gains(events: Action[]): { railroad: Railroad; hex: string; points: number }[] {
  return events
    .filter(([kind]) => kind === "city")
    .map(([, railroad, hex, points]) => ({
      railroad: railroad as Railroad,
      hex: String(hex),
      points: Number(points),
    }));
}

/** Hexes that a move put track into. */
export function laid(events: Action[]): Set<string> {
  return new Set(
    events.filter(([kind]) => kind === "built" || kind === "started").map(([, , , hex]) => String(hex)),
  );
}

export interface Trade {
  seat: number;
  sold: Railroad;
  bought: Railroad;
  count: number;
}

/** What the others traded since your last move. */
export function traded(marks: Mark[]): Trade[] {
  return marks.flatMap(({ seat, events }) =>
    events
      .filter(([kind]) => kind === "traded")
      .map(([, , sold, bought, count]) => ({ seat, sold, bought, count }) as Trade),
  );
}

/** One of several: Red or Blue or Green. */
export function either(names: string[]): string {
  return names.length ? names.reduce((one, other) => ui("ask.or", one, other)) : "";
}

/** What you may do now, in one plain sentence. */
export function prompt({ view, board, choices, picked, active, draft }: Props): string {
  if (view.ended) return ui("phase.over", `end.${view.ended}`);
  if (view.phase !== "play" && view.phase !== "over") return ui("phase.set-up");
  if (!active) return ui("phase.wait");
  if (draft) return `${warning({ view, draft })} ${ui("ask.confirm")}`.trim();
  const { build } = view;
  if (build) return ui("ask.cube", build.railroad, build.built, build.built + build.left, build.left);
  const sold = selling(picked, choices);
  if (sold) return ui("ask.buy", sold);
  if (picked[0] === "trade") return ui("ask.sell");
  const railroad = pickedRailroad(picked);
  if (railroad) {
    const starts = choices.some(([verb, own]) => verb === "start" && own === railroad);
    return starts ? ui("ask.city", railroad) : ui("ask.hex", railroad, view.build_limit);
  }
  const hex = board.hexes.find(({ id }) => picked.includes(id));
  if (hex) return ui("ask.railroad", hex.id);
  const verbs = ["build", "start", "trade"].filter((verb) => choices.some((action) => action[0] === verb));
  if (verbs.join() === "start") return ui("ask.first");
  const said = verbs.map((verb) => ui(`ask.${verb}`, view.build_limit));
  const last = said.pop() ?? "";
  const sentence = said.length ? ui("ask.or", said, last) : last;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
