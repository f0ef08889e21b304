import { root } from "../root";
import { spoken } from "../voice";

/** A JSON answer, or null with the refusal shown by the caller. */
export async function fetched<T>(path: string): Promise<T | null> {
  try {
    const answer = await fetch(root + spoken(path));
    return answer.ok ? ((await answer.json()) as T) : null;
  } catch {
    return null; // the line is down; whoever asked shows what it has
  }
}

/** The address says which step of the game is looked at; what else was looked at goes from it. */
export function addressStep(step: number | undefined): void {
  const address = new URL(location.href);
  for (const each of ["turn", "show", "at"]) address.searchParams.delete(each);
  if (step !== undefined) address.searchParams.set("at", String(step));
  history.replaceState(null, "", address);
}
