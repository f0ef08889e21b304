// How seats look everywhere: a colour of the palette that people can tell apart, with its letter and pattern.

import type { Person } from "../protocol.gen";
import type { SeatLook } from "./contract";

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

/** `Anna`, `Brunel (greedy bot)`, or `Ben (a bot plays for them)`: who holds a seat sees its hand. */
export function called(person: Person): string {
  if (!person.bot) return person.name;
  return `${person.name} (${person.held ? "a bot plays for them" : `${person.bot} bot`})`;
}

export function looks(
  people: Person[],
  mine: number[],
  own: (seat: number) => string | null = () => null, // the colour that the game itself gives a seat
): SeatLook[] {
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

/** `+3`, `−1`, `±0`: points are always signed. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "±0";
}

/** Time that is left, as short as can be: `0:09`, `12:30`, `2 d 4 h`. */
export function clock(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const [days, hours] = [Math.floor(left / 86_400), Math.floor((left % 86_400) / 3600)];
  if (days) return `${days} d ${hours} h`;
  const minutes = Math.floor((left % 3600) / 60);
  const two = (number: number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}
