// What you may do now, in one plain sentence.

import { plural } from "../../table/plural";
import { modeName, speeds } from "./rides";
import type { Props } from "./types";

const NUMBERS = ["no", "one", "two", "three"];

export function prompt({ view, board, seat, seats, active, picked, draft, choices }: Props): string {
  if (view.phase === "over") return "The race is over.";
  if (draft) return draftWords(draft.action[0] as string);
  if (!active) {
    const name = seats[view.to_move]?.name;
    return name ? `${name} ${view.phase === "place" ? "places a coordinator" : "moves"} next.` : "";
  }
  const me = view.seats[seat ?? view.to_move]!;
  if (view.phase === "place") {
    const left = `${NUMBERS[me.unplaced] ?? me.unplaced} left`;
    if (view.must_place_mode) return `After a special action: place a coordinator on a mode now (${left}).`;
    const where = view.specials.length ? "a mode or a special action" : "a mode";
    return `Place a coordinator on the wheel: click ${where} (${left}).`;
  }
  if (view.phase === "ask") return "You hold First: move before everyone in this turn, or keep it for later?";
  if (picked.includes("swap"))
    return picked.length > 1 ? "Click the second flag to swap." : "Click the two flags that change places.";
  const riding = (id: string) => choices.some(([verb, mode]) => verb === "ride" && mode === id);
  const modes = me.modes.filter(riding).map((id) => `${modeName(board, id)} ${speeds(view, id).now}`);
  const stuck = me.modes.filter((id) => !riding(id)).map((id) => modeName(board, id));
  const specialName = (id: string) => board.specials.find((each) => each.id === id)?.name ?? id;
  const before = view.using.filter((id) => id !== "first");
  const use = before.length
    ? `${before.map(specialName).join(" and ")} ${plural(before.length, "is", "are")} in use. `
    : "";
  const ride = modes.length ? `Ride: click the space to end on (${modes.join(", ")}).` : "";
  // with Double only rides are left
  const walk =
    stuck.length && !before.includes("double")
      ? `${stuck.join(" and ")} cannot move: walk one step or stay.`
      : "";
  return [use + ride, walk].filter(Boolean).join(" ");
}

function draftWords(verb: string): string {
  switch (verb) {
    case "place":
      return "A coordinator goes here, or click another place.";
    case "ride":
      return "Ride like this, or click the space again for another way.";
    case "swap":
      return "These two flags change places; then you ride.";
    case "double":
      return "Your ride goes twice the base speed; then you ride.";
    default:
      return "Do this, or choose something else.";
  }
}
