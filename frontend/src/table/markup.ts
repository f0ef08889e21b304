// The little that RULES.md uses of Markdown, as data, so that no text ever becomes HTML by itself.

export interface Span {
  kind: "plain" | "code" | "strong" | "em" | "drawing";
  text: string;
  address?: string; // of a drawing, whose text says what it shows
}

export type Block =
  | { kind: "text"; spans: Span[] }
  | { kind: "list"; ordered: boolean; items: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] };

const SPAN = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|!\[([^\]]*)\]\((data:image[^)]+)\) ?/g;

export function spans(text: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(SPAN)) {
    if (match.index > from) found.push({ kind: "plain", text: text.slice(from, match.index) });
    const [whole, code, strong, em, shows, address] = match;
    if (code !== undefined) found.push({ kind: "code", text: code });
    else if (strong !== undefined) found.push({ kind: "strong", text: strong });
    else if (em !== undefined) found.push({ kind: "em", text: em });
    else found.push({ kind: "drawing", text: shows!, address: address! });
    from = match.index + whole.length;
  }
  if (from < text.length) found.push({ kind: "plain", text: text.slice(from) });
  return found;
}

const ITEM = /^(-|\d+\.)\s+/;

/** A paragraph as one block. */
export function block(text: string): Block {
  const lines = text.split("\n");
  if (lines.every((line) => line.startsWith("|")) && lines.length > 2) {
    const [head, , ...rows] = lines.map((line) =>
      line
        .replace(/^\||\|\s*$/g, "")
        .split("|")
        .map((cell) => spans(cell.trim())),
    );
    return { kind: "table", head: head!, rows };
  }
  if (ITEM.test(lines[0]!)) {
    const items: string[] = [];
    for (const line of lines) {
      if (ITEM.test(line)) items.push(line.replace(ITEM, ""));
      else items[items.length - 1] += ` ${line.trim()}`;
    }
    return { kind: "list", ordered: /^\d/.test(lines[0]!), items: items.map(spans) };
  }
  return { kind: "text", spans: spans(lines.join(" ")) };
}
