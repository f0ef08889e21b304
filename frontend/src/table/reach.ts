// A link to 127.0.0.1 leads whoever gets it to their own machine. The server knows a better address.

import type { Reach } from "../protocol.gen";

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
  if (!told?.address)
    return { origin, warning: `These links work on this machine only: ${hostname} means one's own.` };
  if (told.open)
    return {
      origin: told.address,
      warning: `You are at ${hostname}, where nobody else finds you. The links lead to ${told.address}, which works in your network.`,
    };
  return {
    origin,
    warning: `These links work on this machine only. Start the server with --host 0.0.0.0: then it is at ${told.address} for your whole network.`,
  };
}
