import { describe, expect, it } from "vitest";
import type { Action } from "../../protocol.gen";
import {
  distinct,
  fitting,
  goneOn,
  idsIn,
  inEnglish,
  inWords,
  isWhole,
  lastTurnAt,
  namedThings,
  nextChoices,
  placesFor,
  typedLine,
  wholeLines,
  type Called,
} from "./lines";

const NAMES: Record<string, string> = { d6: "Le Havre", d7: "Le Mans", e6: "Évreux", red: "Red" };
const called: Called = {
  name: (element) => NAMES[String(element)] ?? String(element),
  says: (element, before) => (before.length ? called.name(element) : `verb ${String(element)}`),
};
const CHOICES: Action[] = [
  ["build", "red", "d6"],
  ["build", "red", "d7"],
  ["build", "blue", "e6"],
  ["trade", "red", "blue", 1],
  ["done"],
];
const next = (line: string) => nextChoices(CHOICES, line, called).map((each) => each.line);

describe("what can come next", () => {
  it("is every verb at first, with what it does", () => {
    expect(nextChoices(CHOICES, "", called)).toEqual([
      { line: "build", word: "build", says: "verb build" },
      { line: "trade", word: "trade", says: "verb trade" },
      { line: "done", word: "done", says: "verb done" },
    ]);
  });

  it("narrows with the last word, by its id or by its name, whatever its letters", () => {
    expect(next("bu")).toEqual(["build"]);
    expect(next("build ")).toEqual(["build red", "build blue"]);
    expect(next("BUILD Red d")).toEqual(["build red d6", "build red d7"]);
    expect(next("build blue evr")).toEqual(["build blue e6"]);
  });

  it("finds names of several words while they are typed", () => {
    expect(next("build red le")).toEqual(["build red d6", "build red d7"]);
    expect(next("build red le m")).toEqual(["build red d7"]);
  });

  it("is sought at the end of actions where nothing else fits", () => {
    const rides: Action[] = [["ride", "taxi", "a1", "d6"], ["ride", "taxi", "a2", "d6"]]; // prettier-ignore
    expect(nextChoices(rides, "ride taxi le", called).map((each) => each.line)).toEqual(["ride taxi d6"]);
  });

  it("is nothing where nothing fits", () => {
    expect(next("sell")).toEqual([]);
  });

  it("goes on alone where there is no choice, and stops at a whole action", () => {
    expect(goneOn(CHOICES, "trade", called)).toBe("trade red blue 1");
    expect(goneOn(CHOICES, "build", called)).toBe("build");
    expect(goneOn(CHOICES, "build blue", called)).toBe("build blue e6");
    expect([isWhole(CHOICES, "done "), isWhole(CHOICES, "build red")]).toEqual([true, false]);
  });
});

it("types points as the server reads them", () => {
  expect(typedLine(["lay", "short", [[0, 5], [30, 5]]] as Action)).toBe("lay short 0,5;30,5"); // prettier-ignore
  expect(typedLine(["place", "local", [3, 4], 15] as Action)).toBe("place local 3,4 15");
});

describe("the list of the server", () => {
  const line = (typed: string, ends: string[] = [], brings = "") => ({ typed, ends, brings, verb: "" });

  it("is taken apart into whole lines", () => {
    expect(wholeLines([line("build red|blue", ["d6 (Le Havre)", "e6"]), line("lay 1", [], "two")])).toEqual([
      { line: "build red d6", word: "build red d6", says: "Le Havre" },
      { line: "build red e6", word: "build red e6", says: "" },
      { line: "build blue d6", word: "build blue d6", says: "Le Havre" },
      { line: "build blue e6", word: "build blue e6", says: "" },
      { line: "lay 1", word: "lay 1", says: "two" },
    ]);
    expect(wholeLines([line("", ["done"])])).toEqual([{ line: "done", word: "done", says: "" }]);
  });

  it("is narrowed by what is typed, each line once", () => {
    const all = wholeLines([line("lay 1"), line("lay 2"), line("place 1"), line("lay 2")]);
    expect(fitting(distinct(all), "LAY").map((each) => each.line)).toEqual(["lay 1", "lay 2"]);
    expect(fitting(all, "")).toBe(all);
  });
});

it("completes things of the table by id and name behind the first two words", () => {
  const ids = idsIn({ tiles: [{ id: "d6" }, { id: "e6" }], phase: "play" }, (id) => NAMES[id] ?? id);
  expect(ids.map(([id]) => id)).toEqual(["d6", "e6"]);
  expect(namedThings(ids, "lay short le")).toEqual([{ line: "lay short d6", word: "d6", says: "Le Havre" }]);
  expect(namedThings(ids, "lay short d6 ").map((each) => each.line)).toEqual([
    "lay short d6 d6",
    "lay short d6 e6",
  ]);
  expect(namedThings(ids, "lay")).toEqual([]);
});

describe("since your last turn", () => {
  const rows = (...seats: number[]) => seats.map((seat) => ({ seat }));

  it("are the others' moves after it, and what you have done since, while it is your turn", () => {
    expect(lastTurnAt(rows(0, 0, 1, 2), [0], true)).toBe(2);
    expect(lastTurnAt(rows(0, 0, 1, 2, 0), [0], true)).toBe(2);
    expect(lastTurnAt(rows(1, 2), [0], true)).toBe(0);
  });

  it("begins with your own while others move, with what chance drew in it", () => {
    expect(lastTurnAt(rows(1, 0, -1, 0, 1), [0], false)).toBe(1);
    expect(lastTurnAt(rows(1, 2), [0], false)).toBe(0);
  });
});

describe("the reader's language", () => {
  const verbs = new Map([
    ["build", "Construire"],
    ["turn", "Changer de sens"],
  ]);

  it("has words for verbs, which mean those that are typed everywhere", () => {
    expect(inEnglish("construire red le h", verbs)).toBe("build red le h");
    expect(inEnglish("CHANGER de sens ", verbs)).toBe("turn ");
    expect(["changer de", "build red", ""].map((each) => inEnglish(each, verbs))).toEqual([
      "changer de",
      "build red",
      "",
    ]);
  });

  it("is what lines are shown in, and is understood again", () => {
    expect(["build red c9", "turn", "fly"].map((each) => inWords(each, verbs))).toEqual([
      "construire red c9",
      "changer de sens",
      "fly",
    ]);
    expect(inEnglish(inWords("turn R1", verbs), verbs)).toBe("turn R1");
    const all = wholeLines([{ typed: "construire red", ends: [], brings: "", verb: "" }]);
    for (const begun of ["constr", "bui", "build red"]) expect(fitting(all, begun, verbs)).toEqual(all);
  });

  it("leaves a question a question", () => {
    expect(inEnglish("? construire red", verbs)).toBe("? construire red");
  });

  it("completes places behind a question", () => {
    const ids = Object.entries(NAMES);
    expect(placesFor(ids, "où le").map((each) => each.line)).toEqual(["où Le Havre", "où Le Mans"]);
    expect(placesFor(ids, "où evr").map((each) => each.word)).toEqual(["Évreux"]);
    expect([...placesFor(ids, "où"), ...placesFor(ids, "où ")]).toEqual([]);
  });
});
