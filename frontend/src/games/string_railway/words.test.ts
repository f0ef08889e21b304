import { render } from "svelte/server";
import { expect, it, vi } from "vitest";
import words from "../../../../src/branchline/games/string_railway/words/en.json";
import { nameOf, speak } from "../../table/words";
import game from ".";
import Card from "./Card.svelte";
import Rim from "./Rim.svelte";
import Station from "./Station.svelte";
import { frameOf } from "./frame";
import { targetOf } from "./making.svelte";
import type { Props, Tile, View } from "./types";
import { cardOf, effect, withoutPlaces, worth } from "./words";

const names = { "home-red": "Red's home", "blue-string2": "Blue's string 2", local3: "Local 3" };
speak({ names: { ...words.names, ...names }, ui: words.ui });

const says = (points: number, others: number, owner: number, limit: number | null) => ({
  ...{ points, others, owner, limit },
  inside: null,
});
const view = {
  step: "lay",
  company: "red",
  drawn: ["town", "local"],
  field: [],
  stations: {
    town: says(7, 4, -5, null),
    local: says(6, 6, 0, 5),
    landmark: { ...says(2, 2, 0, 4), inside: 9 },
    countryside: says(8, 8, 0, 1),
  },
  measures: { tile: 4000, short: 42_000, long: 71_000, river: 50_000, mountain: 90_000, loop: 400_000 },
  companies: [{ id: "red", seat: 0, score: 12, short: 2, long: 1, corner: 0 }],
  strings: [],
  seats: [{ companies: ["red"], points: 11 }],
} as unknown as View;
const local = { ...cardOf(view, "local"), id: "local3", mountain: false } as unknown as Tile;

it("names things as people do", () => {
  expect(["home-red", "blue-string2", "local3", "river"].map(nameOf)).toEqual([
    "Red's home",
    "Blue's string 2",
    "Local 3",
    "the river",
  ]);
});

it("leaves out the places that are shown", () => {
  expect(withoutPlaces("The string enters Local 1 a second time at (70374, 74364).")).toBe(
    "The string enters Local 1 a second time.",
  );
  const typed = "The Junction has no room beside the river. It would fit with: place Junction 23855,9755 0";
  expect(withoutPlaces(typed)).toBe("The Junction has no room beside the river.");
});

const spoken = import.meta.glob<{ refusals: Record<string, string>; ui: Record<string, string> }>(
  "../../../../src/branchline/games/string_railway/words/*.json",
  { import: "default", eager: true },
);

it.each(Object.entries(spoken))("leaves them out in every language: %s", (_, { refusals, ui }) => {
  const fits = ui["fits"]!.replace("{station}", nameOf("home-red")).replace("{x},{y} {angle}", "1,-2 30");
  for (const text of Object.values(refusals).filter((each) => each.includes("({at})"))) {
    const told = withoutPlaces(text.replace("{at}", "70374, -74364").replace("{fix}", fits));
    expect(told).not.toMatch(/\d|Red.s home/);
  }
});

it("prints on a card what the view says that it is worth", () => {
  expect(worth({ points: 3, others: 1, inside: null })).toBe("3/1");
  expect(worth({ points: 1, others: 1, inside: 3 })).toBe("1/3");
  expect(worth({ points: 3, others: 3, inside: 3 })).toBe("3");
  expect(worth(cardOf(view, "landmark"))).toBe("2/9");
  const drawn = render(Card, { props: { card: local, x: 0, y: 0, turn: 0, size: 50 } }).body;
  expect(drawn).toMatch(/class="worth[^>]*>6</);
  expect(drawn.match(/<circle/g)).toHaveLength(5); // seats for as many companies as the view says
});

it("says of a station what the view says that it brings", () => {
  expect(effect(view, "town")).toBe(
    "The first company owns it: 7. Others get 4, and the owner loses 5 each time.",
  );
  expect(effect(view, "landmark")).toBe("9 inside the mountain, 2 outside; for 4 companies.");
  expect(effect(view, "countryside")).toContain("8, for 1 company only.");
  const shown = render(Station, { props: { tile: local, view } }).body;
  expect(shown).toContain("6 for each of at most 5 companies.");
  expect(shown).toContain("room for 5");
});

it("measures by the view", () => {
  expect(targetOf(view, "lay", "short")).toBe(42_000);
  expect(targetOf(view, "field", "short")).toBe(400_000);
  vi.stubGlobal("innerWidth", 1200);
  const wide = frameOf(view).width;
  expect(wide).toBeLessThan(frameOf({ ...view, measures: { ...view.measures, loop: 500_000 } }).width);
  const frame = { x: 0, y: 0, width: 900, height: 900 };
  expect(render(Rim, { props: { frame, total: null, ruler: 420 } }).body).toMatch(/>40 cm</);
});

it("takes points, prompts and the strip from view and words", () => {
  expect(game.score(view, 0)).toBe(11);
  expect(game.facts(view, 0)[0]!.title).toBe("Red: 12 points, 2 short and 1 long string left");
  const props = { view, draft: null } as unknown as Props;
  expect(game.prompt(props)).toMatch(/^Red: drag from one station/);
  expect(game.prompt({ ...props, view: { ...view, step: "place" } })).toBe(
    "Red: drag Town, Local onto the table.",
  );
});

it("prints a card's face with a rim of paper and no card, to be read above strings", () => {
  const at = { card: local, x: 0, y: 0, turn: 0, size: 50 };
  const [card, face] = [false, true].map((face) => render(Card, { props: { ...at, face } }).body);
  expect(card).toMatch(/class="paper/);
  expect(face).not.toMatch(/class="(paper|shadow)/);
  expect(face).toMatch(/class="card[^"]*face/);
  expect(face).toMatch(/class="worth[^>]*>6</);
  expect(face).toMatch(/class="icon/);
});

it("says card for a station's piece, everywhere", () => {
  const texts = Object.values(words).flatMap((part) => Object.values(part as Record<string, string>));
  expect(texts.filter((text) => /\btiles?\b/i.test(text.replace(/\{[^}]*\}/g, "")))).toEqual([]);
});
