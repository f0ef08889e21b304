import { expect, it } from "vitest";
import { reader } from "./glossary";

const read = reader({
  "unit|units": "One piece.",
  "disruption card|disruption cards": "It closes a station.",
  "disruption|disruptions": "A letter.",
  Terminal: "A string ends there.",
  "U-turn": "Straight back.",
});
const terms = (text: string) => read(text).filter((each) => each.means);

it("marks a term and its other forms, as they are written", () => {
  expect(read("Both units stop.")).toEqual([
    { text: "Both " },
    { text: "units", means: "One piece." },
    { text: " stop." },
  ]);
  expect(terms("Unit 2 lies at terminal 1; no U-turn").map((each) => each.text)).toEqual([
    "Unit",
    "terminal",
    "U-turn",
  ]);
});

it("prefers the longer term", () => {
  expect(terms("Draw disruption cards").map((each) => each.text)).toEqual(["disruption cards"]);
});

it("explains a word once in a sentence, and no part of another word", () => {
  expect(terms("A unit and two units, a community, a unit-cell")).toHaveLength(1);
  expect(terms("Terminals, unité")).toEqual([]);
});

it("loses nothing of a sentence, and is content with no glossary", () => {
  for (const text of ["", "units", "no word of the game", "units of a unit, disruptions!"])
    expect(
      read(text)
        .map((each) => each.text)
        .join(""),
    ).toBe(text);
  expect(reader({})("units")).toEqual([{ text: "units" }]);
});
