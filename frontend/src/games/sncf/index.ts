import type { GameModule } from "../../table/contract";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";
import { frameOf } from "./layout";
import { nameOf, prompt } from "./moves";
import type { BoardFile, View } from "./types";
import { facts, label } from "./words";

export default {
  Board,
  Panel,
  frame: (_view, board) => frameOf(board),
  score: (view, seat) => view.seats[seat]?.points ?? null,
  facts,
  name: (id, _view, board) => nameOf(id, board),
  prompt,
  label,
} satisfies GameModule<View, BoardFile>;
