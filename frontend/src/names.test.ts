import { expect, it } from "vitest";
import { isolated, listed, named } from "./names";

it("isolates a name only where it would turn the words around it", () => {
  expect(isolated("Anna 3")).toBe("Anna 3");
  expect(isolated("\u05d3\u05df")).toBe("\u2068\u05d3\u05df\u2069");
  expect(named([{ name: "\u0645\u0646\u0649", seat: 1 }])).toEqual([
    { name: "\u2068\u0645\u0646\u0649\u2069", seat: 1 },
  ]);
});

it("lists names as a sentence does", () => {
  expect(listed(["Anna"])).toBe("Anna");
  expect(listed(["Anna", "Ben", "Cleo"])).toBe("Anna, Ben and Cleo");
});
