// How a table is laid out: board and column beside each other; on a phone the bar below the board and the
// panel as a sheet; on a low screen (a phone on its side, a page at 200 %) bar and panel beside the board.

import { MediaQuery } from "svelte/reactivity";

export type Layout = "wide" | "phone" | "low";

const low = new MediaQuery("(max-height: 499px) and (min-width: 560px)");
const narrow = new MediaQuery("(max-width: 970px)");

export const layout = (): Layout => (low.current ? "low" : narrow.current ? "phone" : "wide");
