// What the table page says about SNCF: the facts of a seat's strip, the buttons of the action bar.

import type { Element, Fact } from "../../table/contract";
import { selling } from "./moves";
import { called, isRailroad, type View } from "./types";

export function facts(view: View, seat: number): Fact[] {
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

/** Buttons of the action bar: what is sold, then what is bought, then how many. */
export function label(element: Element, picked: Element[]): string | null {
  if (element === "trade" && !picked.length) return "Trade a share";
  if (picked[0] !== "trade") return null;
  if (typeof element === "number") return `Buy ${element}`;
  return isRailroad(element) ? `${selling(picked) ? "Buy" : "Sell"} ${called(element)}` : null;
}
