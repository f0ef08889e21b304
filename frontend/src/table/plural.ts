// The form of a word that goes with a number; # stands for the number itself.
export const plural = (n: number, one: string, other: string): string => (n === 1 ? one : other).replace("#", String(n));
