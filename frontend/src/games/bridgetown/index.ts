import type { GameModule } from "../../table/contract";
import { nameOf, ui } from "../../table/words";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";
import { prompt } from "./prompt";
import { shared } from "./shared.svelte";
import { sheetOf } from "./sheet";
import { explain, wanted } from "./things";
import type { City, View } from "./types";

export default {
  Board,
  Panel,
  frame: (_, city) => sheetOf(city, shared.wide).frame,
  score: ({ seats }, seat) => seats[seat]!.points,
  facts: (view, seat) => {
    const { flags, colours, specials, unplaced } = view.seats[seat]!;
    const fact = (label: string, value: unknown, title: string) => ({ label, value: nameOf(value), title });
    return [
      fact(ui("label.flags"), `${flags}/${view.bridges.length}`, ui("fact.flags")),
      fact(ui("label.colours", colours), colours, ui("fact.colours")),
      ...(unplaced ? [fact(ui("label.unplaced"), unplaced, ui("fact.unplaced"))] : []),
      ...(specials.length ? [fact(ui("label.specials"), specials, ui("fact.specials"))] : []),
      ...(view.first === seat ? [fact(ui("label.first"), "①", ui("fact.first"))] : []),
    ];
  },
  gains: (events, seat) =>
    events
      .filter(([what, who]) => (what === "took" || what === "gave-back") && who === seat)
      .map(([, , bridge, , colours]) => ({ at: String(bridge), points: Number(colours) })),
  flights: (events) =>
    events
      .filter(([what]) => what === "took")
      .map(([, seat, bridge]) => ({
        from: String(bridge),
        to: seat as number,
        text: "⚑",
        ink: "var(--gain)",
      })),
  prompt,
  phase: ({ phase }) => (phase === "place" ? "place" : "race"),
  label: (element) => (element === "stay" || element === "swap" ? ui(`button.${element}`) : null),
  wanted,
  explain,
} satisfies GameModule<View, City>;
