import { expect, it } from "vitest";
import { block, spans } from "./markup";

it("knows code, strong and emphasis", () => {
  expect(spans("say `done` or *not* **now**.").map((each) => each.kind)).toEqual([
    "plain",
    "code",
    "plain",
    "em",
    "plain",
    "strong",
    "plain",
  ]);
  expect(spans("2 * 3 * 4")).toEqual([{ kind: "plain", text: "2 * 3 * 4" }]);
});

it("knows drawings, and only those that come along", () => {
  expect(spans("![A ticket](data:image/svg+xml;base64,AAA=) **Aim.** Go")).toEqual([
    { kind: "drawing", text: "A ticket", address: "data:image/svg+xml;base64,AAA=" },
    { kind: "strong", text: "Aim." },
    { kind: "plain", text: " Go" },
  ]);
  expect(spans("![far](https://example.org/a.svg)")).toEqual([
    { kind: "plain", text: "![far](https://example.org/a.svg)" },
  ]);
});

it("knows lists and tables", () => {
  expect(block("- one\n  more\n- two")).toMatchObject({
    kind: "list",
    items: [[{ text: "one more" }], [{}]],
  });
  expect(block("| a | b |\n|---|---|\n| 1 | 2 |")).toMatchObject({
    kind: "table",
    head: [[{ text: "a" }], [{ text: "b" }]],
    rows: [[[{ text: "1" }], [{ text: "2" }]]],
  });
  expect(block("two\nlines")).toEqual({ kind: "text", spans: [{ kind: "plain", text: "two lines" }] });
});
