import type { Action, Point } from "../../protocol.gen";
import type { Fact, Gain, GameModule } from "../../table/contract";
import { nameOf, ui } from "../../table/words";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";
import { making } from "./making.svelte";
import { frameOf } from "./frame";
import { across, down } from "./geometry";
import { explain, wanted } from "./things";
import { turnOf, type BoardFile, type Props, type View } from "./types";

function facts(view: View, seat: number): Fact[] {
  const own = view.companies.filter((each) => each.seat === seat);
  return own.map((each) => ({
    label: own.length > 1 ? `${nameOf(each.id)} ${each.score}` : nameOf(each.id),
    value: ui("left", each.short, each.long),
    title: ui("strip", each.id, each.score, each.short, each.long),
  }));
}

/** Where each company of a seat gained and lost: what they enter, who visits them, what they cross. */
function gains(events: Action[], seat: number, view: View): Gain[] {
  const own = view.companies.filter((each) => each.seat === seat).map(({ id }) => id as string);
  return events.flatMap((event) => {
    const [kind, company] = event;
    const place = kind === "entered" ? 4 : kind === "visited" || kind === "crossed" ? 5 : 0;
    if (!place || !own.includes(String(company))) return [];
    const [x, y] = event[place] as Point;
    return [{ at: [across(x), down(y)], points: Number(event[kind === "crossed" ? 4 : 3]) }];
  });
}

function prompt(props: Props): string {
  const { view, draft } = props;
  const { step, company, drawn } = turnOf(view, draft?.tried ? draft.action : null);
  if (step === "draw") return ui("do.draw", company);
  if (step === "place") return ui(making.card ? "do.place" : "do.take", company, drawn);
  if (step !== "lay") return ui(`do.${step}`, company);
  if (making.note && !making.holding) return making.note;
  const led = making.chain.length === 1 ? "lead" : "lay";
  return ui(`do.${making.rope ? "bend" : making.tool === "stroke" ? "stroke" : led}`, company);
}

export default {
  Board,
  Panel,
  frame: frameOf,
  score: (view, seat) => view.seats[seat]?.points ?? null,
  facts,
  gains,
  colour: (view, seat) => view.seats[seat]?.companies[0] ?? null,
  prompt,
  phase: ({ step }) => (step === "lay" ? "lay" : step === "corners" ? "" : "place"),
  wanted,
  explain,
} satisfies GameModule<View, BoardFile>;
