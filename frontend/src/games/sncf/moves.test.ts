import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import franceFile from "../../../../src/branchline/games/sncf/boards/france-1.json";
import words from "../../../../src/branchline/games/sncf/words/en.json";
import type { Action } from "../../protocol.gen";
import { nameOf, speak } from "../../table/words";
import { gains, layings, prompt, selling, traded, warning, whyNotBuy, whyNotSell, type Props } from "./moves";
import type { BoardFile, Railroad, View } from "./types";
import Railroads from "./Railroads.svelte";
import { explain } from "./things";
import { facts, label } from "./words";

const board = franceFile as unknown as BoardFile;
// as the server says them: the places of the board by their names, and the end by its goal
const places = Object.fromEntries(board.hexes.map(({ id, name }) => [id, name ?? id]));
speak({ names: { ...words.names, ...places, "end.goal": "Marseille has track" }, ui: words.ui });

function view(more: Partial<View> = {}): View {
  const railroads = (["red", "blue", "green", "yellow", "purple", "black"] as Railroad[]).map((id, n) => ({
    id,
    box: n,
    value: n,
    held: n,
    track: [],
    trade: null,
  }));
  const hand = { red: 2, blue: 0, green: 1, yellow: 0, purple: 0, black: 0 };
  return {
    game: "sncf-france",
    seat: 0,
    to_move: 0,
    phase: "play",
    players: 3,
    locomotive: 1,
    limit: 20,
    penalty: 20,
    cubes: 31,
    top: 60,
    build: null,
    build_limit: 5,
    last_build: false,
    still: 0,
    still_limit: 9,
    ended: null,
    railroads,
    purple_left: null,
    seats: [{ shares: 22, penalty: 40, hand, tally: null, points: -7 }],
    scores: null,
    ...more,
  };
}

function props(more: Partial<Props> = {}): Props {
  const choices: Action[] = [
    ["build", "red", "f12"],
    ["build", "blue", "f12"],
    ["build", "red", "f13"],
    ["trade", "red", "green", 1],
    ["trade", "red", "green", 2],
  ];
  return { view: view(), board, choices, picked: [], active: true, draft: null, ...more } as Props;
}

describe("what may be done", () => {
  it("is grouped by hex, and narrowed by a picked railroad", () => {
    expect(layings(props()).get("f12")).toHaveLength(2);
    expect(layings(props({ picked: ["build", "red"] })).get("f12")).toEqual([["build", "red", "f12"]]);
    expect(layings(props({ picked: ["trade", "red"] })).size).toBe(0);
  });

  it("says why a share cannot be sold or bought, by the rule that the view names", () => {
    const red = view().railroads[0]!;
    const forbidden = { ...red, trade: { sell: "trade.hold", buy: ["", "trade.box"] }, box: 1 };
    expect([whyNotSell(red), whyNotBuy(red, 1)]).toEqual(["", ""]);
    expect(whyNotSell(forbidden)).toBe("none held");
    expect(whyNotBuy(forbidden, 1)).toBe("");
    expect(whyNotBuy(forbidden, 2)).toBe("box has 1");
  });
});

describe("a trade", () => {
  it("needs no verb where nothing else is left", () => {
    const { choices } = props();
    expect(selling(["red"], choices)).toBe(null);
    const trades = choices.filter(([verb]) => verb === "trade");
    expect(selling(["red"], trades)).toBe("red");
    expect(prompt(props({ picked: ["red"], choices: trades }))).toMatch(/^You sell 1 Red/);
  });
});

describe("the prompt", () => {
  it("is one plain sentence for everything that one can be at", () => {
    const build = { railroad: "red" as const, built: 2, left: 3 };
    expect(prompt(props())).toBe("Build up to 5 cubes of one railroad or trade a share.");
    expect(prompt(props({ picked: ["f12"] }))).toBe("Choose a railroad for f12.");
    expect(prompt(props({ picked: ["build", "red"] }))).toMatch(/glowing hex for Red/);
    expect(prompt(props({ picked: ["trade"] }))).toBe("Choose the share that you sell.");
    expect(prompt(props({ picked: ["trade", "red"] }))).toMatch(/^You sell 1 Red/);
    expect(prompt(props({ view: view({ build }) }))).toBe(
      "Red: 2 of 5 cubes laid. Lay up to 3 more, or end the build.",
    );
    expect(prompt(props({ choices: [["start", "red", "g9"]] }))).toMatch(/^Open the game/);
    expect(prompt(props({ view: view({ ended: "goal" }) }))).toBe("The game is over: Marseille has track.");
  });
});

