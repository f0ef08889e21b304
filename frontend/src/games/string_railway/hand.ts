// What a pointer does on the table: lead a string through stations, bend it, draw a stroke, drag a card.

import type { Point } from "../../protocol.gen";
import { cardAction, desk, fit, judge, propose, refit, route, ropeAction, targetOf } from "./desk.svelte";
import { depth, dist, nearest, span, stationAt, taut, toTable } from "./geometry";
import { grip, pull, type Grip } from "./rope";
import { turnOf, type Props, type Tile, type Turn } from "./types";

const SNAP = 400; // units from a card's edge at which a string led there snaps onto it
const STROKE_GAP = 150; // between the points of a stroke
const LONGEST_STROKE = 1500;
const STILL = 6; // pixels that a tap may tremble

export class Hand {
  private grip: Grip | null = null;
  private before: string[] = []; // the chain before this gesture, which a tap goes on with
  private from: [number, number] = [0, 0];
  private offset: Point = [0, 0];
  private first: number | null = null; // the pointer that holds something
  private other: { id: number; from: number; angle: number } | null = null; // the one that turns
  private last: [number, number] = [0, 0];
  private moved = false;
  private ticks = 0;

  constructor(
    private readonly props: () => Props,
    private readonly root: () => SVGGElement | undefined,
  ) {}

  private turn(): Turn {
    const { view, draft } = this.props();
    return turnOf(view, draft?.tried ? draft.action : null);
  }

  private at(event: PointerEvent): Point {
    const scale = this.root()?.getScreenCTM()?.a;
    if (scale) desk.pixel = 1 / scale;
    return toTable(this.props().toBoard(event));
  }

  /** So many pixels on the table. */
  private reach(event: PointerEvent, mouse: number, touch: number): number {
    return 100 * desk.pixel * (event.pointerType === "touch" ? touch : mouse);
  }

  down(event: PointerEvent): void {
    const target = event.target as Element;
    if (event.button !== 0 || this.first !== null || !target.closest("[data-grab]")) return;
    const props = this.props();
    const at = this.at(event);
    const turn = this.turn();
    this.moved = false;
    this.from = this.last = [event.clientX, event.clientY];
    if (!this.begin(event, props, turn, at)) return;
    this.first = event.pointerId;
    this.root()?.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  private begin(event: PointerEvent, props: Props, turn: Turn, at: Point): boolean {
    const kind = (event.target as Element).closest<SVGElement>("[data-kind]")?.dataset["kind"];
    if (kind) return this.beginCard(kind, at);
    if (desk.rope && this.beginRope(event, at)) return true;
    if (turn.step === "river" || turn.step === "mountain" || turn.step === "field") {
      desk.thing = turn.step;
      return this.beginStroke(at);
    }
    if (turn.step !== "lay") return false;
    desk.thing = "lay";
    if (desk.tool === "stroke") return this.beginStroke(at);
    const station = stationAt(props.view.tiles, at, SNAP);
    if (!station) return false;
    this.before = desk.chain;
    desk.chain = [station.id];
    desk.rope = null;
    desk.judged = null;
    desk.note = "";
    desk.pointer = at;
    desk.holding = "route";
    props.offer(null);
    this.tick(station.id);
    return true;
  }

  private beginRope(event: PointerEvent, at: Point): boolean {
    const rope = desk.rope!;
    const bending = desk.tool === "bend";
    const near = this.reach(event, bending ? 40 : 9, bending ? 60 : 16);
    if (nearest(rope.points, at, rope.closed).away > near) return false;
    this.grip = grip(rope, at);
    const held = rope.points[this.grip.index]!;
    this.offset = [held[0] - at[0], held[1] - at[1]];
    desk.holding = "rope";
    desk.chain = [];
    this.props().offer(null);
    return true;
  }

  private beginStroke(at: Point): boolean {
    desk.stroke = [at];
    desk.rope = null;
    desk.chain = [];
    desk.judged = null;
    desk.note = "";
    desk.holding = "stroke";
    this.props().offer(null);
    return true;
  }

  private beginCard(kind: string, at: Point): boolean {
    const lies = desk.card?.kind === kind && depth(this.cornersOf(), at) > -600;
    this.offset = lies ? [desk.card!.at[0] - at[0], desk.card!.at[1] - at[1]] : [0, 0];
    desk.card = lies ? desk.card : { kind, at, angle: desk.angle };
    desk.holding = "card";
    desk.judged = null;
    this.props().offer(null);
    return true;
  }

  private cornersOf(): Point[] {
    const half = this.props().view.measures.tile / 2;
    const [x, y] = desk.card!.at;
    return [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
    ];
  }

  /** A second finger turns the card that the first one holds. */
  second(event: PointerEvent): void {
    if (desk.holding !== "card" || event.pointerId === this.first || this.other) return;
    this.other = { id: event.pointerId, from: this.bearing(event), angle: desk.angle };
    event.stopPropagation();
    event.preventDefault();
  }

  private bearing(event: PointerEvent): number {
    return (Math.atan2(event.clientY - this.last[1], event.clientX - this.last[0]) * 180) / Math.PI;
  }

  /** The second finger, wherever on the page it is. */
  anywhere(event: PointerEvent): void {
    if (!this.other || event.pointerId !== this.other.id) return;
    event.stopPropagation();
    if (event.type !== "pointermove") {
      this.other = null;
      return;
    }
    const by = this.other.from - this.bearing(event); // the table's y goes up
    desk.angle = ((Math.round(this.other.angle + by) % 90) + 90) % 90;
    if (!desk.card) return;
    desk.card = { ...desk.card, angle: desk.angle };
    judge(this.props(), cardAction(desk.card));
  }

  move(event: PointerEvent): void {
    if (event.pointerId !== this.first) return;
    const props = this.props();
    const at = this.at(event);
    this.last = [event.clientX, event.clientY];
    if (Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) > STILL) this.moved = true;
    if (!this.moved) return;
    if (desk.holding === "route") this.lead(props, at);
    else if (desk.holding === "rope") this.bend(props, at);
    else if (desk.holding === "stroke") {
      const far = dist(desk.stroke.at(-1)!, at) > STROKE_GAP;
      if (far && desk.stroke.length < LONGEST_STROKE) desk.stroke = [...desk.stroke, at];
    } else if (desk.holding === "card") {
      const place: Point = [Math.round(at[0] + this.offset[0]), Math.round(at[1] + this.offset[1])];
      desk.card = { kind: desk.card!.kind, at: place, angle: desk.angle };
      judge(props, cardAction(desk.card));
    }
  }

