import { render } from "svelte/server";
import { expect, it } from "vitest";
import type { Person } from "../protocol.gen";
import type { SeatLook } from "./contract";
import { called, clock, colours, LETTERS, looks, signed, TOKENS } from "./looks";
import Swatch from "./Swatch.svelte";

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

it("gives the seats of a game whose things are coloured shapes and no colour", () => {
  const six = looks(
    Array.from({ length: 6 }, () => person("red")),
    [2],
    () => "blue",
    true,
  );
  expect(new Set(six.map((each) => each.shape)).size).toBe(6);
  expect(new Set(six.map((each) => each.letter)).size).toBe(6);
  for (const each of six) {
    expect(Object.keys(LETTERS)).not.toContain(each.colour);
    expect(Object.values(LETTERS)).not.toContain(each.letter);
    expect(each.ink).toBe("var(--token)");
  }
  expect(six.map((each) => each.you)).toEqual([false, false, true, false, false, false]);
});

it("draws a seat's shape alone, and a colour with its letter", () => {
  const [disc] = looks([person("red")], [], undefined, true);
  const [red] = looks([person("red")], []);
  const drawn = (look: SeatLook) => render(Swatch, { props: { look } }).body;
  expect(drawn(disc!)).toContain(TOKENS[0]![2]);
  expect(drawn(disc!)).not.toMatch(/strip-|<text/);
  expect(drawn(red!)).toContain("strip-red");
  expect(drawn(red!)).toMatch(/<text[^>]*>R</);
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
