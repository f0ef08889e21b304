// Where the board is looked at: scaled by k and moved by x and y, in units of the board's own frame.

import type { Frame } from "./contract";

export interface Camera {
  x: number;
  y: number;
  k: number;
}

export const WHOLE: Camera = { x: 0, y: 0, k: 1 };
const MOST = 10;

/** Nearer or further, so that what is under the pointer stays there. */
export function zoomed(camera: Camera, factor: number, at: [number, number], frame: Frame): Camera {
  const k = Math.min(MOST, Math.max(1, camera.k * factor));
  const ratio = k / camera.k;
  return held({ k, x: at[0] - ratio * (at[0] - camera.x), y: at[1] - ratio * (at[1] - camera.y) }, frame);
}

export function panned(camera: Camera, dx: number, dy: number, frame: Frame): Camera {
  return held({ ...camera, x: camera.x + dx, y: camera.y + dy }, frame);
}

/** The board never leaves the window; zoomed in, its edge may come a little way towards the middle. */
export function held({ x, y, k }: Camera, frame: Frame): Camera {
  const slack = k > 1 ? 0.25 : 0;
  const hold = (value: number, start: number, size: number) => {
    const most = (1 - k) * start + slack * size;
    const least = (1 - k) * (start + size) - slack * size;
    return Math.min(most, Math.max(least, value));
  };
  return { k, x: hold(x, frame.x, frame.width), y: hold(y, frame.y, frame.height) };
}
