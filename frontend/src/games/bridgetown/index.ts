import type { GameModule } from "../../table/contract";
import { plural } from "../../table/plural";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";
import { prompt } from "./prompt";
import { shared } from "./shared.svelte";
import { sheetOf } from "./sheet";
import type { City, View } from "./types";

export default {
  Board,
  Panel,
  frame: (_, city) => sheetOf(city, shared.wide).frame,
  // most different colours win after the last round, so they are the points; a flag of every bridge beats them
  score: ({ seats }, seat) => (seats[seat]!.flags === 8 ? 8 : seats[seat]!.colours),
  facts: (view, seat) => {
    const { flags, colours, specials, unplaced } = view.seats[seat]!;
    const found = [
      { label: "flags", value: `${flags}/8`, title: "Flags on the card; one of every bridge wins at once" },
      {
        label: plural(colours, "colour", "colours"),
        value: String(colours),
        title: "Different colours: most win after the last round",
      },
    ];
    if (view.phase === "place" && unplaced)
      found.push({ label: "to place", value: String(unplaced), title: "Coordinators still to be placed" });
    if (specials.length)
      found.push({ label: "holds", value: specials.join(", "), title: "Special actions for this round" });
    if (view.first === seat) found.push({ label: "begins", value: "①", title: "First player of this round" });
    return found;
  },
  name: (id, _, city) => {
    // a space comes first: some overpasses are spelled like one
    const lists = [city.nodes, city.bridges, city.modes, city.specials];
    return lists.flatMap((list) => list.filter((each) => each.id === id))[0]?.name ?? id;
  },
  prompt,
  label: (element) =>
    element === "stay" ? "Stay where you are" : element === "swap" ? "Swap two flags" : null,
} satisfies GameModule<View, City>;
