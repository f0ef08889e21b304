import { expect, it } from "vitest";
import type { Action } from "../../protocol.gen";
import { speak } from "../../table/words";
import { flagsOf, spacesOf, streetWay, waysTo, wayWords } from "./rides";
import type { City } from "./types";

speak({
  names: { steel: "Steel Bridge", taxi: "Taxi" },
  ui: {
    "way.ride": "{0}, {1:# step|# steps}",
    "way.walk": "Walk instead of {0}",
    "list.takes": "takes {0:the flag|the flags} of {1}",
    "list.exchanges": "exchanges {0:the flag|the flags} of {1}",
  },
});
const plain: Action = ["ride", "taxi", "a", "b"];
const taking: Action = ["ride", "taxi", "a", "br_steel", "b"];
const exchanging: Action = ["ride", "taxi", "br_steel", "b", "exchange", "steel"];
const rides = [
  { action: taking, end: "b", takes: ["steel"], exchanges: [] },
  { action: exchanging, end: "b", takes: [], exchanges: ["steel"] },
  { action: plain, end: "b", takes: [], exchanges: [] },
];

it("reads the spaces of a ride", () => {
  expect(spacesOf(exchanging)).toEqual(["br_steel", "b"]);
  expect(spacesOf(plain)).toEqual(["a", "b"]);
});

it("keeps the order of the view, in which most flags come first, and cycles through the ways", () => {
  const ways = waysTo([["double"], plain, exchanging, taking, ["walk", "taxi", "c"]], rides);
  expect([...ways.keys()]).toEqual(["b", "c"]);
  const found = ways.get("b")!;
  expect(found.map((each) => each.action)).toEqual([taking, exchanging, plain]);
  expect(flagsOf(found)).toEqual([{ bridge: "steel", mode: "taxi", exchange: false }]);
});

it("says a way in words", () => {
  const ways = waysTo([["walk", "taxi", "c"]], rides);
  expect(ways.get("b")!.map(wayWords)).toEqual([
    "Taxi, 3 steps, takes the flag of Steel Bridge",
    "Taxi, 2 steps, exchanges the flag of Steel Bridge",
    "Taxi, 2 steps",
  ]);
  expect(wayWords(ways.get("c")![0]!)).toBe("Walk instead of Taxi");
});

it("finds the shortest way by street", () => {
  const edges = ["ab", "bc", "cd", "ad"].map((pair) => ({
    a: pair[0]!,
    b: pair[1]!,
    kind: "road",
    rail: false,
  }));
  edges.push({ a: "a", b: "c", kind: "stairs", rail: false });
  expect(streetWay({ edges } as unknown as City, "a", "c")).toEqual(["b", "c"]);
  expect(streetWay({ edges } as unknown as City, "a", "a")).toEqual([]);
});
