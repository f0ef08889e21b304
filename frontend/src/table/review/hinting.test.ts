import { expect, it } from "vitest";
import { noHint } from "./hinting";

it("says why there is no hint: in a plan, among people, before one's turn", () => {
  const plan = {} as never;
  expect(noHint({ plan: null, helped: true, active: true })).toBeNull();
  expect(noHint({ plan, helped: true, active: true })).toBe("more.menu-hint-plan");
  expect(noHint({ plan: null, helped: false, active: true })).toBe("more.menu-hint-none");
  expect(noHint({ plan: null, helped: true, active: false })).toBe("more.menu-hint-wait");
});