  private lead(props: Props, at: Point): void {
    const station = stationAt(props.view.tiles, at, SNAP);
    desk.pointer = station ? [station.x, station.y] : at;
    if (station && station.id !== desk.chain.at(-1)) {
      const back = desk.chain.at(-2) === station.id;
      if (back) desk.chain = desk.chain.slice(0, -1);
      else if (!desk.chain.includes(station.id)) desk.chain = [...desk.chain, station.id];
      else return;
      this.tick(station.id);
      route(props, false);
    }
    desk.missing = desk.blind ? 0 : Math.max(0, -left(props, at));
  }

  private bend(props: Props, at: Point): void {
    const goal: Point = [at[0] + this.offset[0], at[1] + this.offset[1]];
    const radius = props.board.measures.bend;
    const pulled = pull(desk.rope!, this.grip!, goal, radius);
    desk.rope = pulled.rope;
    desk.missing = pulled.missing > 300 && !desk.blind ? pulled.missing : 0;
    if (!desk.blind) judge(props, ropeAction(props.view));
  }

  private tick(id: string): void {
    desk.ticked = { id, n: (this.ticks += 1) };
  }

  up(event: PointerEvent): void {
    if (event.pointerId !== this.first) return;
    this.first = null;
    this.other = null;
    const props = this.props();
    const held = desk.holding;
    desk.holding = "";
    desk.pointer = null;
    if (event.type === "pointercancel") {
      desk.stroke = [];
      return;
    }
    if (held === "route") this.letGo(props);
    else if (held === "rope") {
      desk.missing = 0;
      if (this.moved) propose(props, ropeAction(props.view));
    } else if (held === "stroke") {
      const stroke = desk.stroke;
      desk.stroke = [];
      if (stroke.length > 3) fit(props, stroke, desk.thing);
    } else if (held === "card" && desk.card) this.drop(props);
  }

  private letGo(props: Props): void {
    desk.missing = 0;
    if (!this.moved) {
      // a tap goes on with the stations that were tapped before, and takes the last one back
      const station = desk.chain[0]!;
      const known = this.before.indexOf(station);
      if (known < 0) desk.chain = [...this.before, station];
      else desk.chain = known === this.before.length - 1 ? this.before.slice(0, -1) : [station];
    }
    if (desk.chain.length > 1) route(props, true);
  }

  private drop(props: Props): void {
    const { at } = desk.card!;
    const ys = props.view.field.map(([, y]) => y);
    if (at[1] < Math.min(...ys) - 500) {
      desk.card = null; // back onto the rim, from where it came
      desk.judged = null;
      return;
    }
    propose(props, cardAction(desk.card!));
  }

  /** A click on the bare table brings the card there. */
  click(event: MouseEvent): void {
    const still = Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) < STILL;
    const turn = this.turn();
    const kind = desk.card?.kind ?? turn.drawn[0];
    if (!still || turn.step !== "place" || !kind) return;
    desk.card = { kind, at: this.at(event as PointerEvent), angle: desk.angle };
    propose(this.props(), cardAction(desk.card));
  }

  /** Where a press began, even one that takes hold of nothing: a pan is no click. */
  pressed(event: PointerEvent): void {
    if (this.first === null) this.from = [event.clientX, event.clientY];
  }

  /** Enter on a station, for those who use keys: it goes on or off the chain. */
  key(id: string): void {
    const known = desk.chain.indexOf(id);
    desk.thing = "lay";
    desk.chain = known < 0 ? [...desk.chain, id] : desk.chain.filter((each) => each !== id);
    this.tick(id);
    if (desk.chain.length > 1) route(this.props(), true);
  }

  refit(): void {
    refit(this.props());
  }
}

/** Units of string that are left beyond the taut line through the chain to a point. */
export function left(props: Props, to: Point | null): number {
  const quads = desk.chain
    .map((id) => props.view.tiles.find((tile) => tile.id === id))
    .filter((tile): tile is Tile => !!tile)
    .map((tile) => tile.corners);
  return targetOf(props.view, "lay", desk.length) - span(taut(quads, to));
}
