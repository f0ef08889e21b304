// Koplopers in sentences: names for ids, what the phase asks for, what a seat's strip says.

import type { Element, Fact, GameProps } from "../../table/contract";
import type { Action } from "../../protocol.gen";
import { plural } from "../../table/plural";
import { chipOf } from "./network";
import type { BoardData, Obligation, TrainView, View } from "./types";

type Props = GameProps<View, BoardData>;

export function stationName(id: string, board: BoardData): string {
  return board.stations[id]?.name ?? id;
}

export function name(id: string, _view: View, board: BoardData): string {
  const section = board.sections[id];
  const yard = board.yards.find((each) => each.id === id);
  const card = board.disruption_cards.find((each) => each.id === id);
  const chip = chipOf(board, id);
  if (board.stations[id]) return stationName(id, board);
  if (yard) return `the yard of ${stationName(yard.station, board)}`;
  if (card) return `Disruption in ${stationName(card.station, board)}`;
  if (chip) return `${chip.passengers} to ${stationName(chip.dest, board)}`;
  if (section) {
    const [a, b] = section.ends.map((end) => nodeName(end, board));
    return `${a} – ${b}`;
  }
  return board.joints[id] ? nodeName(id, board) : id;
}

/** A station by its name, a joint by the line that it lies on. */
export function nodeName(id: string, board: BoardData): string {
  const joint = board.joints[id];
  if (!joint) return stationName(id, board);
  const [a, b] = (joint.link ?? id).split("-");
  return `halfway ${a}–${b}`;
}

/** The station that a train comes to next. */
export function ahead(train: TrainView, board: BoardData): string {
  let [node, by] = [train.front, train.section];
  while (board.joints[node]) {
    const next = Object.entries(board.sections).find(
      ([id, { ends }]) => id !== by && ends.some((end) => end === node),
    );
    if (!next) break;
    by = next[0];
    node = next[1].ends[0] === node ? next[1].ends[1] : next[1].ends[0];
  }
  return node;
}

export function whereWords(train: TrainView, board: BoardData): string {
  const yard = board.yards.find(({ id }) => id === train.section);
  if (yard && train.station) return `In the yard, facing ${stationName(train.station, board)}`;
  if (yard) return `In the yard of ${stationName(yard.station, board)}, facing the buffers`;
  if (train.station) return `In ${stationName(train.station, board)}`;
  return `On open track, heading for ${stationName(ahead(train, board), board)}`;
}

export function obligationWords({ what, train, cost }: Obligation, view: View, board: BoardData): string {
  const station = view.trains.find((each) => each.id === train)?.station ?? "";
  const points = plural(cost, "# point", "# points");
  if (what === "build") return `Build your first train (${points})`;
  if (what === "stop") return `${train} stops in ${stationName(station, board)}`;
  if (what === "board") return `Somebody boards ${train}: it has room`;
  return cost ? `${train} has not acted yet (from ${points})` : `${train} has not acted yet (free)`;
}

export function score(view: View, seat: number): number | null {
  return view.scores?.[seat]?.[0] ?? view.seats[seat]?.delivered ?? null;
}

export function facts(view: View, seat: number): Fact[] {
  const mine = view.seats[seat];
  if (!mine) return [];
  const trains = view.trains.filter((each) => each.seat === seat);
  return [
    { label: "trains", value: `${trains.length}`, title: `${mine.reserve} of 3 units in reserve` },
    { label: "aboard", value: `${mine.aboard}`, title: "Passengers on the way, not yet counted" },
    { label: "cards", value: `${mine.cards}`, title: "Disruption cards in hand" },
    {
      label: "repairs",
      value: mine.repair ? "1" : "0",
      title: "The emergency repair: once a game, it takes a disruption off the board",
    },
  ];
}

const VERBS: Record<string, (train: string, rest: Element[], view: View, board: BoardData) => string> = {
  turn: () => "Turn round · 1",
  stop: () => "Stop here",
  dismantle: () => "Dismantle",
  couple: (_, [other]) => `Couple with ${other}`,
  transfer: (_, [other]) => `Change with ${other}`,
  negotiate: (_, [other]) => `Offer to ${other}`,
  uncouple: (_, [section], view, board) => `Uncouple onto ${name(section as string, view, board)}`,
};

/** What a button for this action of a train says; board and pick are tickets, drives are places. */
export function verbWords([verb, train, ...rest]: Action, view: View, board: BoardData): string | null {
  return VERBS[verb as string]?.(train as string, rest, view, board) ?? null;
}

const BUTTONS: Record<string, string> = {
  build: "Build a train · 3",
  turn: "Turn round · 1",
  drive: "Drive · 1 each",
  dismantle: "Dismantle",
  disrupt: "Disrupt · 1",
  repair: "Repair · 1",
  stop: "Stop",
  board: "Let board",
  pick: "Board in passing",
  transfer: "Change trains",
  couple: "Couple",
  uncouple: "Uncouple",
  negotiate: "Offer a deal",
  leave: "Leave it",
  give: "Give",
  ask: "Ask for",
};

