// Made by `python -m branchline.server.typescript`; a test says when it is not current.

export type Action = (string | number | Point | Point[])[];
export type Point = [number, number];

/** Everything that this viewer may see now. No patches: each one stands for itself. */
export interface TableNow {
  type: "table";
  id: string;
  game: string;
  version: number;
  step: number;
  status: "ended" | "over" | "playing" | "waiting";
  seat: number | null;
  to_move: number;
  view: unknown;
  choices: Action[];
  complete: boolean;
  events: Action[];
  lines: string[];
  mover: number | null;
  began: number;
  takeback: number | null;
  clock: ClockNow | null;
  seats: Person[];
  scores: number[][] | null;
  rematch: string | null;
  ranks?: number[] | null;
  points?: number[] | null;
  wishes?: Wish[];
  waits?: number | null;
  imported?: number;
  consent?: number[];
  redrawn?: number;
  board?: string;
  curtain?: boolean;
  hints?: boolean;
  late?: boolean;
  watched?: number[];
  lesson?: LessonNow | null;
  text?: string | null;
}

/** The clocks: seconds left per seat (live), and when the mover's time runs out. */
export interface ClockNow {
  left: number[] | null;
  deadline: number | null;
}

/** Who sits in a seat, as everyone may know it. */
export interface Person {
  name: string;
  colour: string;
  kind: "anyone" | "bot" | "friend" | "me" | "screen";
  bot: string | null;
  joined: boolean;
  conceded: boolean;
  muted: boolean;
  open: boolean;
  taken: number | null;
  held: boolean;
}

/** What people have asked each other for: an end, more time, a bot for a person or a person for a bot, or
    that somebody goes back to before their last action. */
export interface Wish {
  what: "back" | "bot" | "end" | "eyes" | "person" | "time";
  seat: number | null;
  agreed: number[];
  asked: number[];
  until: number;
}

/** What a lesson says to its learner: what to do, ids to point at, the rule behind it; at the end what
    was learnt. */
export interface LessonNow {
  title: string;
  goal: string;
  step: number;
  steps: number;
  notes: string[];
  hints: string[];
  points: string[];
  why: string;
  finished: boolean;
  puzzle?: string;
}

/** The first message on a WebSocket: which seats are yours, who is there, your note, the chat. */
export interface Welcome {
  type: "welcome";
  id: string;
  name: string;
  seats: number[];
  host: boolean;
  present: number[];
  watching: number;
  note: string;
  chat: Said[];
  now: number;
  queued?: Queued[];
}

/** A line of the chat; no seat: the table itself says it. */
export interface Said {
  type: "said";
  n: number;
  seat: number | null;
  text: string;
  at: number;
}

/** The turn that one's seat has queued, or why it was not played; an empty turn: none is queued. */
export interface Queued {
  type: "queued";
  seat: number;
  turn: Action[];
  lines: string[];
  why?: string;
  key?: string | null;
}

/** Who is there: seats with a connection, and how many only watch. */
export interface Present {
  type: "present";
  seats: number[];
  watching: number;
}

/** Somebody has taken back their name and everything that they said; the chat as it is now. */
export interface Forgot {
  type: "forgot";
  seat: number;
  chat: Said[];
}

/** Who leads through a finished game, and where they look; no name: nobody does. */
export interface Led {
  type: "led";
  name: string | null;
  seat: number | null;
  at: Place | null;
}

/** Where somebody looks at a finished game: the result, its review, or a step or a turn of the review on
    the board; and what they point at there, by its id or by where it is in parts of the board's width and
    height. */
export interface Place {
  page?: "board" | "result" | "review";
  step?: number | null;
  turn?: number | null;
  shown?: "before" | "better" | "played" | null;
  point?: string | null;
  spot?: [number, number] | null;
}

/** It is stored. A repeated key gets the same answer. */
export interface Done {
  type: "done";
  version: number;
  key?: string | null;
}

