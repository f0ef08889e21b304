// How seats look everywhere: a colour of the palette that people can tell apart, with its letter and pattern.

import { kindOf } from "../lobby/levels";
import type { Person } from "../protocol.gen";
import { say } from "../voice";
import type { SeatLook } from "./contract";

export { signed } from "../voice";

export const LETTERS: Record<string, string> = {
  red: "R",
  blue: "B",
  green: "G",
  yellow: "Y",
  purple: "P",
  black: "K",
  orange: "O",
  white: "W",
};
const ORDER = Object.keys(LETTERS);

/** The tokens of seats that have no colour, because the game's own things have them: shapes in a box of 30. */
export const TOKENS: [name: string, sign: string, path: string][] = [
  ["disc", "●", "M15 6.5A8.5 8.5 0 1 1 14.99 6.5Z"],
  ["triangle", "▲", "M15 5.5L24.5 22.5H5.5Z"],
  ["square", "■", "M7.5 7.5H22.5V22.5H7.5Z"],
  [
    "star",
    "★",
    "M15 4.5L17.7 11.8L25.5 12.1L19.4 16.9L21.5 24.4L15 20.1L8.5 24.4L10.6 16.9L4.5 12.1L12.3 11.8Z",
  ],
  ["cross", "✚", "M12 6H18V12H24V18H18V24H12V18H6V12H12Z"],
  ["bars", "❚", "M7 6.5H12.5V23.5H7ZM17.5 6.5H23V23.5H17.5Z"],
];

/** The colour of each seat: the one asked for, or the first of the palette that nobody has. */
export function colours(people: Person[]): string[] {
  const found: string[] = people.map(() => "");
  people.forEach((person, seat) => {
    if (person.colour in LETTERS && !found.includes(person.colour)) found[seat] = person.colour;
  });
  return found.map((colour, seat) => {
    const free = ORDER.filter((each) => !found.includes(each));
    return (found[seat] = colour || (free[0] ?? "black"));
  });
}

/** `Anna`, `Brunel (strong bot)`, or `Ben (a bot plays for them)`: who holds a seat sees its hand. */
export function called(person: Person): string {
  if (!person.bot) return person.name;
  return person.held ? say("table.bot-for", [person.name]) : `${person.name} (${kindOf(person.bot)})`;
}

export function looks(
  people: Person[],
  mine: number[],
  own: (seat: number) => string | null = () => null, // the colour that the game itself gives a seat
  neutral = false, // no seat has a colour
): SeatLook[] {
  if (neutral)
    return people.map(({ name }, seat) => ({ seat, name, ...token(seat), you: mine.includes(seat) }));
  const given = people.map((person, seat) => ({ ...person, colour: own(seat) ?? person.colour }));
  return colours(given).map((colour, seat) => ({
    seat,
    name: people[seat]!.name,
    colour,
    ink: `var(--${colour})`,
    letter: LETTERS[colour]!,
    pattern: `pattern-${colour}`,
    you: mine.includes(seat),
  }));
}

function token(seat: number) {
  const [colour, letter, shape] = TOKENS[seat % TOKENS.length]!;
  return { colour, letter, shape, ink: "var(--token)", pattern: "pattern-token" };
}

/** Time that is left, as short as can be: `0:09`, `12:30`, `2 d 4 h`. */
export function clock(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const [days, hours] = [Math.floor(left / 86_400), Math.floor((left % 86_400) / 3600)];
  if (days) return say("table.days", [days, hours]);
  const minutes = Math.floor((left % 3600) / 60);
  const two = (number: number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}
