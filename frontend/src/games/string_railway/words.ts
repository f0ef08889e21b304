// What cards are worth, by the numbers of the view, and how cords and cards are told apart.

import { ui } from "../../table/words";
import { language } from "../../voice";
import type { Colour, Tile, View } from "./types";

/** The same in every language, as pictures and the terminal have it: in some two colours begin alike. */
export const letter = (colour: Colour): string => colour[0]!.toUpperCase();

/** The twist of each company's cord, so that colour is never alone. */
export const TWISTS: Record<Colour, string> = {
  red: "1.3 2.3",
  blue: "5 2.4",
  yellow: "9 2.4",
  green: "0.1 4.2",
  purple: "1.2 2 5 2",
};

/** Icons in a box from -10 to 10. */
export const ICONS: Record<string, string> = {
  home: "M-9 1L0 -8L9 1H6V8H-6V1Z",
  town: "M-9 8V-2H-4V-8H3V-4H9V8Z",
  central: "M0 -9L2.6 -3L9 -2.6L4 1.6L5.6 8L0 4.4L-5.6 8L-4 1.6L-9 -2.6L-2.6 -3Z",
  transfer: "M-9 -5H3V-8L9 -3.5L3 1V-2H-9ZM9 5H-3V2L-9 6L-3 9V7H9Z",
  local: "M0 -7A7 7 0 1 0 0.1 -7ZM0 -3A3 3 0 1 1 -0.1 -3Z",
  junction: "M-2 -9H2V-2H9V2H2V9H-2V2H-9V-2H-2Z",
  suburban: "M-9 8V1L-4.5 -4L0 1V8ZM1.5 8V1L5.5 -3.5L9.5 1V8Z",
  terminal: "M-9 -2H3V-8H8V8H3V2H-9Z",
  countryside: "M0 -9L7 2H2V8H-2V2H-7Z",
  landmark: "M-10 8L-2 -8L2 0L4 -4L10 8Z",
};

/** A card that lies nowhere yet, as one on the table is described. */
export const cardOf = (view: View, kind: string) => ({
  kind,
  ...view.stations[kind]!,
  owner: null,
  present: [],
});

/** What a card is worth, as it is printed on it: the owner's points, then the others'; a landmark's in the mountain. */
export function worth(card: Pick<Tile, "points" | "others" | "inside">): string {
  const then = card.inside ?? card.others;
  return card.points === then ? `${card.points}` : `${card.points}/${then}`;
}

/** What a station does, in a sentence. */
export function effect(view: View, kind: string): string {
  const { points, others, owner, limit, inside } = view.stations[kind]!;
  return ui(`station.${kind}`, points, others, Math.abs(owner), limit, inside);
}

/** A length as the language writes it. */
export const cm = (units: number, least = 1): string =>
  (units / 1000).toLocaleString(language, { minimumFractionDigits: least, maximumFractionDigits: 1 });

/** A sentence of the server without its coordinates, for who points: the place is shown on the table. */
export const withoutPlaces = (text: string): string =>
  text.replace(/,? \p{L}+ \(-?\d[-\d, ;]*\)/gu, "").replace(/ [^.]*: \p{L}+ .+ [-\d]+,[-\d]+ \d+$/u, "");

export function list(things: string[]): string {
  return things.length < 2 ? things.join("") : ui("and", things.slice(0, -1), things.at(-1));
}
