import { describe, expect, it } from "vitest";
import type { Point } from "../../protocol.gen";
import { dist, even, lengthOf, span } from "./geometry";
import { grip, points, pull, ropeOf, sharpest, type Rope } from "./rope";

const RADIUS = 250;

/** A string as the server proposes it: waves of exact length in links of half a centimetre. */
function waves(length: number): Rope {
  const raw = Array.from({ length: 400 }, (_, i): Point => [
    20_000 + i * 60,
    40_000 + 2500 * Math.sin(i / 30),
  ]);
  return ropeOf(even(raw, length / 500), length);
}

function loop(length: number): Rope {
  const raw = Array.from({ length: 180 }, (_, i): Point => {
    const turn = (2 * Math.PI * i) / 180;
    const away = 17_000 * (1 + 0.2 * Math.cos(3 * turn));
    return [40_000 + away * Math.cos(turn), 40_000 + away * Math.sin(turn)];
  });
  return ropeOf(even(raw, Math.ceil(length / 600), true), length, true);
}

/** What the rule of bending says of whole points. */
function bendFits(a: Point, b: Point, c: Point): boolean {
  const turn = Math.abs(
    Math.atan2(
      (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]),
      (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]),
    ),
  );
  return RADIUS * Math.tan(turn / 2) <= Math.min(dist(a, b), dist(b, c)) / 2;
}

/** Pull a rope about, somewhere else every time, and let each state be looked at. */
function wander(rope: Rope, look: (rope: Rope) => void): void {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let pulls = 0; pulls < 12; pulls += 1) {
    const at = rope.points[Math.floor(random() * rope.points.length)]!;
    const held = grip(rope, at);
    const [x, y] = rope.points[held.index]!;
    const goal: Point = [x + 9000 * (random() - 0.5), y + 9000 * (random() - 0.5)];
    for (let step = 1; step <= 12; step += 1) {
      const to: Point = [x + ((goal[0] - x) * step) / 12, y + ((goal[1] - y) * step) / 12];
      rope = pull(rope, held, to, RADIUS).rope;
      look(rope);
    }
  }
}

describe("a rope", () => {
  for (const length of [30_000, 60_000]) {
    it(`of ${length / 1000} cm keeps its length within what the judge allows`, () => {
      wander(waves(length), (rope) => {
        expect(Math.abs(lengthOf(points(rope)) - 1000 * length)).toBeLessThan(length / 2);
      });
    });

    it(`of ${length / 1000} cm never bends too sharply`, () => {
      wander(waves(length), (rope) => {
        const whole = points(rope);
        for (let i = 1; i < whole.length - 1; i += 1) {
          expect(bendFits(whole[i - 1]!, whole[i]!, whole[i + 1]!)).toBe(true);
        }
      });
    });
  }

  it("goes where it is drawn and leaves its ends where they are", () => {
    const rope = waves(30_000);
    const held = grip(rope, rope.points[30]!);
    const [x, y] = rope.points[30]!;
    const { rope: bent, missing } = pull(rope, held, [x, y + 1500], RADIUS);
    expect(missing).toBeLessThan(1);
    expect(dist(bent.points[30]!, [x, y + 1500])).toBeLessThan(1);
    expect(dist(bent.points[0]!, rope.points[0]!)).toBeLessThan(160);
    expect(dist(bent.points.at(-1)!, rope.points.at(-1)!)).toBeLessThan(160);
  });

  it("says how much is missing when it is drawn further than it reaches", () => {
    const rope = waves(30_000);
    const held = grip(rope, rope.points[0]!);
    const end = rope.points.at(-1)!;
    const { rope: stretched, missing } = pull(rope, held, [end[0] - 34_000, end[1]], RADIUS);
    expect(missing).toBeGreaterThan(3900);
    expect(missing).toBeLessThan(4300);
    expect(span(stretched.points)).toBeCloseTo(30_000, 3);
  });

  it("takes hold of an end when it is grabbed near it", () => {
    const rope = waves(30_000);
    expect(grip(rope, rope.points[1]!).index).toBe(0);
    expect(grip(rope, rope.points.at(-2)!).index).toBe(rope.points.length - 1);
  });

  it("that is closed stays closed and as long", () => {
    wander(loop(110_000), (rope) => {
      expect(Math.abs(lengthOf(points(rope), true) - 1000 * 110_000)).toBeLessThan(110_000);
    });
  });

  it("that is closed follows its grip", () => {
    const rope = loop(110_000);
    const held = grip(rope, rope.points[10]!);
    const [x, y] = rope.points[10]!;
    const bent = pull(rope, held, [x + 2000, y], RADIUS).rope;
    expect(dist(bent.points[held.index]!, [x + 2000, y])).toBeLessThan(1);
    expect(bent.points).toHaveLength(rope.points.length);
  });

  it("may turn less between short links", () => {
    expect(sharpest(100, 500, RADIUS)).toBeLessThan(sharpest(500, 500, RADIUS));
  });
});

describe("a rope that is pinned to stations", () => {
  const loose = waves(30_000);
  const rope = pull(loose, grip(loose, loose.points[30]!), loose.points[30]!, RADIUS).rope; // its links are exact
  const [one, two] = [12, 40];

  it("moves between the neighbouring pins alone, and keeps its length", () => {
    const held = grip(rope, rope.points[26]!, [0, one, two, rope.points.length - 1]);
    expect([held.from, held.to]).toEqual([one, two]);
    const [x, y] = rope.points[26]!;
    const { rope: bent } = pull(rope, held, [x + 400, y + 1500], RADIUS);
    expect(dist(bent.points[26]!, rope.points[26]!)).toBeGreaterThan(300);
    for (const at of [0, one, two, rope.points.length - 1])
      expect(dist(bent.points[at]!, rope.points[at]!)).toBeLessThan(200);
    bent.links.forEach((link, i) => {
      expect(dist(bent.points[i]!, bent.points[i + 1]!)).toBeCloseTo(link, 0);
    });
  });

  it("does not creep off its pins, however often it is pulled", () => {
    const held = grip(rope, rope.points[26]!, [one, two]);
    const [x, y] = rope.points[26]!;
    let bent = rope;
    for (let n = 0; n < 40; n += 1)
      bent = pull(bent, held, [x + 700 * Math.sin(n), y + 1500 * Math.cos(n)], RADIUS).rope;
    for (const at of [0, one, two, rope.points.length - 1])
      expect(dist(bent.points[at]!, rope.points[at]!)).toBeLessThan(400);
  });

  it("lets go of the pin that is grabbed itself", () => {
    const held = grip(rope, rope.points[one]!, [0, one, two]);
    expect([held.index, held.from, held.to]).toEqual([one, 0, two]);
  });
});
