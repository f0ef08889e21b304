/* eslint-disable svelte/prefer-svelte-reactivity -- sets are made anew, maps are drawn by nobody */
// Everything that the page knows of its table, and what it asks. Components draw from it and know no server.

import { drawingOf } from "../games";
import { offered } from "../lobby/levels";
import { named } from "../names";
import type {
  Action,
  Answer,
  GameCard,
  Games,
  Led,
  Log,
  LogRow,
  Question,
  Queued,
  Refusal,
  Said,
  TableNow,
} from "../protocol.gen";
import { root } from "../root";
import { Connection, isRefused, mark } from "./connection";
import type { GameModule } from "./contract";
import { addressStep, fetched } from "./fetched";
import { called, looks } from "./looks";
import { earnedBy, lastTurn, marksOf, moveOf, movesOf, whatCame, type Earned, type Move } from "./moves";
import { links } from "./reach.svelte";
import { isAlone, isTurnOf } from "./people";
import { settings } from "./settings.svelte";
import { OWN, Telling } from "./telling.svelte";
import type { Planning } from "./plan/planning.svelte";
import type { Looking } from "./review/looking.svelte";
import { spoken } from "../voice";
import { nameOf, speak, type Words } from "./words";

const KEPT = 60; // so many moves of others are remembered for a watcher, who never acts

export class Session {
  now = $state.raw<TableNow | null>(null);
  past = $state.raw<TableNow | null>(null); // a step that is looked at
  module = $state.raw<GameModule | null>(null);
  board = $state.raw<unknown>(null);
  card = $state.raw<GameCard | null>(null);
  bots = $state.raw<string[]>(["casual"]);
  mine = $state.raw<number[]>([]);
  host = $state(false);
  name = $state(""); // of the game
  present = $state.raw<number[]>([]);
  watching = $state(0);
  chat = $state.raw<Said[]>([]);
  heard = $state(-1); // the last of it that was seen here; −1: one has just come
  note = $state("");
  online = $state(true);
  review = $state.raw<Looking | null>(null); // of the finished game, when it was asked for here
  plan = $state.raw<Planning | null>(null); // while it is open, what is drawn and done is its own
  queued = $state.raw<Queued | null>(null); // the turn that waits for yours, or why it was not played
  led = $state.raw<Led | null>(null); // who leads through the finished game, and where they look
  lost = $state(""); // why there is no table here
  refusal = $state.raw<Refusal | null>(null);
  refused = $state.raw<Action | null>(null); // what was refused, where it was an action
  rows = $state.raw<LogRow[]>([]);
  moves = $state.raw<Move[]>([]); // of the others since your last one
  sinceClosed = $state(false); // somebody does not want to read what they did
  earned = $state.raw<Earned[]>([]); // by the move that is shown
  hushed = $state.raw<number[]>([]); // seats whose chat is not shown here
  keeper = $state<string | null>(null); // who of several people is at this screen
  hidden = $state(document.hidden); // nobody looks: nothing is told and nothing moves
  skew = 0; // the server's clock minus ours, in seconds

