// How things are called and what they are worth, in the words of the game.

import type { Colour, Tile, View } from "./types";

export const COMPANIES: Record<Colour, string> = {
  red: "Red",
  blue: "Blue",
  yellow: "Yellow",
  green: "Green",
  purple: "Purple",
};

export const letter = (colour: Colour): string => COMPANIES[colour][0]!;

/** The twist of each company's cord, so that colour is never alone. */
export const TWISTS: Record<Colour, string> = {
  red: "1.3 2.3",
  blue: "5 2.4",
  yellow: "9 2.4",
  green: "0.1 4.2",
  purple: "1.2 2 5 2",
};

export const STATIONS: Record<string, { name: string; effect: string }> = {
  home: { name: "Home", effect: "Another company that comes in gets 2, and its owner loses 1." },
  town: {
    name: "Town",
    effect: "The first company owns it: 3. Others get 1, and the owner loses 1 each time.",
  },
  central: { name: "Central", effect: "3 for everyone who comes in." },
  transfer: {
    name: "Transfer",
    effect: "The first company owns it: 0. Others get 2, and the owner gains 1 each time.",
  },
  local: { name: "Local", effect: "2 for each of at most three companies." },
  junction: { name: "Junction", effect: "1 for every string that touches it, also your second." },
  suburban: { name: "Suburban", effect: "2 for each of at most two companies." },
  terminal: { name: "Terminal", effect: "3, but a string that touches it must end on it." },
  countryside: { name: "Countryside", effect: "1, for one company only. Who draws it draws one more tile." },
  landmark: { name: "Landmark", effect: "3 inside the mountain, 1 outside; for two companies." },
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

const OWN = { home: 3, town: 3, central: 3, transfer: 0, local: 2, junction: 1, suburban: 2 };
const OTHERS = { ...OWN, home: 2, town: 1, transfer: 2 };
const LIMITS = { local: 3, junction: 3, suburban: 2, countryside: 1, landmark: 2 };

/** A card that lies nowhere yet, as one on the table is described. */
export function cardOf(
  kind: string,
): Pick<Tile, "kind" | "points" | "others" | "limit" | "owner" | "present"> {
  const other = { terminal: 3, countryside: 1, landmark: 1 };
  return {
    kind,
    points: (OWN as Record<string, number>)[kind] ?? (other as Record<string, number>)[kind]!,
    others: (OTHERS as Record<string, number>)[kind] ?? (other as Record<string, number>)[kind]!,
    limit: (LIMITS as Record<string, number>)[kind] ?? null,
    owner: null,
    present: [],
  };
}

/** What a card is worth, as it is printed on it: the owner's points, then the others'. */
export function worth(card: Pick<Tile, "kind" | "points" | "others">): string {
  if (card.kind === "landmark" && card.points !== 3) return "1/3";
  return card.points === card.others ? `${card.points}` : `${card.points}/${card.others}`;
}

export const signed = (points: number): string =>
  points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";

export const cm = (units: number): string => (units / 1000).toFixed(1);

/** An id as people say it. */
export function nameOf(id: string): string {
  if (id === "river" || id === "mountain") return `the ${id}`;
  const home = /^home-(\w+)$/.exec(id);
  if (home) return `${COMPANIES[home[1] as Colour]}'s home`;
  const string = /^(\w+)-string(\d+)$/.exec(id);
  if (string) return `${COMPANIES[string[1] as Colour]}'s string ${string[2]}`;
  const tile = /^([a-z]+)(\d+)$/.exec(id);
  if (tile && STATIONS[tile[1]!]) return `${STATIONS[tile[1]!]!.name} ${tile[2]}`;
  return COMPANIES[id as Colour] ?? STATIONS[id]?.name ?? id;
}

/** A sentence of the server without its coordinates: the place is shown on the table. */
export const withoutPlaces = (text: string): string => text.replace(/,? (at|near) \([-\d, ;]+\)/g, "");

export function list(things: string[]): string {
  return things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;
}

/** The seat's companies, as a person thinks of them. */
export function companiesOf(view: View, seat: number): string {
  return list((view.seats[seat]?.companies ?? []).map((each) => COMPANIES[each]));
}
