import { describe, expect, it } from "vitest";
import { Latest } from "./latest";

const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Questions that wait until they are answered by hand, and timers that ring by hand. */
function making() {
  const timers: [() => void, number][] = [];
  const open: ((answer: string) => void)[] = [];
  const heard: string[] = [];
  let time = 0;
  const latest = new Latest(
    60,
    () => time,
    (call, ms) => timers.push([call, ms]),
  );
  return {
    timers,
    open,
    heard,
    latest,
    pass: (ms: number) => (time += ms),
    ask: () =>
      latest.ask(
        () => new Promise<string>((resolve) => open.push(resolve)),
        (answer) => heard.push(answer),
      ),
  };
}

describe("questions while a hand moves", () => {
  it("are asked one at a time, and only the latest waits", async () => {
    const at = making();
    at.ask();
    at.ask();
    at.ask();
    expect(at.open).toHaveLength(1);
    at.open[0]!("first");
    await soon();
    at.timers[0]![0]();
    expect(at.open).toHaveLength(2);
    at.open[1]!("third");
    await soon();
    expect(at.heard).toEqual(["third"]);
  });

  it("keep the pace that the server allows", async () => {
    const at = making();
    at.ask();
    at.pass(25);
    at.open[0]!("answer");
    await soon();
    expect(at.timers[0]![1]).toBe(35);
  });

  it("are forgotten with their answers", async () => {
    const at = making();
    at.ask();
    at.latest.forget();
    at.open[0]!("late");
    await soon();
    expect(at.heard).toEqual([]);
  });
});
