import { expect, it } from "vitest";
import { animated, image } from "./webp";

const text = (bytes: Uint8Array) => String.fromCharCode(...bytes);
// a still file: head, one chunk of three bytes and its pad
const STILL = Uint8Array.from([
  ...[82, 73, 70, 70, 16, 0, 0, 0, 87, 69, 66, 80],
  ...[86, 80, 56, 32, 3, 0, 0, 0, 7, 8, 9, 0],
]);

it("takes the picture out of a still file, and refuses what holds none", () => {
  expect([...image(STILL)]).toEqual([86, 80, 56, 32, 3, 0, 0, 0, 7, 8, 9, 0]);
  expect(() => image(STILL.subarray(0, 12))).toThrow("no WebP");
});

it("puts a head, an animation and every frame with its time around them", () => {
  const file = animated(
    [
      { data: STILL, milliseconds: 700 },
      { data: STILL, milliseconds: 3000 },
    ],
    640,
    300,
  );
  expect(text(file.subarray(0, 4)) + text(file.subarray(8, 16))).toBe("RIFFWEBPVP8X");
  expect(new DataView(file.buffer).getUint32(4, true)).toBe(file.length - 8);
  expect([...file.subarray(20, 30)]).toEqual([2, 0, 0, 0, 127, 2, 0, 43, 1, 0]);
  expect(text(file).match(/ANMF/g)).toHaveLength(2);
  const first = text(file).indexOf("ANMF");
  expect([...file.subarray(first + 8 + 12, first + 8 + 15)]).toEqual([188, 2, 0]);
});
