import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Answer } from "../protocol.gen";
import { Connection, type Line } from "./connection";

class Wire implements Line {
  static all: Wire[] = [];
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  sent: Record<string, unknown>[] = [];
  constructor() {
    Wire.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.onclose?.({} as CloseEvent);
  }
  say(answer: unknown) {
    this.onmessage?.({ data: JSON.stringify(answer) } as MessageEvent);
  }
  welcome() {
    this.say({ type: "welcome", seats: [0], chat: [] });
  }
}

let states: boolean[];
let heard: Answer[];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  Wire.all = [];
  states = [];
  heard = [];
  connection = new Connection(
    () => new Wire(),
    { heard: (answer) => heard.push(answer), state: (open) => states.push(open) },
    "k",
  );
  connection.start();
});
afterEach(() => vi.useRealTimers());

it("keeps questions until it is welcome", async () => {
  const answer = connection.ask({ do: ["done"], after: 3 });
  const [wire] = Wire.all;
  expect(wire!.sent).toEqual([]);
  wire!.welcome();
  expect(wire!.sent).toEqual([{ do: ["done"], after: 3, key: "k1" }]);
  wire!.say({ type: "done", version: 4, key: "k1" });
  expect(await answer).toMatchObject({ version: 4 });
  expect(heard.map((each) => each.type)).toEqual(["welcome", "done"]);
});

it("asks again with the same key, ever more patiently", async () => {
  Wire.all[0]!.welcome();
  const answer = connection.ask({ do: ["done"], after: 3 });
  Wire.all[0]!.close();
  expect(states).toEqual([true, false]);
  vi.advanceTimersByTime(250);
  Wire.all[1]!.close();
  vi.advanceTimersByTime(499);
  expect(Wire.all).toHaveLength(2);
  vi.advanceTimersByTime(1);
  Wire.all[2]!.welcome();
  expect(Wire.all[2]!.sent).toEqual(Wire.all[0]!.sent);
  Wire.all[2]!.say({ type: "done", version: 4, key: "k1" });
  expect(await answer).toMatchObject({ type: "done" });
  expect(states).toEqual([true, false, false, true]);
});

it("is welcomed anew when seats have changed, without hanging up on a line that is being opened", () => {
  connection.renew();
  expect(Wire.all).toHaveLength(1);
  Wire.all[0]!.welcome();
  expect(Wire.all).toHaveLength(2);
  Wire.all[1]!.welcome();
  connection.renew();
  expect(Wire.all).toHaveLength(3);
});

it("gives up a line that is silent", () => {
  Wire.all[0]!.welcome();
  void connection.ask({ try: [["done"]] });
  vi.advanceTimersByTime(8000);
  expect(states).toEqual([true, false]);
  vi.advanceTimersByTime(250);
  expect(Wire.all).toHaveLength(2);
});

it("stays closed", () => {
  connection.close();
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
});
