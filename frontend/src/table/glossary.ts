// The words of a game inside its sentences, so that they can be explained where they stand.

export interface Piece {
  text: string;
  means?: string; // of a word of the game: what it is, in one sentence
}

/** Finds the words of a glossary: a term, or its forms with | between them, and what it means. */
export function reader(glossary: Record<string, string>): (text: string) => Piece[] {
  const meanings = new Map<string, string>();
  for (const [forms, means] of Object.entries(glossary))
    for (const form of forms.split("|")) meanings.set(form.toLowerCase(), means);
  if (!meanings.size) return (text) => [{ text }];
  const forms = [...meanings.keys()].sort((one, other) => other.length - one.length);
  const plain = forms.map((form) => form.replace(/[.*+?^${}()[\]\\/]/g, "\\$&"));
  const term = new RegExp(`(?<![\\p{L}\\d-])(?:${plain.join("|")})(?![\\p{L}\\d-])`, "giu");

  return (text) => {
    const pieces: Piece[] = [];
    const seen = new Set<string>(); // a word is explained once in a sentence
    let from = 0;
    for (const { 0: found, index } of text.matchAll(term)) {
      const means = meanings.get(found.toLowerCase())!;
      if (seen.has(means)) continue;
      seen.add(means);
      if (index > from) pieces.push({ text: text.slice(from, index) });
      pieces.push({ text: found, means });
      from = index + found.length;
    }
    if (from < text.length || !pieces.length) pieces.push({ text: text.slice(from) });
    return pieces;
  };
}
