// What may be done, in the words and groups that the board and the panel need. It reads choices, no rules.

import type { Action } from "../../protocol.gen";
import type { Element, GameProps } from "../../table/contract";
import { plural } from "../../table/plural";
import { called, isRailroad, type BoardFile, type Railroad, type View } from "./types";

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
export function whyNotSell(view: View, choices: Action[], railroad: Railroad): string {
  if (trades(choices, railroad).length) return "";
  const hand = view.seat === null ? null : view.seats[view.seat]?.hand;
  if (hand && !hand[railroad]) return "none held";
  return view.build ? "after the build" : "nothing to buy";
}

/** Why that many of this railroad cannot be bought for a share of the other, or "". */
export function whyNotBuy(
  view: View,
  choices: Action[],
  sell: Railroad,
  buy: Railroad,
  count: number,
): string {
  if (trades(choices, sell, buy, count).length) return "";
  if (sell === buy) return "being sold";
  const box = view.railroads.find(({ id }) => id === buy)?.box;
  return box === 0
    ? "box is empty"
    : box !== null && box !== undefined && box < count
      ? `box has ${box}`
      : "not now";
}

const ENDINGS: Record<string, string> = {
  goal: "{goal} has track",
  boxes: "five boxes are empty",
  stall: "nothing has changed for too long",
  purple: "every purple city has track",
  impossible: "a purple city can no longer be reached",
  "dead-end": "no railroad can build and none can start",
};

export function ending(reason: string, board: BoardFile): string {
  const words = ENDINGS[reason.replace(/^end\./, "")] ?? reason;
  return words.replace("{goal}", board.goal ? nameOf(board.goal, board) : "the goal");
}

/** What to say before a move that ends the game, or brings its end with this build. */
export function warning({ view, board, draft }: Pick<Props, "view" | "board" | "draft">): string {
  const event = draft?.tried?.events.find(([kind]) => kind === "ends");
  if (event) return `This ends the game: ${ending(String(event[1]), board)}.`;
  if (draft?.tried?.stopped === "over") return "This ends the game.";
  const { goal } = board;
  if (goal && view.phase === "play" && view.railroads.some(({ track }) => track.includes(goal)))
    return `${nameOf(goal, board)} is reached: the game ends with this build.`;
  return "";
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

export function nameOf(id: string, board: BoardFile): string {
  if (isRailroad(id)) return called(id);
  return board.hexes.find((hex) => hex.id === id)?.name ?? id;
}

/** What you may do now, in one plain sentence. */
export function prompt({ view, board, choices, picked, active, draft }: Props): string {
  if (view.ended) return `The game is over: ${ending(view.ended, board)}.`;
  if (view.phase !== "play" && view.phase !== "over") return "The game is being set up.";
  if (!active) return "Wait for your turn.";
  if (draft) return `${warning({ view, board, draft })} Confirm it, or choose something else.`.trim();
  const { build } = view;
  if (build) {
    const cubes = plural(build.left, "# more", "up to # more");
    const all = plural(build.built + build.left, "# cube", "# cubes");
    return `${called(build.railroad)}: ${build.built} of ${all} laid. Lay ${cubes}, or end the build.`;
  }
  const sold = selling(picked, choices);
  if (sold) return `You sell 1 ${called(sold)}: choose what to buy, 1 or 2 shares of another railroad.`;
  if (picked[0] === "trade") return "Choose the share that you sell.";
  const railroad = pickedRailroad(picked);
  if (railroad) {
    return choices.some(([verb, own]) => verb === "start" && own === railroad)
      ? `Choose a glowing city for ${called(railroad)} to start in.`
      : `Choose a glowing hex for ${called(railroad)}, up to 5 in a row.`;
  }
  const hex = board.hexes.find(({ id }) => picked.includes(id));
  if (hex) return `Choose a railroad for ${hex.name ?? hex.id}.`;
  const may = choices.some(([verb]) => verb === "build");
  const start = choices.some(([verb]) => verb === "start");
  const trade = trades(choices).length > 0;
  if (start && !may && !trade) return "Open the game: start a railroad in any city.";
  const options = [
    ...(may ? ["build up to 5 cubes of one railroad"] : []),
    ...(start ? ["start a railroad in a city"] : []),
    ...(trade ? ["trade a share"] : []),
  ];
  const last = options.pop() ?? "wait";
  const sentence = options.length ? `${options.join(", ")} or ${last}` : last;
  return `${called(sentence)}.`;
}

/** Cubes in all hands together: public, since every railroad has 32 beside its marker. */
export function inHands(view: View, railroad: Railroad): number | null {
  const now = view.railroads.find(({ id }) => id === railroad);
  return now && now.box !== null ? 32 - now.box - now.track.length : null;
}
