import type { GameModule } from "../../table/contract";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";
import { frameOf } from "./layout";
import { prompt } from "./moves";
import type { BoardFile, View } from "./types";
import { explain, wanted } from "./things";
import { facts, flights, gains, label } from "./words";

export default {
  Board,
  Panel,
  frame: (_view, board) => frameOf(board),
  score: (view, seat) => view.seats[seat]?.points ?? null,
  facts,
  gains,
  flights,
  prompt,
  label,
  wanted,
  explain,
  neutral: true, // the colours are the railroads', and nobody is one of them
} satisfies GameModule<View, BoardFile>;
