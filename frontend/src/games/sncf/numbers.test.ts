// No number of the rules stands in TypeScript: whatever the view, the board or the words say is shown.
import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import franceFile from "../../../../src/branchline/games/sncf/boards/france-1.json";
import germanyFile from "../../../../src/branchline/games/sncf/boards/germany-1.json";
import words from "../../../../src/branchline/games/sncf/words/en.json";
import type { Action } from "../../protocol.gen";
import { speak } from "../../table/words";
import Cities from "./Cities.svelte";
import { prompt, type Props } from "./moves";
import Panel from "./Panel.svelte";
import Shares from "./Shares.svelte";
import Signs from "./Signs.svelte";
import { RAILROADS, type BoardFile, type Railroad, type View } from "./types";
import ValueTrack from "./ValueTrack.svelte";
import game from ".";
import { facts } from "./words";

const [france, germany] = [franceFile, germanyFile] as unknown as [BoardFile, BoardFile];
speak({
  names: { ...words.names, "end.goal": "Lille has track", "end.boxes": "four boxes are empty" },
  ui: words.ui,
});

const hand = Object.fromEntries(RAILROADS.map((id) => [id, id === "red" ? 9 : 0])) as Record<
  Railroad,
  number
>;
const view: View = {
  game: "sncf-france",
  seat: 0,
  to_move: 0,
  phase: "play",
  players: 3,
  locomotive: 1,
  limit: 7,
  penalty: 13,
  cubes: 40,
  top: 9,
  build: null,
  build_limit: 8,
  last_build: false,
  still: 1,
  still_limit: 4,
  ended: null,
  railroads: RAILROADS.map((id, n) => ({
    id,
    box: n === 0 ? 10 : 0,
    value: n,
    held: 21,
    track: [],
    trade: { sell: "trade.hold", buy: ["trade.box", "trade.box", "trade.box"] },
  })),
  purple_left: null,
  seats: [{ shares: 9, penalty: 26, hand, tally: null, points: null }],
  scores: null,
};
const choices: Action[] = [
  ["build", "red", "f12"],
  ["trade", "red", "blue", 3],
];
const props = (more: Partial<Props> = {}): Props =>
  ({
    view,
    board: france,
    seats: [],
    seat: 0,
    active: true,
    choices,
    picked: [],
    draft: null,
    events: [],
    flash: new Set<string>(),
    marks: [],
    ...more,
  }) as unknown as Props;

/** What somebody reads, without the marks of the component. */
function read(html: string): string {
  return html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

describe("numbers of the view", () => {
  it("are what the strip, the prompt and the shares say", () => {
    expect(facts(view, 0).map(({ value, title }) => [value, title])).toEqual([
      ["9/7", "9 shares; more than 7 cost 13 points each at the end"],
      ["−26", "2 over the limit of 7"],
    ]);
    expect(prompt(props())).toBe("Build up to 8 cubes of one railroad or trade a share.");
    expect(prompt(props({ picked: ["build", "red"] }))).toMatch(/up to 8 in a row/);
    expect(render(Shares, { props: { view, seats: [] } }).body).toContain("limit 7, −13 for each above it");
  });

  it("are what the panel shows: boxes, hands, what may be bought, and the end", () => {
    const { body } = render(Panel, { props: props() });
    expect(body).toMatch(/width: ?25%/); // 10 of 40 cubes
    expect(read(body)).toContain("Aim Most points win.");
    expect(read(body)).toContain("each share over 7 costs 13.");
    const over = render(Panel, { props: props({ view: { ...view, phase: "over" } }) }).body;
    expect(read(over)).not.toContain("Aim");
    expect(read(body)).toContain("The game ends when Lille has track, or four boxes are empty (5 now).");
    expect(read(body)).toContain("for 1 of 4 turns");
    expect(read(body)).toContain("none held");
    expect(read(render(Panel, { props: props({ active: false }) }).body)).toContain(" 21 ");
    const buying = render(Panel, { props: props({ picked: ["trade", "red"] }) }).body;
    expect([...buying.matchAll(/data-buy="(.*?)"/g)].map((each) => each[1])).toEqual(["blue 3"]);
    expect(read(buying)).toContain("box has 0");
  });

  it("are how long the value track is", () => {
    const { body } = render(ValueTrack, { props: { view, board: france, pace: 0 } });
    expect(body.match(/<rect/g)).toHaveLength(10);
  });
});

it("has seats that are no railroad: the page gives them no colour", () => {
  expect(game.neutral).toBe(true);
});

describe("the board file", () => {
  it("says what cities are worth and which of them end the game", () => {
    const hexes = france.hexes.map((hex) => (hex.kind === "yellow" ? { ...hex, value: 6 } : hex));
    const board = { ...france, hexes, goal: "d6" };
    expect(read(render(Signs, { props: { board } }).body)).toContain("6 2 3 4");
    const cities = render(Cities, { props: { view, board } }).body;
    expect(cities.match(/class="ends/g)).toHaveLength(1);
    expect(cities).toMatch(/class="value[^>]*>6</);
    const left = ["white", "purple"].map((kind) => germany.hexes.find((hex) => hex.kind === kind)!.id);
    const waiting = { view: { ...view, purple_left: left }, board: germany };
    expect(render(Cities, { props: waiting }).body.match(/class="ends/g)).toHaveLength(2);
  });
});
