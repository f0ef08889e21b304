import { render } from "svelte/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import words from "../../../../src/branchline/games/string_railway/words/en.json";
import type { Action, Point } from "../../protocol.gen";
import { speak } from "../../table/words";
import { corners } from "./geometry";
import { fit, making, nudge, refit, takeUp } from "./making.svelte";
import { turnOf, type Props, type View } from "./types";
import Work from "./Work.svelte";

vi.mock("./frame", async (original) => ({ ...(await original()), isNarrow: () => false }));
speak({ names: words.names, ui: words.ui });

const tile = (id: string, x: number) => ({ id, x, y: 10_000, corners: corners([x, 10_000], 4000, 0) });
const view = {
  step: "lay",
  company: "red",
  drawn: [],
  field: [[0, 0], [40_000, 0], [40_000, 20_000], [0, 20_000]], // prettier-ignore
  tiles: [tile("home-red", 5000), tile("local1", 30_000)],
  measures: { tile: 4000, short: 30_000, long: 60_000 },
  companies: [{ id: "red", seat: 0, score: 3, short: 2, long: 1 }],
  strings: [],
} as unknown as View;
const string = (y: number): Point[] => [
  [5000, y],
  [20_000, y],
  [30_000, y],
];
const stroke: Point[] = string(10_000).map(([x, y]) => [x, y + (x === 20_000 ? 6000 : 0)]);

/** What a page gives that knows no string along the stroke, but two others. */
function given(near: Action[]) {
  const offered: (Action | null)[] = [];
  const props = {
    view,
    board: { measures: { bend: 250 } },
    active: true,
    draft: null,
    offer: (action: Action | null) => offered.push(action),
    ask: {
      propose: (partial: Action) =>
        Promise.resolve(
          Array.isArray(partial[2]) ? [] : near.map((action) => ({ action, ledger: [[1, "why"]] })),
        ),
      judge: (actions: Action[]) =>
        Promise.resolve(
          actions[0]!.length === 4 && typeof actions[0]![2] === "string"
            ? {
                type: "refused",
                error: "rule",
                rule: "string.length",
                text: "Too far at (1, 2).",
                values: {},
              }
            : null,
        ),
      tryOut: () => Promise.resolve(null),
    },
  } as unknown as Props;
  return { props, offered };
}

afterEach(() => making.clear()); // all tests have one hand
beforeEach(() => {
  making.angle = 0;
  making.length = "short";
});

describe("a stroke that becomes no string", () => {
  it("stays, with its reason and the nearest string that may be laid", async () => {
    const { props, offered } = given([
      ["lay", "short", string(2000)],
      ["lay", "short", string(9000)],
    ]);
    fit(props, stroke, "lay");
    await vi.waitFor(() => expect(making.failed).not.toBeNull());
    expect(making.failed!.stroke).toEqual(stroke);
    expect(making.note).toBe("Too far.");
    expect(making.failed!.near).toEqual(["lay", "short", string(9000)]);
    expect(offered).toEqual([null]);

    const frame = { x: 0, y: -200, width: 400, height: 200 };
    const { body } = render(Work, { props: { given: props, turn: turnOf(view, null), frame } });
    expect(body).toMatch(/class="stroke failed[^>]*d="M50 -100L200 -160L300 -100"/);
    expect(body).toContain("data-near");
    expect(body).toContain("M50 -90L200 -90L300 -90");
    expect(body).toContain("Too far.");

    refit(props); // the nearest comes into the hand
    expect(making.failed).toBeNull();
    expect(offered.at(-1)).toEqual(["lay", "short", string(9000)]);
    expect(making.chain).toEqual(["home-red", "local1"]);
  });

  it("says how to draw one where it meets no stations", async () => {
    const { props } = given([]);
    fit(props, string(18_000), "lay");
    await vi.waitFor(() => expect(making.failed).not.toBeNull());
    expect(making.note).toBe(words.ui["none.lay"]);
    expect(making.failed!.near).toBeNull();
  });
});

describe("a card by keys", () => {
  it("comes into the hand over the middle of the field, once", () => {
    const { props, offered } = given([]);
    expect(takeUp(props, [])).toBe(false);
    expect(takeUp(props, ["town"])).toBe(true);
    expect(takeUp(props, ["town"])).toBe(false);
    expect(offered).toEqual([["place", "town", [20_000, 10_000], 0]]);
  });

  it("moves by what it is told, and not out of the field", () => {
    const { props, offered } = given([]);
    takeUp(props, ["town"]);
    nudge(props, [500, 0]);
    nudge(props, [0, -100]);
    expect(offered.at(-1)).toEqual(["place", "town", [20_500, 9900], 0]);
    nudge(props, [90_000, 0]);
    expect(making.card!.at).toEqual([40_000, 9900]);
  });
});
