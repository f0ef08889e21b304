import type { Fact, GameModule } from "../../table/contract";
import { plural } from "../../table/plural";
import Board from "./Board.svelte";
import Panel from "./Panel.svelte";
import { desk } from "./desk.svelte";
import { frameOf } from "./frame";
import { turnOf, type BoardFile, type Props, type View } from "./types";
import { COMPANIES, companiesOf, list, nameOf, STATIONS } from "./words";

/** With two players the lower of one's companies decides. */
function score(view: View, seat: number): number | null {
  const points = view.seats[seat]?.points ?? [];
  return points.length ? Math.min(...points) : null;
}

function facts(view: View, seat: number): Fact[] {
  const own = view.companies.filter((each) => each.seat === seat);
  const found: Fact[] = own.map((each) => ({
    label: own.length > 1 ? `${COMPANIES[each.id]} ${each.score}` : COMPANIES[each.id],
    value: `${each.short}S ${each.long}L`,
    title: `${COMPANIES[each.id]}: ${plural(each.score, "# point", "# points")}, ${each.short} short and ${plural(each.long, "# long string", "# long strings")} left`,
  }));
  return found;
}

function prompt(props: Props): string {
  const { view, draft } = props;
  const turn = turnOf(view, draft?.tried ? draft.action : null);
  const whose = turn.company ? `${COMPANIES[turn.company]}: ` : "";
  switch (turn.step) {
    case "field":
      return "Draw the outline of the field; it becomes a loop of the right length that you can bend.";
    case "river":
      return "Draw the river with one stroke inside the field; then bend it where you like.";
    case "mountain":
      return "Draw round the mountain with one closed stroke; then bend it where you like.";
    case "corners":
      return `${whose}choose a corner for your home.`;
    case "place": {
      const drawn = list(turn.drawn.map((kind) => STATIONS[kind]!.name));
      return desk.card
        ? `${whose}drag the card where you want it, turn it, then place it.`
        : `${whose}drag ${drawn} onto the table.`;
    }
    case "lay":
      if (desk.note && !desk.holding) return desk.note;
      if (desk.rope) return `${whose}bend the string where you like, then lay it.`;
      if (desk.tool === "stroke") return `${whose}draw the way of your string from station to station.`;
      if (desk.chain.length === 1) return `${whose}lead the string on to the next station.`;
      return `${whose}drag from one station through others; one of them must be on your network.`;
    default:
      return `${companiesOf(view, view.to_move)} is drawing tiles.`;
  }
}

export default {
  Board,
  Panel,
  frame: frameOf,
  score,
  facts,
  colour: (view, seat) => view.seats[seat]?.companies[0] ?? null,
  name: (id) => nameOf(id),
  prompt,
} satisfies GameModule<View, BoardFile>;
