import { render } from "svelte/server";
import { afterEach, describe, expect, it } from "vitest";
import words from "../../../../src/branchline/games/string_railway/words/en.json";
import type { Point, Proposal } from "../../protocol.gen";
import { speak } from "../../table/words";
import Ghosts from "./Ghosts.svelte";
import { corners } from "./geometry";
import { apart, best, ideaName, met } from "./ideas";
import { making } from "./making.svelte";
import type { Tile, View } from "./types";

speak({
  names: { ...words.names, "home-red": "Red's home", local3: "Local 3", town1: "Town 1" },
  ui: words.ui,
});
const tile = (id: string, x: number, y: number) =>
  ({ id, x, y, corners: corners([x, y], 4000, 0) }) as unknown as Tile;
const field: Point[] = [
  [0, 0],
  [90_000, 0],
  [90_000, 90_000],
  [0, 90_000],
];
const says = { points: 2, others: 2, owner: 0, limit: 2, inside: null };
const view = {
  field,
  marks: field,
  stations: { local: says },
  tiles: [tile("town1", 40_000, 10_000), tile("home-red", 5000, 10_000), tile("local3", 20_000, 10_000)],
} as unknown as View;
const line: Point[] = [
  [5000, 10_000],
  [40_000, 10_000],
];
const idea = (points: number, ...action: Proposal["action"]): Proposal => ({
  action,
  ledger: points ? [[points, "why"]] : [],
});

describe("an idea", () => {
  it("is named by its stations in the order in which the string meets them", () => {
    expect(ideaName(view, ["lay", "short", line])).toBe("Short: Red's home – Local 3 – Town 1");
    expect(ideaName(view, ["lay", "long", [...line].reverse()])).toBe("Long: Town 1 – Local 3 – Red's home");
    expect(
      met(
        view.tiles,
        line.map(([x]) => [x, 20_000]),
      ),
    ).toEqual([]);
  });

  it("is named by the card that it would lie beside", () => {
    expect(ideaName(view, ["place", "local", [26_000, 11_000], 20])).toBe("Local right of Local 3");
    expect(ideaName(view, ["place", "local", [20_500, 16_000], 20])).toBe("Local above Local 3");
    expect(ideaName(view, ["corner", 2])).toBe("Corner 2, upper right");
    expect(ideaName(view, ["river", line.map(([x]): Point => [x, 45_000])])).toMatch(/river, at the left/i);
  });

  it("comes the earlier, the more it brings; equal ones stay in the server's order", () => {
    const found = best(view, [
      idea(1, "lay", "short", line),
      idea(0, "forfeit", "short"),
      idea(4, "lay", "long", line),
      idea(0, "forfeit", "long"),
      idea(-2, "lay", "short", line),
    ]);
    expect(found.map(({ gain }) => gain)).toEqual(["+4", "+1", "", "", "−2"]);
    expect(found.slice(2, 4).map(({ name }) => name)).toEqual([
      "Give up a short string",
      "Give up a long string",
    ]);
    expect(found.at(-1)!.loss).toBe(true);
  });
});

it("measures how far lines lie apart", () => {
  const beside = line.map(([x, y]): Point => [x, y + 3000]);
  expect(apart(line, line)).toBe(0);
  expect(apart(line, beside)).toBeCloseTo(3000, -2);
  expect(apart(line, beside)).toBeLessThan(
    apart(
      line,
      line.map(([x, y]): Point => [x, y + 9000]),
    ),
  );
});

describe("ghosts", () => {
  afterEach(() => making.clear());
  const drawn = () => render(Ghosts, { props: { view, size: 40, company: "red" } }).body;

  it("are drawn with their numbers while nothing is in hand", () => {
    making.ideas = [idea(4, "lay", "long", line), idea(0, "place", "local", [26_000, 11_000], 20)];
    expect(drawn().match(/data-ghost="\d"/g)).toEqual(['data-ghost="1"', 'data-ghost="2"']);
    expect(drawn()).toContain("M50 -100L400 -100");
    making.card = { kind: "local", at: [1, 1], angle: 0 };
    expect(drawn()).not.toContain("data-ghost");
  });

  it("are gone without ideas", () => {
    expect(drawn()).not.toContain("data-ghost");
  });
});