/** What the actions would bring to the asker. `stopped` says why it went no further. */
export interface Tried {
  type: "tried";
  version: number;
  steps: number;
  stopped: "chance" | "other" | "over" | null;
  view: unknown;
  choices: Action[];
  events: Action[];
  lines: string[];
  ledger: [number, string][];
  free?: boolean;
  key?: string | null;
}

/** What was begun, completed. */
export interface Proposed {
  type: "proposed";
  version: number;
  actions: Proposal[];
  key?: string | null;
}

/** A completed action and what it would bring. */
export interface Proposal {
  action: Action;
  ledger: [number, string][];
}

/** The actions that a typed line means, one after the other; whether they are legal, `try` says. */
export interface Understood {
  type: "understood";
  version: number;
  meant: Action[];
  key?: string | null;
}

/** What the asker may do now, as it is typed. */
export interface Moves {
  type: "moves";
  version: number;
  lines: MoveLine[];
  examples: Record<string, string>;
}

/** What to type, the words of which one stands behind it or what it brings, and what the verb does. */
export interface MoveLine {
  typed: string;
  ends: string[];
  brings: string;
  verb: string;
}

/** You sit here, or may give this link away. A token is sent once; a repeated key gets it again. */
export interface Sat {
  type: "sat";
  seat: number;
  token: string | null;
  key?: string | null;
}

/** A link for watching is /table/ID with this id, which says nothing of the table's own; all that were
    closed: an empty one. */
export interface Opened {
  type: "opened";
  id: string;
  key?: string | null;
}

/** The table of the rematch. */
export interface Again {
  type: "again";
  id: string;
  key?: string | null;
}

/** The one shape of every refusal. A `stale` one holds the fresh table in its values. */
export interface Refusal {
  type: "refused";
  error: string;
  rule: string | null;
  text: string;
  values: Record<string, unknown>;
  key?: string | null;
}

/** A new table. The link of a seat is /table/ID#TOKEN; /table/ID alone is for watching. */
export interface Created {
  type: "created";
  id: string;
  host: string;
  seats: SeatLink[];
}

/** The token of one's own seat, or of an invitation, which works once. */
export interface SeatLink {
  seat: number;
  kind: string;
  token: string;
}

/** Tables that anyone may join or watch, or your own. */
export interface Lists {
  type: "tables";
  tables: Listed[];
}

/** A table in a list. */
export interface Listed {
  id: string;
  game: string;
  name: string;
  status: string;
  to_move: number;
  seats: Person[];
  free: number[];
  mine: number[];
  changed: number;
  imported: boolean;
  board: string;
  lesson: boolean;
  hints: boolean;
  puzzle: boolean;
}

/** What has happened, as the asker may know it. */
export interface Log {
  type: "log";
  id: string;
  version: number;
  rows: LogRow[];
  chat: Said[];
}

/** One action as the asker may see it. */
export interface LogRow {
  n: number;
  seat: number;
  action: Action;
  lines: string[];
  at: number;
  events: Action[];
}

/** A table in words, as the asker may know it: headings, each with its lines. */
export interface Position {
  type: "position";
  version: number;
  step: number;
  parts: [string, string[]][];
}

/** A finished game: every seat's points wherever they changed, and where they came from. */
export interface Ending {
  type: "ending";
  version: number;
  curve: [number, number[]][];
  origins: Origin[][];
  best: BestTurn | null;
}

/** Points of a seat in the whole game: by which rule, in words, and where. */
export interface Origin {
  rule: string;
  place: string;
  points: number;
}

/** The turn that brought most: it went from step `began` to `step`. */
export interface BestTurn {
  seat: number;
  began: number;
  step: number;
  points: number;
  lines: string[];
}

/** A finished game looked at again. Shares are of the win, from 0 to 1. */
export interface Review {
  type: "review";
  version: number;
  chances: [number, number[]][];
  bands: [number, number[], number[]][];
  cost: number[];
  turns: number[];
  luck: number[];
  mistakes: Mistake[];
}

/** A turn that cost its seat much: what would have been better, and why, in sentences made of facts. */
export interface Mistake {
  seat: number;
  step: number;
  steps: number;
  better: Action[];
  cost: number;
  off: number;
  shares: number[];
  played: number[];
  lines: string[];
}

