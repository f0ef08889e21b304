// What a turn of Koplopers asks of a person: few clicks, full names, and an answer about one's offer.

import { render } from "svelte/server";
import { describe, expect, it, vi } from "vitest";
import file from "../../../../src/branchline/games/koplopers/boards/netherlands-1.json";
import words from "../../../../src/branchline/games/koplopers/words/en.json";
import type { Action } from "../../protocol.gen";
import type { GameProps } from "../../table/contract";
import { speak } from "../../table/words";
import Board from "./Board.svelte";
import { explain } from "./callouts";
import { Chain } from "./chain.svelte";
import { layoutOf } from "./layout";
import { fixed, meet, namesOf } from "./names";
import Panel from "./Panel.svelte";
import type { BoardData, TrainView, View } from "./types";
import { prompt } from "./words";

type Props = GameProps<View, BoardData>;

const board = file as unknown as BoardData;
const stations = Object.entries(board.stations).map(([id, each]) => [id, each.name]);
const trains = { R1: "Red 1", B1: "Blue 1" };
speak({ names: { ...words.names, ...trains, ...Object.fromEntries(stations) }, ui: words.ui });

const train = (id: string, seat: number, chips: string[]) =>
  ({
    ...{ id, seat, units: 1, section: "MP-ZL", front: "ZL", back: "MP", station: "ZL", nearest: "ZL" },
    ...{ in_yard: false, load: 0, capacity: 500, chips, rested: null },
  }) as unknown as TrainView;
const seat = { aboard: 0, cards: 2, reserve: 1, units: 3, repair: true, hand: [] };
const view = {
  ...{ seat: 0, active: 0, phase: "play", points: 2, points_a_turn: 5, round: 1, rounds: 25, pointer: "A" },
  ...{ costs: { drive: 1 }, letters: { A: null }, waiting: { ZL: ["P05", "P06"] }, exchange: null },
  ...{ trains: [train("R1", 0, []), train("B1", 1, ["P11"])], obligations: [], seats: [seat, seat] },
} as unknown as View;

function given(changes: Partial<Props> = {}) {
  const nothing = () => {};
  return {
    ...{ view, board, seats: [{ ink: "red" }, { ink: "blue" }], seat: 0, active: true, choices: [] },
    ...{ picked: [], glow: new Set(), draft: null, events: [], marks: [], flash: new Set(), hover: null },
    ...{ still: true, pace: 0, pick: nothing, offer: nothing, why: nothing, setHover: nothing, ask: {} },
    ...changes,
  } as unknown as Props;
}

describe("names", () => {
  it("stand in full beside most codes, and meet nothing", () => {
    const layout = layoutOf(board);
    const names = namesOf(board, layout);
    expect(names.length).toBeGreaterThan(Object.keys(board.stations).length / 2);
    names.forEach(({ box, words }, n) => {
      const others = [...fixed(board, layout), ...names.slice(n + 1).map((each) => each.box)];
      expect(
        others.filter((each) => meet(each, box)),
        words,
      ).toEqual([]);
    });
  });

  it("stand beside the codes of tickets in the panel", () => {
    const { dest } = board.chips.find(({ id }) => id === "P11")!;
    expect(render(Panel, { props: given() }).body).toContain(`>${board.stations[dest]!.name}</i>`);
  });
});

describe("a ticket", () => {
  it("tells its way, who waits with it and who else goes there", () => {
    const lines = explain("P05", given()).join("\n");
    expect(lines).toMatch(/\d+ sections? from Zwolle/);
    expect(lines).toContain("by way of ");
    expect(lines).toContain("also waiting here: ");
    expect(explain("P05", given({ view: { ...view, waiting: { ZL: ["P05"] } } })).join()).not.toContain(
      "also waiting",
    );
  });

  it("glows where a train could stop for it, and not where it does not fit", () => {
    const drawn = (capacity: number) =>
      render(Board, {
        props: given({
          choices: [["stop", "R1"]],
          view: { ...view, trains: [{ ...view.trains[0]!, capacity }] },
        }),
      }).body.match(/class="ticket[^"]*glow/g)?.length ?? 0;
    expect(drawn(500)).toBe(2);
    expect(drawn(1)).toBe(0);
  });
});

