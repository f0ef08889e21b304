// A link to 127.0.0.1 leads whoever gets it to their own machine. The server knows a better address.

import type { Reach } from "../protocol.gen";
import { say } from "../voice";

export function isLocal(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}

export interface Reached {
  origin: string; // what links for others begin with
  warning: string; // "": they lead everywhere
}

/** What links begin with, and what to say about them, where the page was opened at that address. */
export function reached(here: { origin: string; hostname: string }, told: Reach | null): Reached {
  const { origin, hostname } = here;
  if (!isLocal(hostname)) return { origin, warning: "" };
  if (!told?.address) return { origin, warning: say("more.reach-none", [hostname]) };
  if (told.open)
    return {
      origin: told.address,
      warning: say("more.reach-other", [hostname, told.address]),
    };
  return {
    origin,
    warning: say("more.reach-closed", [told.address]),
  };
}
