import type { PlanCard } from "../../protocol.gen";

/** The number that a new plan would have; none where no more are kept. */
export function unused(plans: PlanCard[], most: number): number | null {
  const taken = plans.map(({ plan }) => plan);
  const free = Array.from({ length: most }, (_, n) => n + 1).filter((each) => !taken.includes(each));
  return free[0] ?? null;
}