/** How far the review of a table is. */
export interface Reviewing {
  type: "reviewing";
  state: "done" | "failed" | "stopped" | "waiting" | "working";
  part?: number;
  ahead?: number;
  text?: string;
  key?: string | null;
}

/** The best turns at first sight, by what the asker knows. */
export interface Hinted {
  type: "hinted";
  version: number;
  turns: HintedTurn[];
  key?: string | null;
}

/** A turn that could be done now, in words, with what it brings at once and the share of the win then. */
export interface HintedTurn {
  plan: Action[];
  text: string;
  chance: number;
  ledger: [number, string][];
}

/** Where a plan has led. Everything in it is made from what its seat knows, and guessed beyond that. */
export interface Planned {
  type: "planned";
  plan: number;
  eyes: number;
  at: number;
  rows: PlanRow[];
  turn: Action[];
  text: string;
  table: TableNow;
  key?: string | null;
}

/** An action of a plan: by whom (-1: drawn as a guess), and what it brought in it. */
export interface PlanRow {
  seat: number;
  action: Action;
  lines: string[];
}

/** One's own plans at this table, and what is queued. */
export interface Plans {
  type: "plans";
  plans: PlanCard[];
  most: number;
  queued: Queued;
  key?: string | null;
}

/** A plan in the list of one's own. */
export interface PlanCard {
  plan: number;
  at: number | null;
  actions: number;
  text: string;
}

/** Why a bot did a turn: that turn first, then the next best, by what the asker may know; and the same
    facts in sentences. */
export interface Explained {
  type: "explained";
  seat: number;
  began: number;
  step: number;
  turns: HintedTurn[];
  lines: string[];
  key?: string | null;
}

/** How one is called at this table, and what this server offers: for each kind nothing, or why not. */
export interface Calls {
  type: "calls";
  ways: CallWay[];
  offers: Record<string, string>;
  push_key: string;
  key?: string | null;
}

/** A way in which one is called at this table. */
export interface CallWay {
  way: string;
  kind: "discord" | "hook" | "mail" | "push";
  to: string;
  began: boolean;
  waiting: boolean;
  remind: number;
  quiet: [number, number] | null;
  zone: string;
  confirmed: boolean;
  trouble: string;
}

/** What can be played, and by which bots. */
export interface Games {
  type: "games";
  games: GameCard[];
  bots: string[];
}

/** A game that can be played here. */
export interface GameCard {
  id: string;
  name: string;
  about: string;
  seats: number[];
  options: Choice[];
  verbs: Record<string, string>;
  lists_all: boolean;
  lesson: boolean;
  puzzles: number;
}

/** An option of a game; the first value is the default. */
export interface Choice {
  name: string;
  text: string;
  values: [string, string][];
}

/** All puzzles, each game's from the easiest to the hardest, and today's, the same for everybody. */
export interface Puzzles {
  type: "puzzles";
  puzzles: PuzzleCard[];
  today: PuzzleCard | null;
}

/** A puzzle in a list; `number` is its place in the order of difficulty, from 1. */
export interface PuzzleCard {
  game: string;
  id: string;
  number: number;
  players: number;
  difficulty: number;
}

/** For who sits at the server's own machine: its address in the network, and whether it listens there. */
export interface Reach {
  type: "reach";
  address: string;
  open: boolean;
}

/** The rules of a game in our words, in their order. */
export interface Rules {
  type: "rules";
  game: string;
  name: string;
  sections: RuleText[];
}

/** A rule, or the opening of a chapter: paragraphs, each with where it comes from. */
export interface RuleText {
  chapter: string;
  rule: string | null;
  paragraphs: [string, string][];
}

/** Act. `after` is the version that the actor has seen; the key makes a repeated send harmless. */
export interface Do {
  do: Action;
  after: number;
  key?: string | null;
}

/** What these actions would bring: nothing is done, drawn, stored or revealed. `at`: what they would have
    brought at that step of a game that is over, to who was to move; `plan`: where that plan has led. */