  /** Words say at once what others did. */
  readonly telling = new Telling(() => (settings.liked.words ? "instant" : settings.liked.pace));
  /** Where one acts: at the table as it is, or where the open plan has led. */
  readonly desk = $derived(this.plan?.table ?? this.now);
  /** What is drawn: a plan, a past step, the move that is being told, or the present. */
  readonly shown = $derived(this.plan?.table ?? this.past ?? this.telling.table ?? this.now);
  /** Milliseconds that the motion of what is drawn may take. */
  readonly pace = $derived.by(() => {
    if (settings.still || this.hidden || (settings.liked.pace === "instant" && !this.telling.table)) return 0;
    return this.telling.table ? this.telling.pace : OWN;
  });
  /** What the others did last, as far as it was told; until you act. */
  readonly marks = $derived.by(() => {
    const { past, plan, shown, moves } = this;
    if (past || plan || !shown) return (past && this.review?.marks) || [];
    return marksOf(moves.filter(({ step }) => step <= shown.step));
  });
  readonly looks = $derived(
    looks(
      this.now?.seats ?? [],
      this.mine,
      (seat) => this.module?.colour?.(this.now?.view, seat) ?? null,
      this.module?.neutral,
    ),
  );
  readonly yours = $derived(!!this.now && isTurnOf(this.now, this.mine));
  /** One may act in what is drawn; in a plan for everybody. */
  readonly active = $derived(this.plan ? this.plan.open : this.yours && !this.past);
  /** Hints are given here: nobody else plays but bots, or all agreed by sitting down. */
  readonly helped = $derived(!!this.now && (this.now.hints || isAlone(this.now, this.mine)));
  /** The bot that is to move, or null. */
  readonly thinker = $derived(
    this.now?.status === "playing" && !this.plan ? (this.now.seats[this.now.to_move]?.bot ?? null) : null,
  );
  readonly shared = $derived(new Set(this.mine.map((seat) => this.keeperOf(seat))).size > 1);
  /** What is on the table is another person's at this screen: nothing of it may be drawn. */
  readonly covered = $derived(
    this.shared &&
      !!this.shown &&
      this.shown.seat !== null &&
      this.shown.curtain !== false &&
      this.now?.status === "playing" &&
      this.keeperOf(this.shown.seat) !== this.keeper,
  );

  private connection: Connection;
  private steps = new Map<number, TableNow>(); // past steps that were fetched or told
  private logged = 0;
  private back = false; // after a reconnect: whatever is told first is the present
  private seen: TableNow | null = null; // what was drawn before

  constructor(
    readonly id: string,
    private readonly changed: () => void, // the game has moved on
    ready: Promise<string>, // until then nothing is shown; a sentence: nothing at all, and why
  ) {
    const address = spoken(`${location.origin.replace(/^http/, "ws")}${root}/ws/${id}`);
    this.connection = new Connection(
      () => new WebSocket(address),
      { heard: (answer) => this.hear(answer), state: (open) => (this.online = open) },
      mark(),
    );
    void ready.then((why) => {
      this.lost = why;
      if (!why) this.connection.start();
    });
    addEventListener("online", () => this.connection.again());
    addEventListener("visibilitychange", () => {
      this.hidden = document.hidden;
      if (this.hidden) this.telling.skip();
      else if (!this.online) this.connection.again();
    });
    this.hushed = JSON.parse(localStorage.getItem(`hushed:${id}`) ?? "[]") as number[];
    void this.fetchBoard();
  }

  private part<T>(name: string): Promise<T | null> {
    return fetched<T>(`/api/tables/${this.id}/${name}`);
  }

  /** What never changes: the game's words, and the board, without which nothing is drawn. */
  private async fetchBoard(): Promise<void> {
    if (this.board) return;
    const [words, board] = await Promise.all([this.part<Words>("words"), this.part<unknown>("board")]);
    if (!words) return;
    speak(words);
    this.board = board;
  }

  /** While a plan is open, what one would do and try is done and tried in it. */
  ask = (question: Question): Promise<Answer> =>
    this.plan?.answers(question) ?? this.connection.ask(question);

  /** Ask and show a refusal; true when it was done. */
  async wish(question: Question): Promise<Answer | null> {
    const answer = await this.ask(question);
    if (!isRefused(answer)) return answer;
    this.refuse(answer);
    return null;
  }

  refuse(refusal: Refusal | null, action: Action | null = null): void {
    this.refusal = refusal;
    this.refused = refusal && action;
  }

  /** Seats have changed hands: be welcomed anew, which says which are ours. */
  again(): void {
    this.connection.renew();
  }

  close(): void {
    this.connection.close();
    this.telling.skip();
  }

