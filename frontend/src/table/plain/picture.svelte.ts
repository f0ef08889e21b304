// The picture of the position that the server draws. It is shown as an image, in which nothing is ever run.

import type { Frame } from "../contract";

export interface Picture {
  href: string;
  width: number;
  height: number;
  text: string; // what is written in it, for who hears the page
}

const LEAST = { width: 640, height: 400 }; // a small picture is not blown up beyond this
const AGAIN = 2000; // milliseconds until it is asked for once more, where the server was busy or the line down
const NAMED: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

let shown = $state.raw<Picture | null>(null);

export function picture(): Picture | null {
  return shown;
}

/** An SVG as an image that can be shown, or null where it says no size. */
export function pictureOf(svg: string): Picture | null {
  const box = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg);
  if (!box) return null;
  const lines = [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map((found) =>
    found[1]!.replace(/<[^>]*>/g, ""),
  );
  const text = lines.join("\n").replace(/&(lt|gt|quot|amp);/g, (each) => NAMED[each]!);
  return {
    href: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    width: Number(box[1]),
    height: Number(box[2]),
    text,
  };
}

/** The picture and, around a small one, some table. */
export function frame(): Frame {
  const { width, height } = shown ?? LEAST;
  const wide = Math.max(width, Math.min(LEAST.width, innerWidth));
  const high = Math.max(height, Math.min(LEAST.height, (wide * LEAST.height) / LEAST.width));
  return { x: (width - wide) / 2, y: (height - high) / 2, width: wide, height: high };
}

let wanted = "";

/** Get the picture at an address; the one before stays until it is there. */
export async function fetchPicture(address: string): Promise<void> {
  wanted = address;
  const found = await fetch(address)
    .then(async (answer) => (answer.ok ? pictureOf(await answer.text()) : null))
    .catch(() => null);
  if (address !== wanted) return;
  if (found) shown = found;
  else setTimeout(() => address === wanted && void fetchPicture(address), AGAIN);
}
