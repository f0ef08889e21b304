// What you may do now, in one plain sentence.

import { nameOf, ui } from "../../table/words";
import type { Props } from "./types";

export function prompt({ view, seat, picked, draft, choices }: Props): string {
  if (view.phase === "over") return `${ui("phase.over")}.`;
  if (draft) return ui(`draft.${draft.action[0] as string}`);
  const me = view.seats[seat ?? view.to_move]!;
  if (view.phase === "place") {
    const where = view.must_place_mode ? "then-mode" : view.specials.length ? "place" : "mode";
    return ui(`do.${where}`, me.unplaced);
  }
  if (view.phase === "ask") return ui("do.ask");
  if (picked.includes("swap")) return ui(picked.length > 1 ? "do.swap-second" : "do.swap");
  const can = (verb: string) => (id: string) => choices.some((each) => each[0] === verb && each[1] === id);
  const rides = view.wheel.filter(({ id }) => can("ride")(id)).map(({ id, now }) => `${nameOf(id)} ${now}`);
  const walks = me.modes.filter(can("walk"));
  return [
    view.using.length ? ui("do.using", view.using) : "",
    rides.length ? ui("do.ride", rides) : "",
    walks.length ? ui(walks.some(can("stay")) ? "do.stay" : "do.walk", walks) : "",
  ]
    .filter(Boolean)
    .join(" ");
}
