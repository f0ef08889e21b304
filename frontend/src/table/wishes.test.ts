import { expect, it } from "vitest";
import type { TableNow, Wish } from "../protocol.gen";
import { sentence } from "./wishes";

const now = { seats: [{ name: "Anna" }, { name: "Ben" }, { name: "Brunel" }] } as TableNow;
const wish = (what: Wish["what"], seat: number | null, agreed: number[]): Wish => ({
  what,
  seat,
  agreed,
  asked: what === "back" ? [1] : [],
  until: 0,
});

it("says who wants what", () => {
  expect(sentence(wish("end", null, [1]), now, [0])).toBe(
    "Ben agrees to end the game here without a result.",
  );
  expect(sentence(wish("end", null, [0, 1]), now, [0])).toBe(
    "You and Ben agree to end the game here without a result.",
  );
  expect(sentence(wish("time", 1, [1]), now, [0])).toBe("Ben has asked for more time.");
  expect(sentence(wish("time", 0, [0]), now, [0])).toBe("You have asked for more time.");
  expect(sentence(wish("time", 0, [1]), now, [0])).toBe("Ben would give you more time.");
  expect(sentence(wish("back", 0, [0]), now, [0])).toBe(
    "You have asked to take back your last action: Ben must agree.",
  );
  expect(sentence(wish("back", 0, [0]), now, [1])).toBe(
    "Anna asks to take back their last action, and all that came after.",
  );
  expect(sentence(wish("bot", 1, [0]), now, [0])).toBe("You would let a bot play for Ben until they return.");
  expect(sentence(wish("bot", 0, [1, 2]), now, [0])).toBe(
    "Ben and Brunel would let a bot play for you until you return.",
  );
  expect(sentence(wish("eyes", 1, [0, 2]), now, [0])).toBe(
    "You and Brunel would let who has a link see what Ben sees.",
  );
  expect(sentence(wish("person", 2, [1]), now, [0])).toBe(
    "Ben would let a person take over the seat of Brunel, a bot.",
  );
});
