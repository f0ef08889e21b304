// What to expect of a bot, in a few words. A name that is not here is shown as it is.

import { capital } from "../names";
import { say } from "../voice";

const LEVELS = ["beginner", "casual", "strong", "expert"] as const;
const TOOLS = ["greedy", "random"]; // for measuring others by; nobody chooses them to play with
type Level = (typeof LEVELS)[number];

const isLevel = (bot: string): bot is Level => LEVELS.includes(bot as Level);

/** The bots that people choose from: the levels, and whoever was added; the tools only where there is nobody else. */
export function offered(bots: string[]): string[] {
  const found = bots.filter((bot) => !TOOLS.includes(bot));
  return found.length ? found : bots;
}

/** `Strong`: what a level is called, or the name of a bot that was added. */
export const levelOf = (bot: string) => (isLevel(bot) ? say(`page.level-${bot}`) : capital(bot));

/** What it does, as far as we know; in the lobby only. */
export const doesWhat = (bot: string) => (isLevel(bot) ? say(`lobby.level-${bot}`) : "");

/** `strong bot`, or `bot` for one whose name says nothing to people. */
export function kindOf(bot: string): string {
  if (TOOLS.includes(bot)) return say("page.bot");
  return isLevel(bot) ? say(`page.bot-${bot}`) : say("page.bot-named", [bot]);
}