/** What the action bar calls an element; a number behind it is its cost in action points. */
export function label(element: Element, _picked: Element[], view: View, board: BoardData): string | null {
  if (typeof element !== "string") return null;
  const card = board.disruption_cards.find((each) => each.id === element);
  if (card) return stationName(card.station, board);
  if (view.letters[element]) return `${element}: ${stationName(view.letters[element], board)}`;
  return BUTTONS[element] ?? null;
}

export function points(count: number): string {
  return plural(count, "# action point", "# action points");
}

export function prompt(props: Props): string {
  const { view, board, picked, draft, choices, active } = props;
  if (view.phase === "over")
    return view.ended === "early"
      ? "The game is over: a player's trains are empty and hardly a chip is left."
      : "The game is over: the black train has come to the end of its line.";
  if (view.phase === "chips" || view.phase === "deal" || view.phase === "first")
    return "The board is being laid out.";
  if (!active) return "";
  if (draft) return draftWords(draft.action, view, board);
  if (view.phase === "answer") {
    const deal = view.exchange!;
    return `An offer for your ${deal.other}: you get ${chipList(deal.gives, board)}, you give ${chipList(deal.asks, board)}. Accept or decline.`;
  }
  const wayOut = choices.some(([verb]) => verb === "leave") ? ", or leave it" : "";
  if (view.phase === "bargain")
    return `Pick the chips that you give and the chips that you ask for, then make the offer${wayOut}.`;
  if (view.phase === "transfer")
    return `Pick the passengers who change trains, then finish the exchange${wayOut}.`;
  if (view.phase === "divide")
    return "Pick the passengers who go with the uncoupled unit; each unit holds 500. Then finish.";
  if (view.obligations.some(({ what }) => what === "build"))
    return "Your first turn: build a train in a yard that glows.";
  const train = view.trains.find(({ id }) => picked.includes(id));
  const left = points(view.points);
  if (train) {
    const drives = choices.some((each) => each[0] === "drive" && each[1] === train.id);
    return drives
      ? `${left} left. Pick a section for ${train.id} to drive to, or what it does.`
      : `${left} left. What does ${train.id} do?`;
  }
  const owed = view.obligations[0];
  if (owed?.what === "stop")
    return `Pick ${owed.train}: it has to stop, and lets passengers off and on before your turn ends.`;
  if (owed?.what === "board")
    return `${owed.train} has room: pick a ticket that glows, somebody has to board.`;
  if (owed)
    return `${left} left. Before your turn ends ${owed.train} has to act: pick it, or a section that glows.`;
  return `${view.points ? left : "No action points"} left. ${capital(open(choices))}.`;
}

/** What may be done, in the order in which people look for it. */
function open(choices: Action[]): string {
  const verbs = new Set(choices.map(([verb]) => verb));
  const ways: [string[], string][] = [
    [["drive"], "drive to a section that glows"],
    [["board", "pick"], "let passengers board"],
    [["turn", "stop", "couple", "uncouple", "transfer", "negotiate", "dismantle"], "act with a train"],
    [["build"], "build in a yard"],
    [["disrupt", "repair"], "play a card"],
    [["done"], "end your turn"],
  ];
  const found = ways.flatMap(([any, words]) => (any.some((verb) => verbs.has(verb)) ? [words] : []));
  const last = found.pop() ?? "wait";
  return found.length ? `${found.join(", ")} or ${last}` : last;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lower(text: string): string {
  return /^[A-Z]\d/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

export function chipList(chips: string[], board: BoardData): string {
  if (!chips.length) return "nothing";
  return chips
    .map((id) => chipOf(board, id))
    .map((chip) => (chip ? `${chip.passengers} to ${stationName(chip.dest, board)}` : ""))
    .join(", ");
}

function boards(chip: Element | undefined, board: BoardData): string {
  return plural(chipOf(board, chip as string)?.passengers ?? 0, "boards", "board");
}

function draftWords([verb, what, ...rest]: Action, view: View, board: BoardData): string {
  const named = (id: Element | undefined) => name(id as string, view, board);
  switch (verb) {
    case "drive": {
      const cost = points(rest.length);
      const train = view.trains.find((each) => each.id === what);
      return `${what} drives for ${cost}${train ? ` and is then ${lower(whereWords(train, board))}` : ""}.`;
    }
    case "build":
      return `Build a train in ${named(what)} for 3 action points.`;
    case "turn":
      return `${what} turns round for 1 action point.`;
    case "stop":
      return `${what} stops: passengers for this station alight, then others board.`;
    case "board":
      return `${named(rest[0])} ${boards(rest[0], board)} ${what}.`;
    case "pick":
      return `${named(rest[0])} ${boards(rest[0], board)} ${what} in passing.`;
    case "leave":
      return "Leave the exchange: nobody changes trains.";
    case "disrupt":
      return `${named(what)}: no train may arrive there, pass or leave.`;
    case "repair":
      return `Your emergency repair takes disruption ${what} off the board.`;
    case "done":
      return view.points > 0 ? "End your turn; unused points lapse." : "End your turn.";
    default:
      return "Do it, or take it back.";
  }
}
