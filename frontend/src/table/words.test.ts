import { expect, it } from "vitest";
import sentences from "../../../tests/core/sentences.json";
import { filled } from "../voice";
import { nameOf, speak, ui, verb } from "./words";

const words = {
  names: { d6: "Le Havre", red: "Red" },
  ui: { lay: "{0}: {1:# cube|# cubes} into {2} ({3:points})", all: "{0} and {1}", "verb.lay": "Legen" },
};
speak(words);

it("fills a sentence with names, forms and signed numbers", () => {
  expect(ui("lay", "red", 1, "d6", 2)).toBe("Red: 1 cube into Le Havre (+2)");
  expect(ui("lay", "red", 3, "f12", -2)).toBe("Red: 3 cubes into f12 (−2)");
  expect(ui("all", ["red", "d6"], 4)).toBe("Red, Le Havre and 4");
});

it.each(sentences)("makes of “$template” what Python makes of it: “$says”", (each) => {
  expect(filled(each.template, each.places ?? each.values ?? {}, each.people, each.language)).toBe(each.says);
});

it("shows what it has no words for as it is", () => {
  expect(nameOf("g9")).toBe("g9");
  expect(ui("nothing.here", 1)).toBe("nothing.here");
});

it("has a verb as a button says it: the game's word, else what is typed", () => {
  expect([verb("lay"), verb("done")]).toEqual(["Legen", "Done"]);
});
