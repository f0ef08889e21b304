// The wheel says everything in letters: which flags a mode takes, and what it is called, on any screen.

import { render } from "svelte/server";
import { afterEach, describe, expect, it } from "vitest";
import portland from "../../../../src/branchline/games/bridgetown/boards/portland-1.json";
import de from "../../../../src/branchline/games/bridgetown/words/de.json";
import en from "../../../../src/branchline/games/bridgetown/words/en.json";
import fr from "../../../../src/branchline/games/bridgetown/words/fr.json";
import nl from "../../../../src/branchline/games/bridgetown/words/nl.json";
import { speak } from "../../table/words";
import Panel from "./Panel.svelte";
import { widthOf } from "./names";
import { shared } from "./shared.svelte";
import { sheetOf } from "./sheet";
import type { City, Props, View } from "./types";
import Wheel from "./Wheel.svelte";

const city = portland as unknown as City;
const all = [...portland.bridges, ...portland.modes, ...portland.specials];
const say = (words: typeof en) => {
  const printed = words.printed as Record<string, string>;
  const named = (each: { id: string; name: string }) => [each.id, printed[each.name] ?? each.name];
  speak({ names: { ...words.names, ...Object.fromEntries(all.map(named)) }, ui: words.ui });
  return (name: string) => printed[name] ?? name;
};
const cases = [true, false].flatMap((wide) =>
  Object.entries({ en, fr, nl, de }).map((each) => ({ wide, each })),
);

const view = {
  ...{ to_move: 0, first: 0, phase: "place", round: 1, rounds: 5, turn: 1, turns: 3, using: [] },
  bridges: [{ id: "steel", flag: "blue" }],
  wheel: portland.modes.map(({ id, color, speed }) => ({
    ...{ id, color, base: speed, coordinators: [], now: speed, wait: speed },
  })),
  specials: portland.specials.map(({ id }) => ({ id, seat: null })),
  ...{ bag: {}, aside: null, rides: [] },
  seats: [{ card: {}, flags: 0, colours: 0, score: 0, modes: [], specials: [], unplaced: 3 }],
} as unknown as View;
const props = {
  ...{ view, board: city, seats: [], seat: 0, active: true, choices: [], picked: [], draft: null },
  ...{ events: [], marks: [], flash: new Set(), glow: new Set(), hover: null, still: true, pace: 0 },
} as unknown as Props;

describe.each(cases)("the wheel, wide $wide, in $each.0", ({ wide, each: [, words] }) => {
  const called = say(words as typeof en);
  const sheet = sheetOf(city, wide);
  const drawn = render(Wheel, {
    props: { game: props, sheet, chosen: null, picked: null } as never,
  }).body;

  it("names every mode, the letter of its flags and every special", () => {
    for (const { name, color } of portland.modes) {
      expect(drawn).toContain(`>${called(name)}</text>`);
      expect(drawn).toContain(`>${color === "black" ? "K" : color.charAt(0).toUpperCase()}</text>`);
    }
    for (const { name } of portland.specials)
      expect(drawn).toMatch(new RegExp(`>\\s*${called(name)}\\s*</text>`));
  });

  it("writes names inside their wedges, big enough to be read", () => {
    const { r } = sheet.wheel;
    const signs = [
      ...drawn.matchAll(
        /translate\(([-\d.]+) ([-\d.]+)\)" class="stands[^>]*>(?:(?!stands)[^])*?<text x="([-\d.]+)" y="(-?\d+)" class="name[^>]*font-size: ([\d.]+)px[^>]*>([^<]+)</g,
      ),
    ];
    expect(signs).toHaveLength(portland.modes.length);
    const pixel = (wide ? 900 : 390) / sheet.frame.width;
    for (const [, x, y, aside, below, size, name] of signs) {
      const half = widthOf(name!, Number(size)) / 2;
      const [middle, base] = [Number(x) + Number(aside), Number(y) + Number(below)];
      for (const at of [middle - half, middle + half])
        expect(Math.hypot(at, base), name).toBeLessThanOrEqual(r);
      expect(Number(size) * pixel, name).toBeGreaterThanOrEqual(8);
      // and above it the frame of the flag and the number
      for (const at of wide ? [Number(x) - 46, Number(x) + 36] : [])
        expect(Math.hypot(at, Number(y) - 28), name).toBeLessThanOrEqual(r - 3);
    }
  });
});

describe("the panel", () => {
  const before = shared.wide;
  afterEach(() => (shared.wide = before));
  const panel = (wide: boolean) => {
    say(en);
    shared.wide = wide;
    return render(Panel, { props }).body;
  };

  it("has no second wheel beside a wide board, and a list where the board is small", () => {
    expect(panel(true)).not.toContain("Rollerblades");
    expect(panel(false)).toContain("Rollerblades");
  });

  it("says on every screen what the special actions are", () => {
    for (const wide of [true, false]) expect(panel(wide)).toContain(en.ui["special.double"]);
  });
});
