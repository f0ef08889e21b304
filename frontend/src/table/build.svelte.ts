/* eslint-disable svelte/prefer-svelte-reactivity -- sets are made anew, maps are drawn by nobody */
// The move being built: what is picked, the draft with its ledger, and how it is committed or refused.

import type { Action, Answer, Refusal } from "../protocol.gen";
import { say } from "../voice";
import { isRefused } from "./connection";
import type { Ask, Draft, Element } from "./contract";
import { alternatives, fixes, glowing, guesses, meant, pickedWith, same } from "./picking";
import type { Session } from "./session.svelte";
import { settings } from "./settings.svelte";
import { verb } from "./words";

const TWICE = 700; // milliseconds in which a second click on what needed only one is no new pick

const text = (action: Action | null | undefined): string => JSON.stringify(action ?? null);

export class Build {
  picked = $state.raw<Element[]>([]);
  draft = $state.raw<Draft | null>(null);
  others = $state.raw<Action[]>([]); // the ways to do the same, the draft among them
  sending = $state(false);
  bad = $state(false); // the draft was refused

  readonly choices = $derived.by(() => (this.session.active ? (this.session.desk?.choices ?? []) : []));
  readonly glow = $derived(glowing(this.choices, this.picked));
  readonly ready = $derived(!!this.draft && !this.bad && !this.sending);
  /** The draft ends the turn, and this person wants to say so: a second click is not enough. */
  readonly ending = $derived(settings.liked.ending && !!this.draft?.tried?.stopped);
  /** Which of the ways to do the same is drafted, from 1. */
  readonly way = $derived(1 + this.others.findIndex((each) => text(each) === text(this.draft?.action)));
  /** Ids that a refusal named: they shake once. */
  readonly flash = $derived.by(() => {
    const values = Object.values(this.session.refusal?.values ?? {}).flat();
    return new Set(values.filter((each) => typeof each === "string"));
  });
  readonly fixes = $derived.by(() => {
    const { refused, refusal } = this.session;
    return refused && refusal ? fixes(this.choices, refused, refusal.values).slice(0, 3) : [];
  });

  private wanted: Draft | null = null; // to be tried as soon as the line is free
  private trying = false;
  private done: { element: Element; at: number } | null = null; // what has just been done by one click

  constructor(private readonly session: Session) {}

  /** The table has moved on: whatever was begun belongs to the past. */
  reset = (): void => {
    this.clear();
    this.sending = false;
    this.session.refuse(null);
  };

  clear = (): void => {
    this.picked = [];
    this.draft = null;
    this.others = [];
    this.bad = false;
    this.wanted = null;
  };

  /** The way back: first what is begun is forgotten, then what was done last is taken back. */
  retreat(): void {
    const begun = this.picked.length || this.draft || this.session.refusal;
    this.clear();
    this.session.refuse(null);
    if (!begun) void this.session.undo();
  }

  pick = (element: Element): void => {
    const { session } = this;
    if (!session.active || this.sending) return;
    if (this.draft && same(element, this.picked.at(-1))) {
      this.again();
      return;
    }
    session.refuse(null);
    const found = pickedWith(this.choices, this.picked, element);
    if (!found) {
      this.why(element);
      return;
    }
    this.clear();
    this.picked = found;
    const action = meant(this.choices, found);
    if (action) this.offer(action, alternatives(this.choices, found, action));
  };

  /** The second click on the same thing does it. */
  again = (): void => {
    if (this.ready && !this.ending) void this.commit();
  };

  /** A whole action becomes the draft, and the server is asked what it would bring: one question at a time. */
  offer = (action: Action | null, among: Action[] = []): void => {
    if (action && this.session.desk?.complete) {
      // where moves are listed the same offer is a second click; a string is offered while it is drawn
      if (this.draft && text(action) === text(this.draft.action)) {
        this.again();
        return;
      }
      this.session.refuse(null);
    }
    this.others = among.length > 1 ? among : [];
    void this.reckon(action);
  };

  /** The next way to do the same. */
  other = (): void => {
    if (this.draft && this.others.length && !this.sending)
      void this.reckon(this.others[this.way % this.others.length]!);
  };

  private async reckon(action: Action | null, then: Action[] = []): Promise<void> {
    this.draft = action && { action, then, tried: null };
    this.bad = false;
    this.wanted = this.draft;
    if (action) await this.tryOn();
  }

  private async tryOn(): Promise<void> {
    if (this.trying) return;
    this.trying = true;
    while (this.wanted) {
      const { wanted } = this;
      this.wanted = null;
      const { action, then = [] } = wanted;
      const answer = await this.session.ask({ try: [action, ...then] });
      if (this.draft?.action !== action) continue;
      if (answer.type === "tried") {
        this.draft = { ...wanted, tried: answer };
        this.session.refuse(null);
        // what brings nothing and can be taken back needs no second click, unless there is something to choose
        // (in words a line is always asked first: nobody sees what has happened)
        if (answer.free && !settings.liked.words && !this.others.length && this.session.desk?.complete) {
          this.done = { element: this.picked.at(-1) ?? action.at(-1)!, at: performance.now() };
          void this.commit();
        }
      } else if (isRefused(answer)) this.refuse(answer, action);
    }
    this.trying = false;
  }

