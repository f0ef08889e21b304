// The form that goes with a number, `#` standing for the number itself.
export const plural = (n: number, one: string, other: string): string =>
  (Math.abs(n) === 1 ? one : other).replaceAll("#", String(n).replace("-", "−"));
