import { expect, test } from "vitest";
import { isLocal, reached } from "./reach";

const told = (address: string, open: boolean) => ({ type: "reach" as const, address, open });
const here = { origin: "http://127.0.0.1:8000", hostname: "127.0.0.1" };

test("names of one's own machine are known", () => {
  expect(["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "a.localhost"].map(isLocal)).not.toContain(false);
  expect(["192.168.1.20", "example.org", "localhost.org", "10.127.0.1"].map(isLocal)).not.toContain(true);
});

test("links begin with the address that works for others, and a sentence says so", () => {
  const found = reached(here, told("http://192.168.1.20:8000", true));
  expect(found.origin).toBe("http://192.168.1.20:8000");
  expect(found.warning).toContain("http://192.168.1.20:8000");
});

test("where the server listens to nobody else, the warning says how it would and where it would be", () => {
  const found = reached(here, told("http://192.168.1.20:8000", false));
  expect(found.origin).toBe(here.origin);
  expect(found.warning).toMatch(/--host 0\.0\.0\.0.*http:\/\/192\.168\.1\.20:8000/);
});

test("without a network, or an answer, the warning is there all the same", () => {
  expect(reached(here, told("", false)).warning).toContain("this machine only");
  expect(reached(here, null).warning).toContain("this machine only");
});

test("at an address that others have too nothing is said", () => {
  const far = { origin: "https://example.org", hostname: "example.org" };
  expect(reached(far, null)).toEqual({ origin: far.origin, warning: "" });
});
