// What the table page says about SNCF: the facts of a seat's strip, the buttons of the action bar.

import type { Action } from "../../protocol.gen";
import type { Element, Fact, Flight, Gain, Mark } from "../../table/contract";
import { nameOf, ui } from "../../table/words";
import { traded } from "./moves";
import { ink, isRailroad, type Railroad, type View } from "./types";

export function facts(view: View, seat: number, marks: Mark[] = []): Fact[] {
  const { limit, penalty: each, locomotive, seats } = view;
  const { shares, penalty } = seats[seat]!;
  const found = [
    { label: ui("label.shares"), value: `${shares}/${limit}`, title: ui("fact.shares", shares, limit, each) },
  ];
  if (penalty)
    found.push({
      label: ui("label.penalty"),
      value: `−${penalty}`,
      title: ui("fact.penalty", shares - limit, limit),
    });
  for (const { sold, bought, count } of traded(marks.filter((each) => each.seat === seat)))
    found.push({
      label: ui("label.traded"),
      value: `${nameOf(sold)} → ${count > 1 ? `${count} ` : ""}${nameOf(bought)}`,
      title: ui("fact.traded"),
    });
  if (locomotive === seat)
    found.push({ label: ui("label.locomotive"), value: "◆", title: ui("fact.locomotive") });
  return found;
}

/** What each city brought to a seat whose shares are known. */
export function gains(events: Action[], seat: number, { seats }: View): Gain[] {
  const hand = seats[seat]?.hand;
  return events
    .filter(([kind]) => kind === "city")
    .map(([, railroad, hex, points]) => ({
      at: String(hex),
      points: Number(points) * (hand?.[railroad as Railroad] ?? 0),
    }));
}

/** Shares of a trade: one goes back to its railroad, others come to the seat. */
export function flights(events: Action[]): Flight[] {
  return events
    .filter(([kind]) => kind === "traded")
    .flatMap(([, seat, sold, bought, count]) => [
      { from: seat as number, to: String(sold), text: nameOf(sold), ink: ink(sold as Railroad) },
      ...Array.from({ length: count as number }, () => ({
        from: String(bought),
        to: seat as number,
        text: nameOf(bought),
        ink: ink(bought as Railroad),
      })),
    ]);
}

/** Buttons of the action bar: what is sold, then what is bought, then how many. */
export function label(element: Element, picked: Element[], view: View): string | null {
  if (element === "trade") return ui("button.trade");
  const started = view.railroads.some(({ track }) => track.length);
  // railroads alone are offered where only trades are left, or before the first start
  const trade = picked[0] === "trade" || isRailroad(picked[0]) || (!picked.length && started);
  if (!trade || !(typeof element === "number" || isRailroad(element))) return null;
  return ui(picked.some(isRailroad) ? "button.buy" : "button.sell", element);
}
