// How much of the table is shown: the field, a rim of wood, and at the foot room for the cards in hand.

import type { Frame } from "../../table/contract";
import { layout } from "../../table/screen";
import { across, down } from "./geometry";
import type { View } from "./types";

const RIM = 22;
const FOOT = 74;
const NARROW_FOOT = 168; // on a phone the tools are there too: its height is free, its panel is down
const BARE = 0.194; // of the loop: half the side of the table before there is a field

/** On a phone the panel is down while one plays. */
export const isNarrow = (): boolean => layout() === "phone";

export function frameOf(view: View): Frame {
  const bare = BARE * view.measures.loop;
  const corners = [-bare, bare].map((each) => [each, each]);
  const field = view.field.length ? [...view.field, ...view.river] : corners;
  const xs = field.map((point) => across(point[0]!));
  const ys = field.map((point) => down(point[1]!));
  const foot = isNarrow() ? NARROW_FOOT : FOOT;
  const [left, top] = [Math.min(...xs) - RIM, Math.min(...ys) - RIM];
  return { x: left, y: top, width: Math.max(...xs) + RIM - left, height: Math.max(...ys) + foot - top };
}
