// Dates, times and numbers as the language of the page writes them.

import { language } from "./voice";

/** For `Intl`; our English is that of Britain. */
export const locale = language === "en" ? "en-GB" : language;
