// What to expect of a bot, in a few words. A name that is not here is shown as it is.

export const LEVELS: Record<string, string> = {
  beginner: "does odd things in most turns",
  casual: "has a plan, and makes mistakes",
  strong: "plans its turns and makes no plain mistake",
  expert: "compares many futures, hard to beat",
  greedy: "what the game itself would advise",
  random: "does anything that is allowed",
};

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
