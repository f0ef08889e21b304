// This browser as one that is called: what it allows, and the address by which a push service reaches it.

import { say } from "../../voice";

export type Able = "called" | "can" | "denied" | "none";

/** What the browser says before anybody is asked. */
export function able(): Able {
  if (!("PushManager" in globalThis) || !("serviceWorker" in navigator) || !isSecureContext) return "none";
  return Notification.permission === "denied" ? "denied" : "can";
}

/** Why this browser is not called, and what could be done. */
export function whyNot(able: Able): string {
  if (able === "denied") return say("more.forbidden");
  return able === "none" ? say("more.no-calls-here") : "";
}

/** A key as browsers want it. */
export function bytes(key: string): Uint8Array<ArrayBuffer> {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (each) => each.charCodeAt(0));
}

/** The address of this browser, if it has one. */
export async function subscribed(): Promise<PushSubscription | null> {
  if (able() === "none") return null;
  const found = await navigator.serviceWorker.getRegistration();
  return (await found?.pushManager.getSubscription()) ?? null;
}

/** Ask the browser, which asks the person. One that belongs to another key is given up first. */
export async function subscribe(key: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(whyNot("denied"));
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  const mine = old?.options.applicationServerKey;
  if (old && mine && String(new Uint8Array(mine)) !== String(bytes(key))) await old.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}
