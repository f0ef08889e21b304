import { expect, it } from "vitest";
import { typed } from "./typed";

const NAMES: Record<string, string> = { d6: "Le Havre", red: "Red" };
const name = (id: string) => NAMES[id] ?? id;

it("reads ids, names and numbers", () => {
  const choices = [["build", "red", "d6"]];
  expect(typed(" build RED  le havre", choices, name)).toEqual(["build", "red", "d6"]);
  expect(typed("trade red blue 2", choices, name)).toEqual(["trade", "red", "blue", 2]);
  expect(typed("build red z9", choices, name)).toEqual(["build", "red", "z9"]);
  expect(typed("  ", choices, name)).toEqual([]);
});
