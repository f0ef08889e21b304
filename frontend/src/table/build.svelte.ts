/* eslint-disable svelte/prefer-svelte-reactivity -- sets are made anew, maps are drawn by nobody */
// The move being built: what is picked, the draft with its ledger, and how it is committed or refused.

import type { Action, Answer, Refusal } from "../protocol.gen";
import { isRefused } from "./connection";
import type { Ask, Draft, Element } from "./contract";
import { fixes, glowing, guess, meant, pickedWith, same } from "./picking";
import type { Session } from "./session.svelte";
import { settings } from "./settings.svelte";

export class Build {
  picked = $state.raw<Element[]>([]);
  draft = $state.raw<Draft | null>(null);
  sending = $state(false);
  bad = $state(false); // the draft was refused

  readonly choices = $derived.by(() => (this.session.active ? (this.session.now?.choices ?? []) : []));
  readonly glow = $derived(glowing(this.choices, this.picked));
  readonly ready = $derived(!!this.draft && !this.bad && !this.sending);
  /** Ids that a refusal named: they shake once. */
  readonly flash = $derived.by(() => {
    const values = Object.values(this.session.refusal?.values ?? {}).flat();
    return new Set(values.filter((each) => typeof each === "string"));
  });
  readonly fixes = $derived.by(() => {
    const { refused, refusal } = this.session;
    return refused && refusal ? fixes(this.choices, refused, refusal.values).slice(0, 3) : [];
  });

  private wanted: Action | null = null; // to be tried as soon as the line is free
  private trying = false;

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
    this.bad = false;
    this.wanted = null;
  };

  /** Take back the last pick; with none left also the refusal that is shown. */
  back(): void {
    if (!this.picked.length) this.session.refuse(null);
    const left = this.picked.slice(0, -1);
    this.clear();
    this.picked = left;
  }

  pick = (element: Element): void => {
    const { session } = this;
    if (!session.active || this.sending) return;
    if (this.ready && same(element, this.picked.at(-1))) {
      void this.commit();
      return;
    }
    session.refuse(null);
    const found = pickedWith(this.choices, this.picked, element);
    if (!found) {
      this.explain(element);
      return;
    }
    this.clear();
    this.picked = found;
    const action = meant(this.choices, found);
    if (action) this.offer(action);
  };

  /** A whole action becomes the draft, and the server is asked what it would bring: one question at a time. */
  offer = (action: Action | null): void => {
    if (action && this.session.now?.complete) {
      // where moves are listed an offer is as deliberate as a pick; a string is offered while it is drawn
      const again = this.ready && JSON.stringify(action) === JSON.stringify(this.draft!.action);
      if (again || !settings.liked.confirm) {
        void this.commit(action);
        return;
      }
      this.session.refuse(null);
    }
    this.reckon(action);
  };

  private reckon(action: Action | null): void {
    this.draft = action && { action, tried: null };
    this.bad = false;
    this.wanted = action;
    if (action) void this.tryOn();
  }

  private async tryOn(): Promise<void> {
    if (this.trying) return;
    this.trying = true;
    while (this.wanted) {
      const action = this.wanted;
      this.wanted = null;
      const answer = await this.session.ask({ try: [action] });
      if (this.draft?.action !== action) continue;
      if (answer.type === "tried") {
        this.draft = { action, tried: answer };
        this.session.refuse(null);
      } else if (isRefused(answer)) this.refuse(answer, action);
    }
    this.trying = false;
  }

  private refuse(answer: Refusal, action: Action): void {
    this.session.refuse(answer, action);
    this.sending = false;
    this.bad = true;
    // where moves can be listed the pick was wrong; a drawn string stays, so that it can be mended
    if (this.session.now?.complete) {
      this.draft = null;
      this.picked = this.picked.filter((each) => action.some((one) => same(one, each)));
      if (meant(this.choices, this.picked)) this.picked = [];
    }
  }

  /** Somebody picked what is not legal: let the server say why, or say at least that it is so. */
  private explain(element: Element): void {
    const action = guess(this.choices, this.picked, element);
    if (action) this.attempt(action);
    else {
      const text = `${this.label(element)} cannot be picked now.`;
      const values = { picked: element };
      this.session.refuse({ type: "refused", error: "rule", rule: null, text, values }, null);
    }
  }

  /** An action as it was typed or guessed: a draft where it is legal, else the reason. */
  attempt(action: Action): void {
    this.clear();
    this.picked = action.filter((each) => this.glow.has(each));
    this.reckon(action);
  }

  commit = async (action = this.draft?.action): Promise<void> => {
    const { session } = this;
    if (!action || !session.now || !session.active || this.sending || this.bad) return;
    this.sending = true;
    const answer = await session.ask({ do: action, after: session.now.version });
    if (isRefused(answer)) this.refuse(answer, action);
  };

  /** An element as people say it. */
  label(element: Element): string {
    if (typeof element === "object") return JSON.stringify(element);
    return typeof element === "number" ? String(element) : this.session.nameOf(element);
  }

  /** An action in words: the game's names, the verb first. */
  say(action: Action): string {
    const words = action.map((each, at) =>
      typeof each === "object" ? "" : at ? this.label(each) : String(each),
    );
    const text = words.filter(Boolean).join(" ");
    return text.charAt(0).toUpperCase() + text.slice(1);
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
    if (version !== this.session.now?.version) return null;
    this.session.refuse(null);
    return answer;
  }
}
