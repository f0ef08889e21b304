import { expect, it } from "vitest";
import { hour, moment } from "./moment";

it("says a time today, and a day with it otherwise", () => {
  const now = Date.now() / 1000;
  expect(moment(now)).toBe(hour(now));
  expect(moment(now + 3 * 86_400)).toMatch(/^[A-Z][a-z]{2}\W+\d/);
});
