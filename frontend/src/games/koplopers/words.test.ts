import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import file from "../../../../src/branchline/games/koplopers/boards/netherlands-1.json";
import words from "../../../../src/branchline/games/koplopers/words/en.json";
import type { Action } from "../../protocol.gen";
import type { GameProps } from "../../table/contract";
import { speak } from "../../table/words";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";
import type { BoardData, TrainView, View } from "./types";
import { facts, label, name, nodeName, prompt, verbWords, whereWords } from "./words";

const board = file as unknown as BoardData;
const stations = Object.entries(board.stations).map(([id, each]) => [id, each.name]);
speak({ names: { ...words.names, R1: "Red 1", R2: "Red 2", ...Object.fromEntries(stations) }, ui: words.ui });

const train = {
  ...{ id: "R1", seat: 0, units: 2, section: "MP-ZL", front: "ZL", back: "MP", station: "ZL", nearest: "ZL" },
  ...{ in_yard: false, load: 0, capacity: 1000, chips: [] as string[], rested: null },
} as unknown as TrainView;
const seat = { aboard: 0, cards: 2, reserve: 1, units: 3, repair: true, hand: ["D01"] };
const view = {
  ...{ seat: 0, active: 0, phase: "play", points: 2, points_a_turn: 5, round: 1, rounds: 25, pointer: "A" },
  ...{ costs: { build: 3, turn: 1, drive: 1, disrupt: 1, repair: 1 }, letters: { A: null, B: "UT" } },
  ...{ waiting: {}, trains: [train], obligations: [], exchange: null, seats: [seat] },
} as unknown as View;

function given(changes: Partial<View>, choices: Action[] = [], action: Action | null = null) {
  const nothing = () => {};
  return {
    ...{ view: { ...view, ...changes }, board, seats: [{ ink: "red" }], seat: 0, active: true, choices },
    ...{ picked: [], glow: new Set(), draft: action && { action, tried: null }, events: [] },
    ...{
      flash: new Set(),
      hover: null,
      still: true,
      pace: 0,
      marks: [],
      pick: nothing,
      offer: nothing,
      setHover: nothing,
    },
  } as unknown as GameProps<View, BoardData>;
}
const asked = (...how: Parameters<typeof given>) => prompt(given(...how));

describe("words", () => {
  it("name what people see", () => {
    expect(name("UT", board)).toBe("Utrecht Centraal");
    expect(name("Y-HRL", board)).toBe("the yard of Heerlen");
    expect(name("P01", board)).toBe("75 to Zwolle");
    expect(name("D01", board)).toBe("Disruption in Groningen");
    expect(name("MP-ZL", board)).toBe("Meppel – Zwolle");
    expect(name("R1", board)).toBe("R1");
  });

  it("name a joint of a board that says no line", () => {
    const own = { ...board, joints: { "A-B.1": { x: 1, y: 1 } } } as unknown as BoardData;
    expect(nodeName("A-B.1", own)).toBe("halfway A–B.1");
  });

  it("say where a train is and heads", () => {
    const there = { ...train, station: null, nearest: "LW" };
    expect(whereWords(there)).toBe("on open track, heading for Leeuwarden");
    expect(whereWords({ ...there, in_yard: true })).toContain("of Leeuwarden, facing the buffers");
    expect(asked({}, [], ["drive", "R1", "MP-ZL"])).toBe(
      "Red 1 drives for 1 action point and is then in Zwolle.",
    );
  });

  it("give buttons to what has no place", () => {
    expect(verbWords(["couple", "R1", "R2"], view, board)).toBe("Couple with Red 2");
    expect(verbWords(["drive", "R1", "MP-ZL"], view, board)).toBeNull();
    expect(label("R1", [], view, board)).toBeNull();
  });

  it("offer a way out of an exchange as long as there is one", () => {
    const exchange = { train: "R1", other: "R2", gives: ["P01"], asks: [], offers: 0 };
    expect(asked({ phase: "transfer", exchange }, [["leave"]])).toContain("or leave it.");
    expect(asked({ phase: "bargain", exchange }, [["leave"]])).toContain("or leave it.");
    expect(asked({ phase: "transfer", exchange }, [["settle"]])).toMatch(/finish the exchange\.$/);
    expect(asked({ phase: "answer", exchange })).toContain("you get 75 to Zwolle, you give nothing");
  });

  it("say what is owed, what is left, and how it ended", () => {
    expect(asked({}, [["drive"], ["build"], ["done"]])).toMatch(/glows, build in a yard or end your turn\.$/);
    expect(asked({ obligations: [{ what: "stop", train: "R1", cost: 0 }] })).toContain("Red 1 has to stop");
    expect(asked({ phase: "over", ended: "early" })).toContain(words.names.early);
  });
});

/** The rules know these numbers, and the view tells them: whatever it says is what people read. */
describe("numbers of the rules", () => {
  const costs = { build: 7, turn: 2, drive: 4, disrupt: 6, repair: 8 };
  const other = { costs, points_a_turn: 9, seats: [{ ...seat, units: 11 }] } as unknown as Partial<View>;
  const changed = { ...view, ...other };

  it("stand on buttons and in sentences", () => {
    for (const [verb, cost] of Object.entries(costs))
      expect(label(verb, [], changed, board)).toMatch(new RegExp(` · ${cost}( each)?$`));
    expect(verbWords(["turn", "R1"], changed, board)).toBe("Turn round · 2");
    expect(asked(other, [], ["build", "Y-HRL"])).toContain("for 7 action points");
    expect(asked(other, [], ["drive", "R1", "MP-ZL"])).toContain("for 4 action points");
    expect(facts(changed, 0)[0]!.title).toBe("1 of 11 units in reserve");
    const exchange = { train: "R1", other: "R2", gives: [], asks: [], offers: 0 };
    const trains = [{ ...train, capacity: 640 }];
    expect(asked({ phase: "divide", exchange, trains })).toContain("each unit holds 640");
  });

  it("stand in the panel and beside the map", () => {
    const obligations: View["obligations"] = [{ what: "build", train: null, cost: 7 }];
    const panel = render(Panel, { props: given({ ...other, obligations }) }).body;
    expect(panel).toContain("2 of 9 action points left");
    expect(panel).toContain("A card costs 6 points");
    expect(panel).toContain("has to be built, for 7 points");
    const drawn = render(Board, { props: given(other, [["drive", "R1", "ZL-DV"]]) }).body;
    expect(drawn.match(/class="pip/g)).toHaveLength(9);
    expect(drawn).toContain("Zwolle – Deventer, 4 action points");
  });
});
