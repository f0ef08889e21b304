// Tests hear English.

import { learn } from "./voice";

await learn("page", "lobby", "table", "more", "text");
