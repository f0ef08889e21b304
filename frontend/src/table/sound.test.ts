import { expect, it } from "vitest";
import { voices, type Sound } from "./sound";

const ALL: Sound[] = ["turn", "refusal", "point"];
const loud = (what: Sound, how: "quiet" | "normal") =>
  voices(what, how).reduce((sum, voice) => sum + voice.loud, 0);

it("is silent where no sound is wanted", () => {
  for (const what of ALL) expect(voices(what, "off")).toEqual([]);
});

it("is soft and short, and softer where quiet is wanted", () => {
  for (const what of ALL) {
    expect(loud(what, "normal")).toBeLessThan(0.5);
    expect(loud(what, "quiet")).toBeLessThan(loud(what, "normal") / 2);
    for (const { after, length } of voices(what, "normal")) expect(after + length).toBeLessThan(1.5);
  }
});

it("tells wood from bells: a refusal is noise and low, your turn has no noise", () => {
  expect(voices("refusal", "normal").some((voice) => voice.noise)).toBe(true);
  expect(Math.max(...voices("refusal", "normal").map((voice) => voice.pitch))).toBeLessThan(500);
  expect(voices("turn", "normal").some((voice) => voice.noise)).toBe(false);
});