  private refuse(answer: Refusal, action: Action): void {
    this.session.refuse(answer, action);
    this.sending = false;
    this.bad = true;
    this.others = [];
    // where moves can be listed the pick was wrong; a drawn string stays, so that it can be mended
    if (this.session.desk?.complete) {
      this.draft = null;
      this.picked = this.picked.filter((each) => action.some((one) => same(one, each)));
      if (meant(this.choices, this.picked)) this.picked = [];
    }
  }

  /** Somebody picked what does not glow. */
  why = (element: Element): void => {
    if (this.session.active && !this.sending) void this.explain(element);
  };

  /** The server says why not, by the first rule against what they may have meant. */
  private async explain(element: Element): Promise<void> {
    const { session } = this;
    if (this.done && same(element, this.done.element) && performance.now() - this.done.at < TWICE) return;
    const { desk: now, module, board } = session;
    if (!now) return;
    if (this.draft) this.clear();
    session.refuse(null);
    const meantBy = module?.wanted?.(String(element), now.view, board, this.picked) ?? [];
    let plain: Refusal | null = null;
    for (const action of [...meantBy, ...guesses(this.choices, this.picked, element)]) {
      const answer = await session.ask({ try: [action] });
      if (session.desk?.version !== now.version || this.draft) return; // they have gone on meanwhile
      if (answer.type === "tried") {
        await this.attempt(action);
        return;
      }
      if (!isRefused(answer)) continue;
      if (answer.rule) {
        session.refuse(answer, action);
        return;
      }
      plain ??= answer;
    }
    const said = say("table.no-part", [this.label(element)]);
    const values = { picked: element };
    session.refuse(plain ?? { type: "refused", error: "rule", rule: null, text: said, values }, null);
  }

  /** An action as it was typed or guessed: a draft where it is legal, else the reason. */
  async attempt(action: Action, ...then: Action[]): Promise<void> {
    this.clear();
    this.picked = action.filter((each) => this.glow.has(each));
    await this.reckon(action, then);
  }

  /** A line as somebody typed it: the server knows what it means. */
  async type(typed: string): Promise<void> {
    this.clear(); // what was drafted before is not what is meant now
    const answer = this.heeded(await this.session.ask({ typed }));
    const [first, ...then] = answer?.type === "understood" ? answer.meant : [];
    if (first) await this.attempt(first, ...then);
  }

  commit = async (action = this.draft?.action): Promise<void> => {
    const { session } = this;
    if (!action || !session.active || this.sending || this.bad) return;
    const then = action === this.draft?.action ? (this.draft.then ?? []) : [];
    await this.play([action, ...then]);
  };

  /** These actions, one after the other; where one is refused, the reason, and no further. */
  async play(actions: Action[]): Promise<void> {
    const { session } = this;
    this.sending = true;
    let after = session.desk!.version;
    for (const each of actions) {
      const answer = await session.ask({ do: each, after });
      if (isRefused(answer)) return this.refuse(answer, each);
      if (answer.type === "done") after = answer.version;
    }
  }

  /** An element as people say it. */
  label(element: Element): string {
    if (typeof element === "object") return JSON.stringify(element);
    return typeof element === "number" ? String(element) : this.session.nameOf(element);
  }

  /** An action in words: the game's names, the verb first. */
  say(action: Action): string {
    const [first, ...rest] = action;
    const names = rest.filter((each) => typeof each !== "object").map((each) => this.label(each));
    const done = verb(String(first));
    return names.length ? say("table.action", [done, names.join(" ")]) : done;
  }

  readonly ask: Ask = {
    propose: async (partial) => {
      const answer = this.heeded(await this.session.ask({ propose: partial }));
      return answer?.type === "proposed" ? answer.actions : null;
    },
    tryOut: async (actions) => {
      const answer = this.heeded(await this.session.ask({ try: actions }));
      return answer?.type === "tried" ? answer : null;
    },
    judge: async (actions) => {
      const answer = await this.session.ask({ try: actions });
      return answer.type === "tried" || isRefused(answer) ? answer : null;
    },
  };

  /** The answer, unless it is a refusal (which is shown) or about a table that has moved on. */
  private heeded(answer: Answer): Answer | null {
    if (isRefused(answer)) {
      this.session.refuse(answer);
      return null;
    }
    const version = "version" in answer ? answer.version : null;
    if (version !== this.session.desk?.version) return null;
    this.session.refuse(null);
    return answer;
  }
}
