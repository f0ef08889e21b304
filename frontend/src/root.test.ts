import { expect, test } from "vitest";
import { rootOf } from "./root";

test("a page knows the path under which a proxy serves it", () => {
  expect(rootOf("/")).toBe("");
  expect(rootOf("/table/abc")).toBe("");
  expect(rootOf("/games/")).toBe("/games");
  expect(rootOf("/a/games/table/abc")).toBe("/a/games");
});
