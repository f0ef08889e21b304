import type { GameModule } from "../../table/contract";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";

export default {
  Board,
  Panel,
  frame: () => ({ x: 0, y: 0, width: 100, height: 100 }),
  score: () => null,
  facts: () => [],
  name: (id) => id,
  prompt: () => "Choose.",
} satisfies GameModule;