  /** Show what a seat says, or no longer; this browser alone minds. */
  hush(seat: number): void {
    this.hushed = this.hushed.includes(seat)
      ? this.hushed.filter((each) => each !== seat)
      : [...this.hushed, seat];
    localStorage.setItem(`hushed:${this.id}`, JSON.stringify(this.hushed));
  }

  keeperOf(seat: number): string {
    return this.now?.seats[seat]?.kind === "screen" ? `seat ${seat}` : "me";
  }

  /** The address of this table; a token behind it makes it a link to a seat. */
  link(token = ""): string {
    return links.origin + location.pathname + (token && `#${token}`);
  }

  /** Somebody has said what was not seen here. */
  get unheard(): boolean {
    return this.heard >= 0 && (this.chat.at(-1)?.n ?? 0) > this.heard;
  }

  called(seat: number): string {
    const person = this.now?.seats[seat];
    return person ? called(person) : "";
  }

  nameOf = (id: string): string =>
    (this.shown && this.module?.name?.(id, this.shown.view, this.board)) ?? nameOf(id);

  // --- what comes

  private hear(answer: Answer): void {
    if (answer.type === "table") this.take(answer);
    else if (answer.type === "welcome") {
      this.mine = answer.seats;
      this.back = true;
      this.led = null;
      this.telling.skip();
      this.host = answer.host;
      this.name = answer.name;
      this.present = answer.present;
      this.watching = answer.watching;
      this.note = answer.note;
      this.queued = answer.queued?.[0] ?? null;
      this.chat = answer.chat;
      this.skew = answer.now - Date.now() / 1000;
      this.rows = []; // something may have been taken back while we were away
      this.logged += 1;
      if (this.now) void this.fetchBoard(); // where the line was down when it was wanted
    } else if (answer.type === "present") {
      this.present = answer.seats;
      this.watching = answer.watching;
    } else if (answer.type === "said") this.chat = [...this.chat, answer];
    else if (answer.type === "forgot") this.chat = answer.chat;
    else if (answer.type === "reviewing") this.review?.hear(answer);
    else if (answer.type === "queued") this.queued = answer;
    else if (answer.type === "led") this.led = answer;
    else if (answer.type === "refused" && !answer.key) {
      if (this.now) this.refuse(answer);
      else {
        this.lost = answer.text;
        this.connection.close();
      }
    }
  }

  private take(told: TableNow): void {
    const [before, back] = [this.now, this.back];
    this.back = false;
    const table = { ...told, seats: named(told.seats) };
    // the same move: nothing moves twice
    if (before?.version === table.version) table.events = before.events;
    this.now = table;
    if (table.seat === null && this.mine.length) this.again(); // somebody else has our seat now
    if (!this.module) void drawingOf(table.game).then((found) => (this.module = found));
    if (before?.version === table.version && before.status === table.status) return;
    if (before && table.step < before.step) {
      this.steps.clear();
      this.rows = this.rows.slice(0, table.step);
    }
    if (!this.plan) this.changed();
    if (before) this.follow(before, table, back);
    else void this.arrive(table);
  }

  /** What is wanted only after the first picture. */
  private async arrive(table: TableNow): Promise<void> {
    void fetched<Games>("/api/games").then((games) => {
      this.card = games?.games.find((each) => each.id === table.game) ?? null;
      this.bots = offered(games?.bots ?? this.bots);
    });
    await this.recall();
  }

  /** What the others did since your last move, from the log. */
  private async recall(): Promise<void> {
    this.moves = [];
    this.sinceClosed = false;
    if (!this.mine.length || this.now?.status !== "playing" || this.shared) return;
    const log = await this.part<Log>("log?since=turn");
    if (!log || this.now.version !== log.version) return;
    const after = this.now.step - log.rows.length;
    if (after > 0) this.moves = movesOf(log.rows, after);
  }

