// Whether the screen is so small that names and buttons on the map must be larger.

import { MediaQuery } from "svelte/reactivity";

const small = new MediaQuery("(max-width: 760px), (max-height: 499px)");

export const smallScreen = (): boolean => small.current;
