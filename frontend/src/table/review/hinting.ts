// Whether hints are given here and now.

import type { Key } from "../../voice";
import type { Session } from "../session.svelte";

/** The sentence that says why there is no hint right now; null: there is one. */
export function noHint({ plan, helped, active }: Pick<Session, "plan" | "helped" | "active">): Key | null {
  if (plan) return "more.menu-hint-plan";
  if (!helped) return "more.menu-hint-none";
  return active ? null : "more.menu-hint-wait";
}
