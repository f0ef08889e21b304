import { root } from "../root";

/** A JSON answer, or null with the refusal shown by the caller. */
export async function fetched<T>(path: string): Promise<T | null> {
  try {
    const answer = await fetch(root + path);
    return answer.ok ? ((await answer.json()) as T) : null;
  } catch {
    return null; // the line is down; whoever asked shows what it has
  }
}
