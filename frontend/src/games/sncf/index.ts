import type { Fact, GameModule } from "../../table/contract";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";
import { frameOf } from "./layout";
import { nameOf, prompt } from "./moves";
import type { BoardFile, View } from "./types";

function facts(view: View, seat: number): Fact[] {
  const { shares, penalty } = view.seats[seat]!;
  const found = [
    {
      label: "shares",
      value: `${shares}/${view.limit}`,
      title: `${shares} shares; more than ${view.limit} cost 20 points each at the end`,
    },
  ];
  if (penalty)
    found.push({
      label: "penalty",
      value: `−${penalty}`,
      title: `${shares - view.limit} over the limit of ${view.limit}`,
    });
  if (view.locomotive === seat)
    found.push({ label: "Loco", value: "◆", title: "Holds the Locomotive: began, and loses ties" });
  return found;
}

export default {
  Board,
  Panel,
  frame: (_view, board) => frameOf(board),
  score: (view, seat) => view.seats[seat]?.points ?? null,
  facts,
  name: (id, _view, board) => nameOf(id, board),
  prompt,
} satisfies GameModule<View, BoardFile>;
