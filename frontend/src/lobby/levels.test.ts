import { expect, test } from "vitest";
import { doesWhat, kindOf, levelOf, offered } from "./levels";

test("people choose among levels and bots that were added, never among our tools", () => {
  expect(offered(["beginner", "expert", "greedy", "random", "mine"])).toEqual(["beginner", "expert", "mine"]);
  expect(offered(["greedy"])).toEqual(["greedy"]);
  expect(["strong", "mine"].map((bot) => [levelOf(bot), doesWhat(bot)])).toEqual([
    ["Strong", "plans its turns and makes no plain mistake"],
    ["Mine", ""],
  ]);
});

test("a bot is called by its level, and a tool just a bot", () => {
  expect(["strong", "greedy", "random", "mine"].map(kindOf)).toEqual([
    "strong bot",
    "bot",
    "bot",
    "mine bot",
  ]);
});
