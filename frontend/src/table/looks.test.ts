import { expect, it } from "vitest";
import type { Person } from "../protocol.gen";
import { called, clock, colours, looks, signed } from "./looks";

const person = (colour = ""): Person => ({
  name: "Anna",
  colour,
  kind: "me",
  bot: null,
  joined: true,
  conceded: false,
  muted: false,
  open: false,
  taken: null,
  held: true,
});

it("gives everyone a colour of their own", () => {
  expect(colours([person(), person("red"), person("red")])).toEqual(["blue", "red", "green"]);
  expect(looks([person(), person()], [1]).map((each) => [each.letter, each.you])).toEqual([
    ["R", false],
    ["B", true],
  ]);
});

it("tells a bot from a person for whom one plays", () => {
  expect(called(person())).toBe("Anna");
  expect(called({ ...person(), bot: "casual" })).toBe("Anna (a bot plays for them)");
  expect(called({ ...person(), kind: "bot", bot: "casual", held: false })).toBe("Anna (casual bot)");
});

it("signs points", () => {
  expect([3, -1, 0].map(signed)).toEqual(["+3", "−1", "±0"]);
});

it("says how much time is left", () => {
  expect([8.2, 750, 7325, 180_000, -4].map(clock)).toEqual(["0:09", "12:30", "2:02:05", "2 d 2 h", "0:00"]);
});
