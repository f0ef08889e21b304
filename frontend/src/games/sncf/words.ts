// What the table page says about SNCF: the facts of a seat's strip, the buttons of the action bar.

import type { Element, Fact } from "../../table/contract";
import { plural } from "../../table/plural";
import { called, isRailroad, type View } from "./types";

export function facts(view: View, seat: number): Fact[] {
  const { shares, penalty } = view.seats[seat]!;
  const found = [
    {
      label: "shares",
      value: `${shares}/${view.limit}`,
      title: `${plural(shares, "# share", "# shares")}; more than ${view.limit} cost 20 points each at the end`,
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
export function label(element: Element, picked: Element[], view: View): string | null {
  if (element === "trade") return "Trade a share";
  const started = view.railroads.some(({ track }) => track.length);
  // railroads alone are offered where only trades are left, or before the first start
  const trade = picked[0] === "trade" || isRailroad(picked[0]) || (!picked.length && started);
  if (!trade) return null;
  if (typeof element === "number") return `Buy ${element}`;
  return isRailroad(element) ? `${picked.some(isRailroad) ? "Buy" : "Sell"} ${called(element)}` : null;
}
