// A notice of the browser when it is your turn and the page is in the background; only who asked for it gets one.

import { say } from "../voice";
export type Permission = "granted" | "denied" | "default" | "none";

/** What the browser allows; "none": it has no notices, or not on a page without https. */
export function permission(): Permission {
  return "Notification" in globalThis && globalThis.isSecureContext ? Notification.permission : "none";
}

/** Ask the browser, which asks the person. */
export async function allowed(): Promise<boolean> {
  return permission() !== "none" && (await Notification.requestPermission()) === "granted";
}

/** True where a notice is due: your turn has begun, nobody looks, and it was asked for. */
export function due(was: boolean, active: boolean, hidden: boolean, liked: boolean): boolean {
  return !was && active && hidden && liked;
}

export function notify(game: string, id: string): void {
  if (permission() !== "granted") return;
  const notice = new Notification(say("table.your-turn"), { body: game, tag: id }); // one for each table
  notice.onclick = () => {
    focus();
    notice.close();
  };
}
