// Koplopers in sentences: names for ids, what the phase asks for, what a seat's strip says. They stand in words/.

import type { Element, Fact, GameProps } from "../../table/contract";
import type { Action } from "../../protocol.gen";
import { nameOf, ui } from "../../table/words";
import { chipOf, cost } from "./network";
import type { BoardData, Chip, TrainView, View } from "./types";

/** A place, a card or passengers as people say it; a train is called by what stands on it. */
export function name(id: string, board: BoardData): string {
  const yard = board.yards.find((each) => each.id === id);
  const card = board.disruption_cards.find((each) => each.id === id);
  const chip = chipOf(board, id);
  if (yard) return ui("yard", yard.station);
  if (card) return ui("card", card.station);
  if (chip) return ticket(chip);
  if (board.stations[id] || board.joints[id]) return nodeName(id, board);
  return board.sections[id]?.ends.map((end) => nodeName(end, board)).join(" – ") ?? id;
}

/** A station by its name, a joint by the line that it lies on. */
export function nodeName(id: string, board: BoardData): string {
  const joint = board.joints[id];
  return joint ? ui("joint", (joint.link ?? id).replace("-", "–")) : nameOf(id);
}

export function ticket({ passengers, dest }: Chip): string {
  return ui("ticket", passengers, dest);
}

export function whereWords({ station, in_yard, nearest }: TrainView): string {
  const where = in_yard ? (station ? "yard" : "buffers") : station ? "station" : "track";
  return ui(`where.${where}`, nearest);
}

/** What is said of a train on the board; it begins with what can be read there. */
export function trainWords(train: TrainView): string {
  return `${train.id}: ${ui("train", whereWords(train), train.load, train.capacity)}`;
}

export function roundWords({ round, rounds, last_round }: View): string {
  return ui(last_round ? "round.last" : "round", round, rounds);
}

export function score(view: View, seat: number): number | null {
  return view.scores?.[seat]?.[0] ?? view.seats[seat]?.points ?? null;
}

export function facts(view: View, seat: number): Fact[] {
  const mine = view.seats[seat];
  if (!mine) return [];
  const trains = view.trains.filter((each) => each.seat === seat);
  return Object.entries({
    trains: trains.length,
    aboard: mine.aboard,
    cards: mine.cards,
    repairs: Number(mine.repair),
  }).map(([what, value]) => ({
    label: ui(`strip.${what}`),
    value: `${value}`,
    title: ui(`fact.${what}`, mine.reserve, mine.units),
  }));
}

/** A sentence of the game's words, or null where they have none. */
function worded(key: string, ...values: unknown[]): string | null {
  const text = ui(key, ...values);
  return text === key ? null : text;
}

/** What a button for this action of a train says; board and pick are tickets, drives are places. */
export function verbWords([verb, , other]: Action, view: View, board: BoardData): string | null {
  return worded(`with.${verb}`, view.costs[verb as string], name(other as string, board));
}

/** What the action bar calls an element; a number behind it is its cost in action points. */
export function label(element: Element, _picked: Element[], view: View, board: BoardData): string | null {
  if (typeof element !== "string") return null;
  const card = board.disruption_cards.find((each) => each.id === element);
  if (card) return nameOf(card.station);
  if (view.letters[element]) return ui("letter", element, view.letters[element]);
  return worded(`button.${element}`, view.costs[element]);
}

export function prompt(props: GameProps<View, BoardData>): string {
  const answered = answer(props);
  const now = asked(props);
  return answered && now ? `${answered} ${now}` : now;
}

/** What became of your offer, until you act again. */
function answer({ view, board, seat, draft, events, active }: GameProps<View, BoardData>): string {
  if (!active || draft || seat === null || view.active !== seat || view.exchange) return "";
  if (events.some(([what]) => what === "declined")) return ui("offer.declined");
  if (!events.some(([what]) => what === "accepted")) return "";
  const changed = events.filter(([what]) => what === "changed");
  return ui(
    "offer.accepted",
    changed.map(([, chip, , to]) => ui("offer.changed", name(chip as string, board), to)),
  );
}

function asked({ view, board, picked, draft, choices, active }: GameProps<View, BoardData>): string {
  if (view.phase === "over") return ui("prompt.over", view.ended);
  if (view.active === null) return ui("prompt.laid-out");
  if (!active) return "";
  if (draft) return draftWords(draft.action, view, board);
  const deal = view.exchange;
  if (deal) {
    const wayOut = choices.some(([verb]) => verb === "leave") ? ui("prompt.leave") : "";
    const holds = view.trains.find(({ id }) => id === deal.train)?.capacity;
    const sides = [chipList(deal.gives, board), chipList(deal.asks, board)];
    return ui(`prompt.${view.phase}`, wayOut, holds, deal.other, ...sides);
  }
  const train = view.trains.find(({ id }) => picked.includes(id))?.id;
  if (train) {
    const drives = choices.some((each) => each[0] === "drive" && each[1] === train);
    return ui(drives ? "prompt.drive" : "prompt.train", view.points, train);
  }
  const owed = view.obligations[0];
  if (owed) return ui(`prompt.owed-${owed.what}`, view.points, owed.train);
  return ui("prompt.open", view.points, open(choices));
}

/** What may be done, in the order in which people look for it. */
const OPEN: Record<string, string[]> = {
  drive: ["drive"],
  board: ["board", "pick"],
  train: ["turn", "stop", "couple", "uncouple", "transfer", "negotiate", "dismantle"],
  build: ["build"],
  card: ["disrupt", "repair"],
  done: ["done"],
};

function open(choices: Action[]): string {
  const found = Object.keys(OPEN)
    .filter((way) => choices.some(([verb]) => OPEN[way]!.includes(verb as string)))
    .map((way) => ui(`may.${way}`));
  const last = found.pop() ?? "";
  return found.length ? ui("may.or", found, last) : last;
}

export function chipList(chips: string[], board: BoardData): string {
  return chips.map((id) => name(id, board)).join(", ") || ui("nothing");
}

function draftWords([verb, what, ...rest]: Action, view: View, board: BoardData): string {
  const chip = chipOf(board, rest[0] as string);
  const train = view.trains.find(({ id }) => id === what);
  const named = train?.id ?? name(what as string, board);
  if (verb === "drive" && train)
    return ui("draft.drive", named, cost([verb, what!, ...rest], view), whereWords(train));
  const values = [view.costs[verb as string], chip && ticket(chip), chip?.passengers];
  return worded(`draft.${verb}`, named, ...values) ?? ui("draft.other");
}
