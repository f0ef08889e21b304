import type { GameModule } from "../../table/contract";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";
import { frameOf } from "./layout";
import { prompt } from "./moves";
import type { BoardFile, View } from "./types";
import { explain, wanted } from "./things";
import { facts, label } from "./words";

export default {
  Board,
  Panel,
  frame: (_view, board) => frameOf(board),
  score: (view, seat) => view.seats[seat]?.points ?? null,
  facts,
  prompt,
  label,
  wanted,
  explain,
} satisfies GameModule<View, BoardFile>;
