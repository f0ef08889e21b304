// No number and no rule of the game stands in these drawings: what the board, the view and the words say is shown.

import { render } from "svelte/server";
import { expect, it } from "vitest";
import portland from "../../../../src/branchline/games/bridgetown/boards/portland-1.json";
import words from "../../../../src/branchline/games/bridgetown/words/en.json";
import { speak } from "../../table/words";
import module from "./index";
import Page from "./Page.svelte";
import Panel from "./Panel.svelte";
import { prompt } from "./prompt";
import { shared } from "./shared.svelte";
import { sheetOf } from "./sheet";
import type { City, Props, View } from "./types";

const city = portland as unknown as City;
const name = (each: { id: string; name: string }) => [each.id, each.name];
speak({
  names: { ...words.names, ...Object.fromEntries([...portland.bridges, ...portland.modes].map(name)) },
  ui: { ...words.ui, "special.double": "thrice as far" },
});

const seat = { flags: 5, colours: 4, points: 77, modes: ["taxi"], specials: ["double"], unplaced: 6 };
const when = { to_move: 0, first: 0, phase: "place", round: 2, rounds: 9, turn: 4, turns: 7, using: [] };
const view = {
  ...when,
  bridges: ["steel", "fremont", "marquam"].map((id) => ({ id, flag: null })),
  wheel: [{ id: "taxi", color: "yellow", base: 4, coordinators: [], now: 11, wait: 13 }],
  specials: [{ id: "double", seat: null }],
  bag: { green: 12 },
  aside: "green",
  seats: [{ ...seat, card: {} }],
} as unknown as View;
const props = (now: View, choices: Props["choices"] = []) =>
  ({
    view: now,
    board: city,
    seats: [],
    seat: 0,
    active: true,
    choices,
    picked: [],
    draft: null,
  }) as unknown as Props;

it("shows on the panel how many bridges, spaces and flags there are", () => {
  shared.wide = false; // beside a wide board the wheel is on the board alone
  const { body } = render(Panel, { props: props(view) });
  for (const shown of [
    "Flags of 3",
    "11</span>",
    "wait 13",
    "thrice as far",
    "green lies aside",
    "12</span>",
  ])
    expect(body).toContain(shown);
});

it("shows on the page how many rounds and turns there are", () => {
  const page = (now: View) => render(Page, { props: { city, sheet: sheetOf(city, true), view: now } }).body;
  expect(page(view)).toContain("Round 2 of 9: coordinators");
  expect(page({ ...view, phase: "race" })).toContain("Round 2 of 9, turn 4 of 7");
  expect(page(view)).toContain("3 bridges");
});

it("takes points and facts of a seat from the view", () => {
  expect(module.score(view, 0)).toBe(77);
  expect(module.facts(view, 0).map(({ value }) => value)).toEqual(["5/3", "4", "6", "double", "①"]);
});

it("says what the choices allow", () => {
  expect(prompt(props(view))).toContain("a mode or a special action (6 left)");
  expect(prompt(props({ ...view, specials: [] }))).not.toContain("special");
  const race: View = { ...view, phase: "race" };
  expect(prompt(props(race, [["ride", "taxi", "pearl"]]))).toBe("Ride: pick the space to end on (Taxi 11).");
  const stuck: Props["choices"] = [
    ["walk", "taxi", "pearl"],
    ["stay", "taxi"],
  ];
  expect(prompt(props(race, stuck))).toBe("Taxi cannot move: walk one step or stay.");
  expect(prompt(props(race, stuck.slice(0, 1)))).toBe("Taxi cannot move: walk one step.");
});

it("draws a map as high as the board's canvas", () => {
  const high = (tall: number) => sheetOf({ ...city, canvas: [1000, tall] }, true).map.height;
  expect(high(1800) - high(1400)).toBe(400);
});
