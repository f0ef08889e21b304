import type { GameModule } from "../table/contract";

/** The games that have a drawing, each loaded when a table needs it. */
export const GAMES: Record<string, () => Promise<{ default: GameModule }>> = {
  "sncf-france": () => import("./sncf"),
  "sncf-germany": () => import("./sncf"),
  koplopers: () => import("./koplopers"),
  bridgetown: () => import("./bridgetown"),
  "string-railway": () => import("./string_railway"),
};
