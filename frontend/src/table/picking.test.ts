import { describe, expect, it } from "vitest";
import type { Action } from "../protocol.gen";
import {
  alternatives,
  behindVerb,
  fixes,
  glowing,
  guesses,
  matching,
  meant,
  offered,
  pickedWith,
} from "./picking";

const BUILD: Action[] = [
  ["build", "red", "f12"],
  ["build", "red", "f13"],
  ["build", "blue", "f12"],
  ["trade", "red", "blue", 1],
  ["trade", "red", "blue", 2],
  ["trade", "blue", "red", 1],
];
const MIDDLE: Action[] = [["build", "red", "f12"], ["build", "red", "f13"], ["done"]];
const DRIVE: Action[] = [
  ["drive", "t1", "s1"],
  ["drive", "t1", "s1", "s2"],
  ["drive", "t1", "s1", "s2", "s1"],
];

describe("matching", () => {
  it("begins with what is picked", () => {
    expect(matching(BUILD, ["build", "red"])).toHaveLength(2);
  });
  it("takes any order where nothing begins so", () => {
    expect(matching(BUILD, ["f12"])).toHaveLength(2);
    expect(meant(BUILD, ["f12", "blue"])).toEqual(["build", "blue", "f12"]);
  });
  it("reads two colours in their order", () => {
    expect(matching(BUILD, ["red", "blue"])).toEqual(BUILD.slice(3, 5));
    expect(meant(BUILD, ["blue", "red"])).toEqual(["trade", "blue", "red", 1]);
  });
});

describe("glowing", () => {
  it("shows everything that could come next", () => {
    expect(glowing(MIDDLE, ["build"])).toEqual(new Set(["red", "f12", "f13"]));
    expect(glowing(BUILD, ["trade", "red", "blue"])).toEqual(new Set([1, 2]));
  });
});

describe("meant", () => {
  it("is the action spelt out, also where a longer one begins so", () => {
    expect(meant(DRIVE, ["drive", "t1", "s1"])).toEqual(DRIVE[0]);
    expect(meant(DRIVE, ["drive", "t1", "s1", "s2", "s1"])).toEqual(DRIVE[2]);
    expect(meant(DRIVE, ["drive"])).toBeNull();
  });
  it("is nothing before the first pick", () => {
    expect(meant([["done"]], [])).toBeNull();
  });
  it("compares points by their numbers", () => {
    expect(meant([["mark", [1, 2]]], [[1, 2]])).toEqual(["mark", [1, 2]]);
  });
});

describe("pickedWith", () => {
  it("adds", () => {
    expect(pickedWith(BUILD, ["red"], "f12")).toEqual(["red", "f12"]);
  });
  it("lets the latest conflicting pick give way", () => {
    expect(pickedWith(BUILD, ["build", "red", "f12"], "f13")).toEqual(["build", "red", "f13"]);
    expect(pickedWith(BUILD, ["f13", "red"], "blue")).toEqual(["red", "blue"]);
    expect(pickedWith(MIDDLE, ["f12"], "done")).toEqual(["done"]);
  });
  it("knows what is in no action", () => {
    expect(pickedWith(BUILD, ["red"], "z9")).toBeNull();
  });
});

describe("offered", () => {
  it("skips what is no choice", () => {
    expect(offered(MIDDLE, [])).toEqual({ plain: [["done"]], next: ["f12", "f13"] });
    expect(offered(BUILD, [])).toEqual({ plain: [], next: ["build", "trade"] });
    expect(offered(BUILD, ["trade", "red"])).toEqual({ plain: [], next: [1, 2] });
  });
  it("goes on in the order of the action", () => {
    expect(offered(BUILD, ["f12"]).next).toEqual(["red", "blue"]);
  });
});

describe("behindVerb", () => {
  const cards: Action[] = ["Rotterdam", "Breda", "Tilburg", "Venlo"].map((each) => ["disrupt", each]);
  const names = cards.map(([, card]) => card!);
  it("says what would be done with many things before it names them", () => {
    expect(behindVerb([...cards, ["done"]], [], names)).toEqual(["disrupt"]);
    expect(behindVerb([...cards, ["done"]], ["disrupt"], names)).toEqual(names);
  });
  it("names them where there is nothing else to do, or few", () => {
    expect(behindVerb(cards, [], names)).toEqual(names);
    expect(behindVerb([...cards.slice(0, 2), ["done"]], [], names.slice(0, 2))).toEqual(names.slice(0, 2));
  });
});

describe("alternatives", () => {
  it("are other ways to the same end", () => {
    expect(alternatives(DRIVE, ["s1"], DRIVE[0]!)).toEqual([DRIVE[0], DRIVE[2]]);
    expect(alternatives(DRIVE, ["s2"], DRIVE[1]!)).toEqual([]);
    expect(alternatives(BUILD, ["f12"], BUILD[0]!)).toEqual([BUILD[0], BUILD[2]]);
    expect(alternatives(BUILD, ["red", "f12"], BUILD[0]!)).toEqual([]);
  });
});

describe("guesses", () => {
  it("fill an open place, the last one first", () => {
    expect(guesses(MIDDLE, [], "a1")).toEqual([["build", "red", "a1"]]);
    expect(guesses(BUILD, ["build", "red"], "a1")).toEqual([["build", "red", "a1"]]);
    expect(guesses(BUILD, ["build", "blue"], "a1")).toEqual([["build", "blue", "a1"]]);
    expect(guesses(BUILD, ["build"], "a1")).toEqual([
      ["build", "red", "a1"],
      ["build", "a1", "f12"],
    ]);
  });
  it("keep to the kind of what is replaced", () => {
    expect(guesses(BUILD, ["build", "red"], 3)).toEqual([]);
    expect(guesses(BUILD, ["trade", "red"], 3)).toEqual([["trade", "red", "blue", 3]]);
  });
});

describe("fixes", () => {
  it("finds what the refusal names", () => {
    const values = { hex: "a1", railroad: "red", nearest: ["f13"] };
    expect(fixes(BUILD, ["build", "red", "a1"], values)).toEqual([["build", "red", "f13"]]);
    expect(fixes(BUILD, ["build", "red", "a1"], { nearest: "f12" })).toEqual([["build", "red", "f12"]]);
    expect(fixes(BUILD, ["build", "red", "a1"], {})).toEqual([]);
  });
});

it("where one longer action is left, the bar offers it whole", () => {
  expect(offered([["stop", "R1"]], []).plain).toEqual([["stop", "R1"]]);
  expect(offered([["stop", "R1"], ["done"]], []).plain).toEqual([["done"], ["stop", "R1"]]);
  expect(
    offered(
      [
        ["stop", "R1"],
        ["stop", "R2"],
      ],
      [],
    ).plain,
  ).toEqual([]);
});
