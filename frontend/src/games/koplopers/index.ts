import type { GameModule } from "../../table/contract";
import Board from "./Board.svelte";
import { explain, wanted } from "./callouts";
import { layoutOf } from "./layout";
import Panel from "./Panel.svelte";
import type { BoardData, View } from "./types";
import { facts, label, name, prompt, score } from "./words";

export default {
  Board,
  Panel,
  frame: (_view, board) => layoutOf(board).frame,
  score,
  facts,
  gains: (events, seat) =>
    events
      .filter(([what, whose]) => what === "alighted" && whose === seat)
      .map(([, , , , station, passengers]) => ({ at: String(station), points: Number(passengers) })),
  name: (id, _view, board) => name(id, board),
  prompt,
  label,
  wanted,
  explain,
} satisfies GameModule<View, BoardData>;