export interface Try {
  try: Action[];
  at?: number | null;
  plan?: number | null;
  key?: string | null;
}

/** Complete what was begun. */
export interface Propose {
  propose: Action;
  plan?: number | null;
  key?: string | null;
}

/** What a line means that somebody typed: printed names, several steps, a string by its stations. */
export interface Typed {
  typed: string;
  plan?: number | null;
  key?: string | null;
}

/** Go back to an earlier version, as long as all actions since are the asker's own. */
export interface Takeback {
  takeback: number;
  after: number;
  key?: string | null;
}

/** Say something to everyone at the table. */
export interface Chat {
  chat: string;
  key?: string | null;
}

/** Keep a private note; it replaces the one before. */
export interface Note {
  note: string;
  key?: string | null;
}

/** Sit down: by the token of a secret link, or in a seat that is free for anyone. */
export interface Join {
  join: number | null;
  token?: string | null;
  name?: string;
  colour?: "" | "black" | "blue" | "green" | "orange" | "purple" | "red" | "white" | "yellow";
  key?: string | null;
}

/** Make a link that works once: for whoever shall have the seat, or for one's own second device. */
export interface Hand {
  hand: number;
  device?: boolean;
  key?: string | null;
}

/** Get up. A bot plays on; where nothing is hidden and no bot is named, the seat is free for anyone. */
export interface Leave {
  leave: number;
  bot?: string | null;
  key?: string | null;
}

/** Let a bot drive one's seat, or take it back (no bot). */
export interface Drive {
  drive: number;
  bot?: string | null;
  key?: string | null;
}

/** Remove one's name, everything that one has said in this seat, and its note. What was played stays. */
export interface Forget {
  forget: number;
  key?: string | null;
}

/** Give up a seat for good: a bot plays it to the end. */
export interface Concede {
  concede: number;
  key?: string | null;
}

/** Ask the others for something or agree to it, or no longer.

    `end` ends the game without a result, `time` gives that seat more time, `bot` lets a bot play for an
    absent one, `person` lets somebody take over a bot's seat, `eyes` lets who has a link see what that seat
    sees, until anyone no longer agrees. */
export interface Agree {
  agree: "back" | "bot" | "end" | "eyes" | "person" | "time";
  seat?: number | null;
  yes?: boolean;
  key?: string | null;
}

/** As host: that seat is silent in the chat, or may speak again. */
export interface Mute {
  mute: number;
  yes?: boolean;
  key?: string | null;
}

/** As host: a bot into a seat that is free. */
export interface Fill {
  fill: number;
  bot?: string;
  key?: string | null;
}

/** As host: no game at this table, which still waits for somebody. */
export interface Cancel {
  cancel: true;
  key?: string | null;
}

/** A link for watching: the table so many `turns` or `minutes` ago, or through the `eyes` of a seat;
    or all links with a delay are `closed`. */
export interface Window {
  window: "closed" | "eyes" | "minutes" | "turns";
  by?: number;
  key?: string | null;
}

/** The same table again, with everyone one seat on. */
export interface Rematch {
  rematch: true;
  key?: string | null;
}

/** The best turns that the asker could do now, where nobody else plays but bots, or all agreed to hints
    by sitting down. */
export interface Hint {
  hint: true;
  key?: string | null;
}

/** Why a bot did the turn that the action before this step is of: there too, and always after the end. */
export interface Why {
  why: number;
  key?: string | null;
}

/** At a puzzle: its best turn is played for whoever asks. */
export interface Show {
  show: true;
  key?: string | null;
}

/** Have a finished game looked at again, or hear how far that is; false: no longer. */
export interface LookAgain {
  review: boolean;
  key?: string | null;
}

/** One's own plans at this table. */
export interface ListPlans {
  plans: true;
  key?: string | null;
}

/** Play the coming turn of a plan as soon as one is to move, if it brings then what it brings in the plan.

    0: nothing is queued any more. `after` is a version that one has seen: who has acted since queues nothing. */
