// A finished game as a moving picture: the board after every turn, drawn by the server, with the standing below.

import type { LogRow } from "../../protocol.gen";
import { root } from "../../root";
import { say, spoken } from "../../voice";
import { turns } from "../logbook";
import { withResult } from "../share";
import { animated, type Still } from "./webp";

const MOST = 60; // frames; of a longer game some turns are left out
const WIDE = 960; // pixels
const LARGEST = 12_000_000; // bytes
const EACH = 700; // milliseconds of a frame
const LAST = 3500;

/** After these steps a frame is drawn: before the first turn, and after each; the last one always. */
export function moments(rows: LogRow[]): number[] {
  const found = turns(rows).filter(({ seat }) => seat >= 0);
  const steps = found.map((_, n) => (found[n + 1]?.first ?? rows.length + 1) - 1);
  const all = found.length ? [found[0]!.first - 1, ...steps] : [];
  const kept = Math.min(MOST, all.length);
  return Array.from(
    { length: kept },
    (_, n) => all[Math.round((n * (all.length - 1)) / Math.max(1, kept - 1))]!,
  );
}

export interface Wanted {
  table: string;
  rows: LogRow[];
  lines: (step: number) => string[]; // what stands below the board then
  told: (part: number) => void; // how far it is
  stopped: AbortSignal;
}

/** The whole file; an error says why there is none. */
export async function film({ table, rows, lines, told, stopped }: Wanted): Promise<Blob> {
  const steps = moments(rows);
  const canvas = document.createElement("canvas");
  const stills: Still[] = [];
  for (const [n, step] of steps.entries()) {
    told(n / steps.length);
    const drawing = withResult(await drawn(table, step, stopped), lines(step));
    await painted(canvas, drawing);
    stopped.throwIfAborted();
    const data = new Uint8Array(await (await encoded(canvas)).arrayBuffer());
    stills.push({ data, milliseconds: step === steps.at(-1) ? LAST : EACH });
  }
  const kept = bounded(stills);
  return new Blob([animated(kept, canvas.width, canvas.height)], { type: "image/webp" });
}

/** As many frames as fit: of a file that would be too large every other is left out, never the last. */
export function bounded(stills: Still[], largest = LARGEST): Still[] {
  const size = stills.reduce((sum, { data }) => sum + data.length, 0);
  if (size <= largest || stills.length < 3) return stills;
  const last = stills.length - 1;
  return bounded(
    stills.filter((_, n) => n === last || (n % 2 === 0 && n !== last - 1)),
    largest,
  );
}

/** The server draws so many pictures a second for one address: who is too quick waits. */
async function drawn(table: string, step: number, stopped: AbortSignal): Promise<string> {
  for (let again = 0; again < 20; again += 1) {
    const answer = await fetch(root + spoken(`/api/tables/${table}/picture?at=${step}`), { signal: stopped });
    if (answer.ok) return answer.text();
    if (answer.status !== 429) break;
    await new Promise((done) => setTimeout(done, 500));
    stopped.throwIfAborted();
  }
  throw new Error(say("more.picture-missing"));
}

async function painted(canvas: HTMLCanvasElement, drawing: string): Promise<void> {
  const [, , wide, high] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(drawing)!.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const tall = Math.round((WIDE * high) / wide);
  if (canvas.width !== WIDE) [canvas.width, canvas.height] = [WIDE, tall]; // all frames are as large as the first
  const sized = drawing.replace("<svg ", `<svg width="${WIDE}" height="${tall}" `);
  const address = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
  const picture = new Image();
  picture.src = address;
  await picture.decode().finally(() => URL.revokeObjectURL(address));
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
}

function encoded(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((done, failed) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error(say("more.picture-failed")))),
      "image/webp",
      0.8,
    ),
  );
}
