import { describe, expect, it } from "vitest";
import { headline, mayPlan, waiting } from "./headline";

type Sat = Parameters<typeof headline>[0];
const seats = [{ joined: true }, { joined: false }] as NonNullable<Sat["now"]>["seats"];
const sat = (more: object, now: object = {}) =>
  ({
    active: true,
    mine: [0],
    thinker: null,
    called: (seat: number) => ["Ada", "Brunel"][seat]!,
    telling: { table: null },
    now: { status: "playing", step: 3, to_move: 0, seats, ...now },
    ...more,
  }) as unknown as Sat;

describe("the first words of the bar", () => {
  it("say that it is your turn only when what others did has been told", () => {
    expect(headline(sat({}))).toBe("Your turn");
    expect(headline(sat({ telling: { table: {} } }))).toBe("Before your turn");
    expect(headline(sat({ mine: [0, 1] }))).toBe("Your turn: Ada");
  });

  it("are those of an open plan", () => {
    expect(headline(sat({ plan: { words: "A guess for Brunel" } }))).toBe("A guess for Brunel");
  });

  it("let only who holds a seat plan, in a game that has begun", () => {
    const may = (more: object, now: object = {}) =>
      mayPlan({ ...sat({ shared: false, ...more }, now) } as unknown as Parameters<typeof mayPlan>[0]);
    expect(may({})).toBe(true);
    expect(may({ mine: [] })).toBe(false);
    expect(may({ shared: true })).toBe(false);
    expect(may({}, { status: "waiting" })).toBe(false);
    expect(may({}, { lesson: {} })).toBe(false);
  });

  it("name who one waits for", () => {
    expect(headline(sat({ active: false }, { to_move: 1 }))).toBe("Brunel is to move");
    expect(headline(sat({ active: false, thinker: {} }, { to_move: 1 }))).toBe("Brunel is thinking");
    expect(waiting(sat({ active: false }, { to_move: 1 }))).toBe("That seat is still free.");
    expect(waiting(sat({ mine: [] }))).toBe("You are watching.");
  });
});
