import { describe, expect, it } from "vitest";
import { unused } from "./numbers";

const card = (plan: number) => ({ plan, at: 3, actions: 1, text: "" });

describe("the number of a new plan", () => {
  it("is the first that no plan has", () => {
    expect(unused([], 6)).toBe(1);
    expect(unused([card(1), card(3)], 6)).toBe(2);
  });

  it("is none where no more are kept", () => {
    expect(unused([card(1), card(2)], 2)).toBe(null);
  });
});