export interface QueueTurn {
  queue: number;
  after: number;
  key?: string | null;
}

/** Play on by oneself, from what one knows, for oneself and as a guess for others; nothing is played.

    `at` begins that plan at a step, anew. `keep` is how many actions of one's own choice stay, `then` what
    follows them. `drop` forgets the plan. */
export interface Plan {
  plan: number;
  at?: number | null;
  keep?: number | null;
  then?: Action[];
  drop?: boolean;
  key?: string | null;
}

/** When a game is over: others may follow where one looks from now on; false: no longer. */
export interface Lead {
  lead: boolean;
  key?: string | null;
}

/** Who leads looks there. */
export interface Look {
  look: Place;
  key?: string | null;
}

/** How I am called at this table, and in which ways this server can. */
export interface ListCalls {
  calls: true;
  key?: string | null;
}

/** Call me in that way when it is my turn; said again with the same `to`, it is changed. */
export interface Call {
  call: "discord" | "hook" | "mail" | "push";
  to: string;
  keys?: PushKeys | null;
  seat?: number | null;
  began?: boolean;
  waiting?: boolean;
  remind?: number;
  quiet?: [number, number] | null;
  zone?: string;
  key?: string | null;
}

/** What a browser's push messages are encrypted for. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** No more calls in that way. */
export interface Uncall {
  uncall: string;
  key?: string | null;
}

/** Send a call now, to try that way. */
export interface Ring {
  ring: string;
  key?: string | null;
}

/** Change the name and the colour of one's seat. */
export interface Rename {
  name: string;
  colour?: "" | "black" | "blue" | "green" | "orange" | "purple" | "red" | "white" | "yellow";
  seat?: number | null;
  key?: string | null;
}

/** A new table; `record` is a played game to go on from, `board` the text of a board file. */
export interface Create {
  game: string;
  seats: NewSeat[];
  options?: Record<string, string>;
  board?: string;
  record?: string;
  tempo?: Tempo;
  listed?: boolean;
  hints?: boolean;
  absent?: string | null;
}

/** Who will drive a seat: me, a friend by a secret link, anyone, the same screen, or a bot. */
export interface NewSeat {
  kind: "anyone" | "bot" | "friend" | "me" | "screen";
  bot?: string;
  name?: string | null;
  colour?: "" | "black" | "blue" | "green" | "orange" | "purple" | "red" | "white" | "yellow";
}

/** How long people may think: no limit, a live clock, or days for every move. */
export interface Tempo {
  kind?: "days" | "live" | "none";
  seconds?: number;
  increment?: number;
  days?: number;
}

/** A table that is a lesson: the first game of whoever asks, alone with bots. */
export interface Learn {
  game: string;
  name?: string | null;
}

/** A table that is a puzzle: its position, whoever asks in the seat to move, alone with bots. */
export interface Solve {
  game: string;
  puzzle: string;
  name?: string | null;
}

/** A text to draw as a QR code. It comes in a body, so that no log ever holds a secret link. */
export interface Drawn {
  text: string;
}

export type Question =
  | Do
  | Try
  | Propose
  | Typed
  | Takeback
  | Chat
  | Note
  | Join
  | Hand
  | Leave
  | Drive
  | Forget
  | Concede
  | Agree
  | Mute
  | Fill
  | Cancel
  | Window
  | Rematch
  | Hint
  | Why
  | Show
  | LookAgain
  | ListPlans
  | QueueTurn
  | Plan
  | Lead
  | Look
  | ListCalls
  | Call
  | Uncall
  | Ring
  | Rename;

export type Answer =
  | TableNow
  | Welcome
  | Said
  | Queued
  | Present
  | Forgot
  | Led
  | Done
  | Tried
  | Proposed
  | Understood
  | Moves
  | Sat
  | Opened
  | Again
  | Refusal
  | Created
  | Lists
  | Log
  | Position
  | Ending
  | Review
  | Reviewing
  | Hinted
  | Planned
  | Plans
  | Explained
  | Calls
  | Games
  | Puzzles
  | Reach
  | Rules;
