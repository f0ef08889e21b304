/** The form that goes with a number, `#` standing for the number itself; a language of ours has two. */
export const plural = (n: number, one: string, other: string, language = "en"): string =>
  (rules(language).select(Math.abs(n)) === "one" ? one : other).replaceAll("#", String(n).replace("-", "−"));

const known: Record<string, Intl.PluralRules> = {};
const rules = (language: string): Intl.PluralRules => (known[language] ??= new Intl.PluralRules(language));
