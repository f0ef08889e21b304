// What to expect of a bot, in a few words. A name that is not here is shown as it is.

export const LEVELS: Record<string, string> = {
  beginner: "does odd things in most turns",
  casual: "has a plan, and makes mistakes",
  strong: "plans its turns and makes no plain mistake",
  expert: "compares many futures, hard to beat",
};
const TOOLS = ["greedy", "random"]; // for measuring others by; nobody chooses them to play with

/** The bots that people choose from: the levels, and whoever was added; the tools only where there is nobody else. */
export function offered(bots: string[]): string[] {
  const found = bots.filter((bot) => !TOOLS.includes(bot));
  return found.length ? found : bots;
}

/** `strong bot`, or `bot` for one whose name says nothing to people. */
export const kindOf = (bot: string) => (TOOLS.includes(bot) ? "bot" : `${bot} bot`);
