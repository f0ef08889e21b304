// An animated WebP made of still ones: a container (RIFF) around the frames that the browser has encoded.
// https://developers.google.com/speed/webp/docs/riff_container

import { say } from "../../voice";

export interface Still {
  data: Uint8Array; // a WebP file
  milliseconds: number;
}

const ANIMATED = 2; // a flag of the head
const WHOLE = 2; // a frame replaces the one before, nothing shines through

/** One file that shows them one after the other, for ever. */
export function animated(stills: Still[], width: number, height: number): Uint8Array<ArrayBuffer> {
  const size = [...number(width - 1, 3), ...number(height - 1, 3)];
  const parts = [
    chunk("VP8X", Uint8Array.from([ANIMATED, 0, 0, 0, ...size])),
    chunk("ANIM", new Uint8Array(6)), // nothing behind the frames, no end
    ...stills.map(({ data, milliseconds }) => {
      const place = [...number(0, 3), ...number(0, 3), ...size, ...number(milliseconds, 3), WHOLE];
      return chunk("ANMF", joined([Uint8Array.from(place), image(data)]));
    }),
  ];
  return chunk("RIFF", joined([letters("WEBP"), ...parts]));
}

/** What a still file holds beside its head: the picture itself. */
export function image(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const found: Uint8Array[] = [];
  for (let at = 12; at + 8 <= file.length;) {
    const name = String.fromCharCode(...file.subarray(at, at + 4));
    const end = at + 8 + view.getUint32(at + 4, true);
    if (["ALPH", "VP8 ", "VP8L"].includes(name)) found.push(file.subarray(at, end + (end % 2)));
    at = end + (end % 2);
  }
  if (!found.length) throw new Error(say("more.no-webp"));
  return joined(found);
}

function chunk(name: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const pad = new Uint8Array(body.length % 2);
  return joined([letters(name), Uint8Array.from(number(body.length, 4)), body, pad]);
}

/** A number in so many bytes, the smallest first. */
const number = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, n) => (value >>> (8 * n)) & 255);

const letters = (text: string) => Uint8Array.from(text, (each) => each.charCodeAt(0));

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const found = new Uint8Array(parts.reduce((sum, each) => sum + each.length, 0));
  let at = 0;
  for (const part of parts) {
    found.set(part, at);
    at += part.length;
  }
  return found;
}
