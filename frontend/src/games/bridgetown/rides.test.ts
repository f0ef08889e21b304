import { expect, it } from "vitest";
import type { Action } from "../../protocol.gen";
import { flagsOf, nextWay, spacesOf, streetWay, waysTo, wayWords } from "./rides";
import type { City } from "./types";

const city = {
  bridges: [{ id: "steel", name: "Steel Bridge", node: "br_steel" }],
  modes: [{ id: "taxi", name: "Taxi", color: "yellow", speed: 4, network: "drive" }],
} as unknown as City;
const plain: Action = ["ride", "taxi", "a", "b"];
const taking: Action = ["ride", "taxi", "a", "br_steel", "b"];
const exchanging: Action = ["ride", "taxi", "br_steel", "b", "exchange", "steel"];
const rides = [
  { action: taking, end: "b", takes: ["steel"], exchanges: [] },
  { action: exchanging, end: "b", takes: [], exchanges: ["steel"] },
];

it("reads the spaces of a ride", () => {
  expect(spacesOf(exchanging)).toEqual(["br_steel", "b"]);
  expect(spacesOf(plain)).toEqual(["a", "b"]);
});

it("puts the way with most flags first and cycles through them", () => {
  const ways = waysTo([["double"], plain, exchanging, taking, ["walk", "taxi", "c"]], rides);
  expect([...ways.keys()]).toEqual(["b", "c"]);
  const found = ways.get("b")!;
  expect(found.map((each) => each.action)).toEqual([taking, exchanging, plain]);
  expect(nextWay(found, null).action).toEqual(taking);
  expect(nextWay(found, taking).action).toEqual(exchanging);
  expect(nextWay(found, plain).action).toEqual(taking);
  expect(flagsOf(found)).toEqual([{ bridge: "steel", mode: "taxi", exchange: false }]);
});

it("says a way in words", () => {
  const ways = waysTo([taking, exchanging, ["walk", "taxi", "c"]], rides);
  expect(ways.get("b")!.map((each) => wayWords(city, each))).toEqual([
    "Taxi, 3 steps, takes Steel",
    "Taxi, 2 steps, exchanges Steel",
  ]);
  expect(wayWords(city, ways.get("c")![0]!)).toBe("Walk instead of Taxi");
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