it("draws what drives cost above the tickets", () => {
  const body = render(Board, { props: given({ choices: [["drive", "R1", "ZL-DV"]] }) }).body;
  expect(body.indexOf('class="cost')).toBeGreaterThan(body.lastIndexOf('class="ticket'));
});

describe("an offer", () => {
  it("is called so everywhere", () => {
    const keys = ["button.negotiate", "button.offer", "button.accept", "button.decline", "with.negotiate"];
    for (const key of [...keys, "exchange.bargain", "exchange.answer", "prompt.bargain", "prompt.answer"])
      expect(words.ui[key as keyof typeof words.ui], key).toMatch(/\boffer\b/i);
    for (const key of ["offered", "accepted", "declined"] as const)
      expect(words.events[key]).toMatch(/\boffer\b/);
    expect(JSON.stringify(Object.values(words).map((group) => Object.values(group)))).not.toMatch(
      /\bdeal\b|(?<!\{)\bchips?\b/i,
    );
  });

  it("is answered in the bar", () => {
    const choices: Action[] = [["done"]];
    expect(prompt(given({ choices, events: [["declined", 1]] }))).toMatch(/^Your offer was declined/);
    const events: Action[] = [
      ["accepted", 1],
      ["changed", "P11", "B1", "R1"],
    ];
    expect(prompt(given({ choices, events }))).toMatch(/^Your offer was accepted: .+ changed to Red 1\./);
    expect(prompt(given({ choices }))).not.toContain("Your offer");
    expect(prompt(given({ choices, events, view: { ...view, active: 1 } }))).not.toContain("Your offer");
  });
});

describe("several actions by one click", () => {
  const stop: Action = ["stop", "R1"];
  const boards: Action = ["board", "R1", "P05"];
  const draft = (action: Action) => ({ action, tried: null });
  const begun = () => {
    const [offer, why] = [vi.fn(), vi.fn()];
    const props = given({ choices: [stop], offer, why });
    const chain = new Chain();
    chain.begin(props, [stop, boards]);
    chain.follow({ ...props, draft: draft(stop) });
    return { chain, props, offer, why };
  };

  it("follow each other as each becomes legal", () => {
    const { chain, props, offer } = begun();
    chain.follow({ ...props, choices: [boards] });
    expect(offer.mock.calls.map(([action]) => action as Action)).toEqual([stop, boards]);
  });

  it("end when something else is picked or the draft is forgotten", () => {
    for (const other of [draft(["drive", "R1", "ZL-DV"]), null]) {
      const { chain, props, offer } = begun();
      chain.follow({ ...props, draft: other });
      chain.follow({ ...props, choices: [boards] });
      expect(offer).toHaveBeenCalledTimes(1);
    }
  });

  it("say why the second one cannot be", () => {
    const { chain, props, offer, why } = begun();
    chain.follow({ ...props, choices: [["done"]] });
    expect(offer).toHaveBeenCalledTimes(1);
    expect(why).toHaveBeenCalledWith("P05");
  });

  it("draft a stop after a drive only where it brings points", async () => {
    for (const points of [0, 125]) {
      const judge = () => Promise.resolve({ type: "tried", ledger: [[points, ""]] });
      const offer = vi.fn();
      const drive: Action = ["drive", "R1", "MP-ZL"];
      const props = given({ choices: [drive], offer, ask: { judge } as unknown as Props["ask"] });
      const chain = new Chain();
      chain.begin(props, [drive, stop], [drive], true);
      chain.follow({ ...props, choices: [stop] });
      await Promise.resolve().then(() => {});
      expect(offer).toHaveBeenCalledTimes(points ? 2 : 1);
    }
  });
});
