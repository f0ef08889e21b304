// No sentence stands in the code of a page: all that people read comes from `words/` by `say` or from a game's
// own words by `ui`, so that it is said in every language.

import { parse } from "svelte/compiler";
import ts from "typescript";
import { expect, it } from "vitest";

const sources = import.meta.glob<string>(
  ["./**/*.svelte", "./**/*.ts", "!./**/*.test.ts", "!./**/*.gen.ts"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);

/** What a browser shows or says of an element. */
const SHOWN = [
  "title",
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "placeholder",
  "alt",
  "label",
];
/** Names of keys, marks and makers: the same in every language. */
const SAME = /^(Branchline|SNCF|QR|JSON|Discord|WebP|GIF|Esc|Enter|Tab|Ctrl|Alt|Shift|px|cm|km|MIT|pts?)$/;
const WORD = /\p{L}{2,}/gu;
/** At least two words of running text: no list of classes, no path, no selector. */
const RUNNING = /(^|[\s“(])\p{L}[\p{L}’']+[,:;]? [\p{Ll}][\p{L}’']*([\s.,:;!?…”)]|$)/u;

interface Node {
  type: string;
  [key: string]: unknown;
}

const runs = (text: string): boolean => RUNNING.test(text) && !/[[{<=]/.test(text);
const words = (text: string): string[] => (text.match(WORD) ?? []).filter((each) => !SAME.test(each));

/** Texts of an element or attribute that are said as they stand. */
function inMarkup(node: unknown, found: string[], path: string[] = []): void {
  if (Array.isArray(node)) return node.forEach((each) => inMarkup(each, found, path));
  if (!node || typeof node !== "object" || !("type" in node)) return;
  const { type } = node as Node;
  if (type === "Text" && !path.includes("Attribute") && !path.includes("StyleDirective")) {
    const text = String((node as Node).data).trim();
    if (words(text).length) found.push(text);
  }
  if (type === "Attribute" && SHOWN.includes(String((node as Node).name))) {
    const value = (node as Node).value;
    for (const part of Array.isArray(value) ? (value as Node[]) : [])
      if (part.type === "Text" && words(String(part.data)).length) found.push(String(part.data));
  }
  if (type === "Literal" && typeof (node as Node).value === "string" && runs(String((node as Node).value)))
    found.push(String((node as Node).value));
  if (type === "TemplateElement") {
    const text = (node as unknown as { value: { cooked: string } }).value.cooked;
    if (runs(text)) found.push(text);
  }
  if (
    type === "Attribute" &&
    ["class", "style", "d", "transform", "viewBox"].includes(String((node as Node).name))
  )
    return;
  for (const [key, value] of Object.entries(node as Node))
    if (key !== "css" && key !== "comments" && key !== "leadingComments")
      inMarkup(value, found, [...path, type]);
}

function inScript(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      if (runs(node.text)) found.push(node.text);
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile("x.ts", source, ts.ScriptTarget.Latest));
  return found;
}

it.each(Object.entries(sources))("%s has no sentence of its own", (path, source) => {
  const found: string[] = [];
  if (path.endsWith(".svelte")) inMarkup(parse(source, { modern: true }), found);
  else found.push(...inScript(source));
  expect(found).toEqual([]);
});
