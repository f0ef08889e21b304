import { afterEach, expect, test, vi } from "vitest";
import { allowed, due, notify, permission } from "./notice";

afterEach(() => vi.unstubAllGlobals());

function browser(granted: string, secure = true) {
  const made: unknown[][] = [];
  function Notice(...given: unknown[]) {
    made.push(given);
  }
  const asked = { permission: granted, requestPermission: () => Promise.resolve(granted) };
  vi.stubGlobal("Notification", Object.assign(Notice, asked));
  vi.stubGlobal("isSecureContext", secure);
  return made;
}

test("a notice is due when a turn begins in the background and it was asked for", () => {
  expect(due(false, true, true, true)).toBe(true);
  expect(due(true, true, true, true)).toBe(false);
  expect(due(false, false, true, true)).toBe(false);
  expect(due(false, true, false, true)).toBe(false);
  expect(due(false, true, true, false)).toBe(false);
});

test("it names the game, and a table has one at a time", async () => {
  const made = browser("granted");
  expect(await allowed()).toBe(true);
  notify("SNCF France", "abc");
  expect(made).toEqual([["Your turn", { body: "SNCF France", tag: "abc" }]]);
});

test("who was refused, or has no https, gets none", async () => {
  const made = browser("denied");
  notify("SNCF France", "abc");
  expect([await allowed(), made]).toEqual([false, []]);
  browser("granted", false);
  expect(permission()).toBe("none");
});
