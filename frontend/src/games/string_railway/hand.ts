// What a pointer does on the table: lead a string through stations, bend it, draw a stroke, drag a card.

import type { Point } from "../../protocol.gen";
import { cardAction, making, fit, judge, propose, refit, route, ropeAction, targetOf } from "./making.svelte";
import { depth, dist, nearest, span, stationAt, taut, toTable } from "./geometry";
import { grip, pull, type Grip, type Rope } from "./rope";
import { turnOf, type Props, type Tile, type Turn } from "./types";

const SNAP = 400; // units from a card's edge at which a string led there snaps onto it
const STROKE_GAP = 150; // between the points of a stroke
const LONGEST_STROKE = 1500;
const STILL = 6; // pixels that a tap may tremble

export class Hand {
  private grip: Grip | null = null;
  private pinned: Tile | null = null; // the station of the chain on which the rope was grabbed
  private before: string[] = []; // the chain before this gesture, which a tap goes on with
  private from: [number, number] = [0, 0];
  private offset: Point = [0, 0];
  private first: number | null = null; // the pointer that holds something
  private other: { id: number; from: number; angle: number } | null = null; // the one that turns
  private last: [number, number] = [0, 0];
  private moved = false;
  private drafted = false; // what is held was drafted and judged well when it was taken
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
    if (scale) making.pixel = 1 / scale;
    return toTable(this.props().toBoard(event));
  }

  /** So many pixels on the table. */
  private reach(event: PointerEvent, mouse: number, touch: number): number {
    return 100 * making.pixel * (event.pointerType === "touch" ? touch : mouse);
  }

  down(event: PointerEvent): void {
    const target = event.target as Element;
    // a second finger zooms, or turns what the first one holds
    const second = event.pointerType === "touch" && !event.isPrimary;
    if (event.button !== 0 || second || this.first !== null || !target.closest("[data-grab]")) return;
    const props = this.props();
    const at = this.at(event);
    const turn = this.turn();
    this.moved = false;
    this.drafted = !!props.draft?.tried;
    this.from = this.last = [event.clientX, event.clientY];
    if (!this.begin(event, props, turn, at)) return;
    this.first = event.pointerId;
    this.root()?.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  private begin(event: PointerEvent, props: Props, turn: Turn, at: Point): boolean {
    const kind = (event.target as Element).closest<SVGElement>("[data-kind]")?.dataset["kind"];
    if (kind) return this.beginCard(kind, at);
    if (making.rope && this.beginRope(event, at)) return true;
    if (turn.step === "river" || turn.step === "mountain" || turn.step === "field") {
      making.thing = turn.step;
      return this.beginStroke(at);
    }
    if (turn.step !== "lay") return false;
    making.thing = "lay";
    if (making.tool === "stroke") return this.beginStroke(at);
    const station = stationAt(props.view.tiles, at, SNAP);
    if (!station) return false;
    this.before = making.chain;
    making.chain = [station.id];
    making.rope = null;
    making.judged = null;
    making.note = "";
    making.failed = null;
    making.pointer = at;
    making.holding = "route";
    props.offer(null);
    this.tick(station.id);
    return true;
  }

  private beginRope(event: PointerEvent, at: Point): boolean {
    const rope = making.rope!;
    const bending = making.tool === "bend";
    const near = this.reach(event, bending ? 40 : 9, bending ? 60 : 16);
    if (nearest(rope.points, at, rope.closed).away > near) return false;
    this.grip = grip(rope, at, this.pins(rope));
    const held = rope.points[this.grip.index]!;
    this.offset = [held[0] - at[0], held[1] - at[1]];
    this.pinned = this.chained().find((tile) => depth(tile.corners, held) > 0) ?? null;
    making.holding = "rope";
    return true;
  }

  private chained(): Tile[] {
    const { tiles } = this.props().view;
    return making.chain.flatMap((id) => tiles.find((tile) => tile.id === id) ?? []);
  }

  /** Where the rope is pinned: the point that lies deepest on each station of the chain, or its end there. */
  private pins(rope: Rope): number[] {
    if (rope.closed || making.thing !== "lay") return [];
    return this.chained().flatMap((tile) => {
      const deep = rope.points.map((point) => depth(tile.corners, point));
      const last = deep.length - 1;
      const at = deep[0]! > 0 ? 0 : deep[last]! > 0 ? last : deep.indexOf(Math.max(...deep));
      return deep[at]! > 0 ? [at] : [];
    });
  }

  private beginStroke(at: Point): boolean {
    making.stroke = [at];
    making.rope = null;
    making.chain = [];
    making.judged = null;
    making.note = "";
    making.failed = null;
    making.holding = "stroke";
    this.props().offer(null);
    return true;
  }

  private beginCard(kind: string, at: Point): boolean {
    const lies = making.card?.kind === kind && depth(this.cornersOf(), at) > -600;
    this.offset = lies ? [making.card!.at[0] - at[0], making.card!.at[1] - at[1]] : [0, 0];
    if (!lies) {
      making.card = { kind, at, angle: making.angle };
      this.take(this.props());
    }
    making.holding = "card";
    return true;
  }

  /** What was drafted is in hand again. */
  private take(props: Props): void {
    this.drafted = false;
    if (making.holding !== "rope") making.judged = null;
    props.offer(null);
  }

  private cornersOf(): Point[] {
    const half = this.props().view.measures.tile / 2;
    const [x, y] = making.card!.at;
    return [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
    ];
  }

  /** A second finger turns the card that the first one holds; of anything else it lets go, and the two zoom. */
  second(event: PointerEvent): void {
    if (this.first === null || event.pointerId === this.first || this.other) return;
    if (making.holding !== "card") {
      this.letGoOfAll();
      return;
    }
    this.other = { id: event.pointerId, from: this.bearing(event), angle: making.angle };
    event.stopPropagation();
    event.preventDefault();
  }

  /** Nothing is drawn by two fingers: what the first one had begun is as it was before. */
  private letGoOfAll(): void {
    this.first = null;
    if (making.holding === "route") making.chain = this.before;
    making.holding = "";
    making.stroke = [];
    making.pointer = null;
    making.finger = null;
    making.missing = 0;
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
    making.angle = ((Math.round(this.other.angle + by) % 90) + 90) % 90;
    if (!making.card) return;
    making.card = { ...making.card, angle: making.angle };
    judge(this.props(), cardAction(making.card));
  }

  move(event: PointerEvent): void {
    if (event.pointerId !== this.first) return;
    const props = this.props();
    const at = this.at(event);
    making.finger = event.pointerType === "touch" ? at : null;
    this.last = [event.clientX, event.clientY];
    if (!this.moved && Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) > STILL) {
      this.moved = true;
      if (making.holding === "rope" || making.holding === "card") this.take(props);
    }
    if (!this.moved) return;
    if (making.holding === "route") this.lead(props, at);
    else if (making.holding === "rope") this.bend(props, at);
    else if (making.holding === "stroke") {
      const far = dist(making.stroke.at(-1)!, at) > STROKE_GAP;
      if (far && making.stroke.length < LONGEST_STROKE) making.stroke = [...making.stroke, at];
    } else if (making.holding === "card") {
      const place: Point = [Math.round(at[0] + this.offset[0]), Math.round(at[1] + this.offset[1])];
      making.card = { kind: making.card!.kind, at: place, angle: making.angle };
      judge(props, cardAction(making.card));
    }
  }

  private lead(props: Props, at: Point): void {
    const station = stationAt(props.view.tiles, at, SNAP);
    making.pointer = station ? [station.x, station.y] : at;
    if (station && station.id !== making.chain.at(-1)) {
      const back = making.chain.at(-2) === station.id;
      if (back) making.chain = making.chain.slice(0, -1);
      else if (!making.chain.includes(station.id)) making.chain = [...making.chain, station.id];
      else return;
      this.tick(station.id);
      route(props, false);
    }
    making.missing = making.blind ? 0 : Math.max(0, -left(props, at));
  }

  private bend(props: Props, at: Point): void {
    const goal: Point = [at[0] + this.offset[0], at[1] + this.offset[1]];
    // a station lets go of the string when the string is dragged off it
    if (this.pinned && depth(this.pinned.corners, goal) < 0) {
      const off = this.pinned.id;
      making.chain = making.chain.filter((id) => id !== off);
      this.pinned = null;
    }
    const radius = props.board.measures.bend;
    const pulled = pull(making.rope!, this.grip!, goal, radius);
    making.rope = pulled.rope;
    making.missing = pulled.missing > 300 && !making.blind ? pulled.missing : 0;
    if (!making.blind) judge(props, ropeAction(props.view));
  }

  private tick(id: string): void {
    making.ticked = { id, n: (this.ticks += 1) };
  }

  up(event: PointerEvent): void {
    if (event.pointerId !== this.first) return;
    this.first = null;
    this.other = null;
    const props = this.props();
    const held = making.holding;
    making.holding = "";
    making.pointer = null;
    making.finger = null;
    if (event.type === "pointercancel") {
      making.stroke = [];
      return;
    }
    if (!this.moved && this.drafted && (held === "rope" || held === "card")) {
      props.again(); // the second tap on the same thing does it
      return;
    }
    if (held === "route") this.letGo(props);
    else if (held === "rope") {
      making.missing = 0;
      if (this.moved) propose(props, ropeAction(props.view));
    } else if (held === "stroke") {
      const stroke = making.stroke;
      making.stroke = [];
      if (stroke.length > 3) fit(props, stroke, making.thing);
    } else if (held === "card" && making.card) this.drop(props);
  }

  private letGo(props: Props): void {
    making.missing = 0;
    if (!this.moved) {
      // a tap goes on with the stations that were tapped before, and takes the last one back
      const station = making.chain[0]!;
      const known = this.before.indexOf(station);
      if (known < 0) making.chain = [...this.before, station];
      else making.chain = known === this.before.length - 1 ? this.before.slice(0, -1) : [station];
    }
    if (making.chain.length > 1) route(props, true);
  }

  private drop(props: Props): void {
    const { at } = making.card!;
    const ys = props.view.field.map(([, y]) => y);
    if (at[1] < Math.min(...ys) - 500) {
      making.card = null; // back onto the rim, from where it came
      making.judged = null;
      return;
    }
    propose(props, cardAction(making.card!));
  }

  /** A click on the bare table brings the card there. */
  click(event: MouseEvent): void {
    const still = Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) < STILL;
    const turn = this.turn();
    const kind = making.card?.kind ?? turn.drawn[0];
    if (!still || turn.step !== "place" || !kind) return;
    making.card = { kind, at: this.at(event as PointerEvent), angle: making.angle };
    propose(this.props(), cardAction(making.card));
  }

  /** Where a press began, even one that takes hold of nothing: a pan is no click. */
  pressed(event: PointerEvent): void {
    if (this.first === null) this.from = [event.clientX, event.clientY];
  }

  /** Enter on a station, for those who use keys: it goes on or off the chain. */
  key(id: string): void {
    const known = making.chain.indexOf(id);
    making.thing = "lay";
    making.chain = known < 0 ? [...making.chain, id] : making.chain.filter((each) => each !== id);
    this.tick(id);
    if (making.chain.length > 1) route(this.props(), true);
  }

  refit(): void {
    refit(this.props());
  }
}

/** Units of string that are left beyond the taut line through the chain to a point. */
export function left(props: Props, to: Point | null): number {
  const quads = making.chain
    .map((id) => props.view.tiles.find((tile) => tile.id === id))
    .filter((tile): tile is Tile => !!tile)
    .map((tile) => tile.corners);
  return targetOf(props.view, "lay", making.length) - span(taut(quads, to));
}
