import type { GameModule } from "../table/contract";
import { later } from "../voice";

type Loader = () => Promise<{ default: GameModule }>;

/** The games that have a drawing of their own, each loaded when a table needs it. */
const GAMES: Record<string, Loader> = {
  "sncf-france": () => import("./sncf"),
  "sncf-germany": () => import("./sncf"),
  koplopers: () => import("./koplopers"),
  bridgetown: () => import("./bridgetown"),
  "string-railway": () => import("./string_railway"),
};

const plain: Loader = () => later(import("../table/plain"));

/** A game's drawing; one that has none, or whose own cannot be loaded, is shown as the server draws it. */
export async function drawingOf(game: string, games = GAMES): Promise<GameModule> {
  const own = games[game] ?? plain;
  return (await own().catch(plain)).default;
}