describe("the end", () => {
  it("is announced before it is brought about", () => {
    const tried = { stopped: "over", events: [["ends", "end.boxes"]] };
    const draft = { action: ["done"], tried } as unknown as Props["draft"];
    expect(warning(props({ draft }))).toBe("This ends the game: five boxes are empty.");
    expect(prompt(props({ draft }))).toMatch(/^This ends the game: .* Confirm it/);
    expect(warning(props({ view: view({ last_build: true }) }))).toMatch(/^Marseille has track: the game/);
    expect(warning(props())).toBe("");
  });
});

describe("words for the page", () => {
  it("tell a seat's facts, names and the steps of a trade", () => {
    expect(facts(view(), 0).map(({ value }) => value)).toEqual(["22/20", "−40"]);
    expect(nameOf("d6")).toBe("Le Havre");
    expect(nameOf("red")).toBe("Red");
    expect(label("trade", [], view())).toBe("Trade a share");
    expect(label("red", ["trade"], view())).toBe("Sell Red");
    expect(label("blue", ["trade", "red"], view())).toBe("Buy Blue");
    expect(label(2, ["trade", "red", "blue"], view())).toBe("Buy 2");
    expect(label("red", ["build"], view())).toBe(null);
    expect(label("red", [], view())).toBe(null); // nothing is started: start Red
  });
  it("finds points where they happen", () => {
    expect(
      gains([
        ["built", 0, "red", "d6"],
        ["city", "red", "d6", 1],
      ]),
    ).toEqual([{ railroad: "red", hex: "d6", points: 1 }]);
  });
});

it("trades of the others stay marked at the seat that traded and at both railroads", () => {
  const marks = [
    { seat: 0, events: [["traded", 0, "red", "blue", 2]] as Action[] },
    { seat: 1, events: [["built", 1, "red", "d7"]] as Action[] },
  ];
  expect(traded(marks)).toEqual([{ seat: 0, sold: "red", bought: "blue", count: 2 }]);
  expect(facts(view(), 0, marks)).toContainEqual(expect.objectContaining({ value: "Red → 2 Blue" }));
  expect(facts(view(), 0, marks.slice(1)).map((each) => each.label)).not.toContain("traded");
  const seats = [{ seat: 0, name: "Brunel", colour: "disc", ink: "", letter: "", pattern: "", you: false }];
  const rows = render(Railroads, { props: { ...props(), marks, seats, flash: new Set<string>() } }).body;
  expect(rows.match(/data-traded="0"/g)).toHaveLength(2);
  expect(rows).toContain("+2");
});

describe("what a thing is", () => {
  it("is told of a city, of open country and of a railroad", () => {
    const purple = board.hexes.find(({ kind }) => kind === "purple")!;
    const rural = board.hexes.find(({ kind }) => kind === "rural")!;
    const [red, ...others] = view().railroads;
    const railroads = [{ ...red!, value: 1, box: 30, track: [rural.id] }, ...others];
    const now = props({ view: view({ railroads, purple_left: [purple.id] }) });
    expect(explain(purple.id, now)).toEqual([
      purple.name,
      "2 points for the railroad that enters",
      "room for one",
      "The game ends when every purple city has track.",
    ]);
    expect(explain(rural.id, now).slice(0, 2)).toEqual(["Open country", "Red is in; room for one"]);
    expect(explain("red", now)).toEqual([
      "Red",
      "A share is worth 1 point.",
      "1 cube on the map, 30 in the box.",
    ]);
    expect(explain("f12", now).at(-1)).toBe("You may build Red or Blue here.");
  });
});
