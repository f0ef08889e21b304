import { expect, test } from "vitest";
import type { CallWay } from "../../protocol.gen";
import { bytes } from "./push";
import { clock, minute, named, question, USUAL, wantedBy } from "./wanted";

const WAY: CallWay = {
  way: "w",
  kind: "hook",
  to: "https://hooks.example.org/a/b",
  began: true,
  waiting: false,
  remind: 3,
  quiet: [1320, 420],
  zone: "UTC",
  confirmed: true,
  trouble: "",
};

test("what is wanted is what was said last", () => {
  expect(wantedBy([])).toEqual(USUAL);
  expect(wantedBy([WAY])).toEqual({ began: true, waiting: false, remind: 3, quiet: [1320, 420] });
});

test("a time of day is read and written", () => {
  expect([clock(0), clock(1320), clock(425)]).toEqual(["00:00", "22:00", "07:05"]);
  expect([minute("22:00"), minute("07:05:30"), minute("")]).toEqual([1320, 425, null]);
});

test("a way is named without its secret", () => {
  expect(named(WAY, false)).toBe("hooks.example.org");
  expect(named({ ...WAY, kind: "discord" }, false)).toBe("Discord (hooks.example.org)");
  expect(named({ ...WAY, kind: "push" }, true)).toBe("This device");
});

test("a question has a time zone and all that is wanted", () => {
  const asked = question({ call: "mail", to: "a@b.example" }, { ...USUAL, remind: 3 }, 1);
  expect(asked).toMatchObject({ call: "mail", to: "a@b.example", remind: 3, quiet: null, seat: 1 });
  expect(asked.zone).toBeTruthy();
});

test("a key is bytes", () => {
  expect([...bytes("-_8")]).toEqual([251, 255]);
});
