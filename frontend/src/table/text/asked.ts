// What the server is asked for in words: an answer, or the sentence that says why there is none (yet).

import type { Refusal } from "../../protocol.gen";
import { root } from "../../root";
import { say, spoken } from "../../voice";

export async function asked<T>(path: string): Promise<T | string> {
  try {
    const answer = await fetch(root + spoken(path));
    const found: unknown = await answer.json();
    return answer.ok ? (found as T) : (found as Refusal).text;
  } catch {
    return say("more.silent"); // the line is down
  }
}
