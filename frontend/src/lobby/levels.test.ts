import { expect, test } from "vitest";
import { kindOf, LEVELS, offered } from "./levels";

test("people choose among levels and bots that were added, never among our tools", () => {
  expect(offered(["beginner", "expert", "greedy", "random", "mine"])).toEqual(["beginner", "expert", "mine"]);
  expect(offered(["greedy"])).toEqual(["greedy"]);
  expect(Object.keys(LEVELS)).not.toContain("greedy");
});

test("a bot is called by its level, and a tool just a bot", () => {
  expect([kindOf("strong"), kindOf("greedy"), kindOf("random")]).toEqual(["strong bot", "bot", "bot"]);
});
