import { expect, it } from "vitest";
import { drawingOf } from "../../games";
import type { GameModule } from "../contract";
import plain, { facts, score } from ".";
import { pictureOf } from "./picture.svelte";

it("shows a picture as an image of its size, with what is written in it", () => {
  const svg =
    '<svg viewBox="0 0 320 104"><text x="1">yard: 3 &lt; 4 &amp;amp;</text><text>trains</text></svg>';
  const found = pictureOf(svg)!;
  expect([found.width, found.height]).toEqual([320, 104]);
  expect(found.text).toBe("yard: 3 < 4 &amp;\ntrains");
  expect(decodeURIComponent(found.href)).toBe(`data:image/svg+xml,${svg}`);
  expect(pictureOf("<svg></svg>")).toBeNull();
});

it("reads points and facts of a seat from whatever the view says of it", () => {
  const view = { seats: [{ points: 4, in_hand: 2, cards: ["a"] }, {}, 7] };
  expect([0, 1, 2, 3].map((seat) => score(view, seat))).toEqual([4, null, 7, null]);
  expect(facts(view, 0)).toEqual([{ label: "in hand", value: "2", title: "in hand" }]);
  expect(facts({}, 0)).toEqual([]);
});

it("gives the plain drawing to a game that has none, or whose own cannot be loaded", async () => {
  const own = { default: { ...plain } as GameModule };
  expect(await drawingOf("depot", {})).toBe(plain);
  expect(await drawingOf("depot", { depot: () => Promise.reject(new Error("gone")) })).toBe(plain);
  expect(await drawingOf("depot", { depot: () => Promise.resolve(own) })).toBe(own.default);
});
