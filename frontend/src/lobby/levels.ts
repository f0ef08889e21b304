// What to expect of a bot, in a few words. A name that is not here is shown as it is.

export const LEVELS: Record<string, string> = {
  beginner: "makes mistakes on purpose",
  casual: "plays soundly, an even match after a few games",
  strong: "looks ahead and punishes slips",
  expert: "thinks for some seconds, hard to beat",
  greedy: "takes what looks best now",
  random: "does anything that is allowed",
};

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
