// Motion of what appears on a board. It takes as long as it may at that moment; what comes later does not hurry it.

import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";

/** An element that moves when it appears, for this part of the pace (more than one: it lingers). */
export function appearing(pace: () => number, frames: Keyframe[], part = 1, fill?: FillMode): Attachment {
  return (element) => {
    const duration = untrack(pace) * part;
    if (duration) element.animate(frames, { duration, easing: "ease-out", fill: fill ?? "none" });
  };
}

/** A line that draws itself from end to end; its `pathLength` is 1. */
export const DRAWN: Keyframe[] = [
  { strokeDasharray: "1 1", strokeDashoffset: 1 },
  { strokeDasharray: "1 1", strokeDashoffset: 0 },
];
export const FADED_IN: Keyframe[] = [{ opacity: 0 }, { opacity: 1 }];