  /** The table has moved on: what others did is told; your own move, or being back, shows the present. */
  private follow(before: TableNow, table: TableNow, back: boolean): void {
    const came = back ? "else" : whatCame(before, table, this.mine);
    if (came === "own") {
      this.moves = [];
      this.steps.clear();
    }
    if (!this.shared) this.steps.set(table.step, table);
    if (came === "else") void this.recall();
    else if (came === "others") {
      this.moves = [...this.moves, moveOf(table)].slice(-KEPT);
      this.sinceClosed = false;
    }
    // at a shared screen a told table might be another person's
    if (came === "others" && !this.hidden && !this.past && !this.plan && !this.shared)
      this.telling.tell(table);
    else this.telling.skip();
  }

  /** Something else is drawn: what it has brought. */
  saw(shown: TableNow | null): void {
    this.earned = earnedBy(this.seen, shown, (view, seat) => this.module?.score(view, seat) ?? null);
    this.seen = shown;
  }

  // --- the log and past steps

  /** Bring the log up to now; it asks for what is new only. */
  async readLog(): Promise<void> {
    const [mark, have, step] = [(this.logged += 1), this.rows.length, this.now?.step ?? 0];
    if (have >= step) return;
    const log = await this.part<Log>(`log?since=${have}`);
    if (log && mark === this.logged) this.rows = [...this.rows.slice(0, have), ...log.rows];
  }

  /** Look at a past step; null: at the game as it is now. */
  async look(step: number | null): Promise<void> {
    if (step !== null && this.plan) void this.think(null); // one looks at the table again
    const found = step === null ? null : await this.step(step);
    if (step !== null && !found) return;
    this.past = found;
    if (found && this.now && found.step < this.now.step) void this.step(found.step + 1); // the next one is near
    addressStep(found?.step);
  }

  /** Play on from the past step that is looked at, or pause. */
  play(): void {
    if (this.telling.playing) this.telling.skip();
    else void this.telling.play(() => this.stepOn());
  }

  private async stepOn(): Promise<TableNow | null> {
    const [at, last] = [this.past?.step, this.now?.step ?? 0];
    await this.look(at !== undefined && at < last ? at + 1 : null);
    return this.past;
  }

  /** Tell once more what has happened since your last move; where that was the last, your own turn. */
  async showAgain(): Promise<void> {
    let { moves } = this;
    if (!moves.length) {
      await this.readLog();
      moves = lastTurn(this.rows);
    }
    if (!moves.length) return;
    await this.look(null);
    const steps = [moves[0]!.began, ...moves.map(({ step }) => step)];
    const [before, ...tables] = await Promise.all(steps.map((each) => this.step(each)));
    const told = tables.filter((each) => each !== null);
    if (before) this.telling.again(before, told);
  }

  private async step(wanted: number): Promise<TableNow | null> {
    const step = Math.max(0, Math.min(wanted, this.now?.step ?? wanted));
    // with several people at one screen a step belongs to whoever asked for it
    const known = this.shared ? undefined : this.steps.get(step);
    if (known) return known;
    const told = await fetched<TableNow>(`/api/tables/${this.id}?at=${step}`);
    if (!told) return null;
    const found = { ...told, seats: named(told.seats) };
    this.steps.set(step, found);
    return found;
  }

  /** A plan instead of the table, opened or gone on with; null: back to the table. */
  async think(plan: Planning | null): Promise<void> {
    this.telling.skip();
    if (plan) await this.look(null);
    this.plan = plan;
    this.changed();
  }

  /** Back to before your last action: what bots and chance did since goes too, people are asked first. */
  async undo(): Promise<void> {
    const { now, plan } = this;
    if (plan) return plan.back();
    if (!now) return;
    if (now.takeback !== null) await this.wish({ takeback: now.version - 1, after: now.version });
    else if (now.consent?.length && !this.asking) await this.wish({ agree: "back", seat: now.seat! });
  }

  /** You have asked the others whether you may go back, and they have not answered yet. */
  get asking(): boolean {
    return !!this.now?.wishes?.some(({ what, seat }) => what === "back" && seat === this.now!.seat);
  }
}
