// A bot in JavaScript: in Bridgetown it rides where most flags are, else it does anything that is legal.
import { createInterface } from "node:readline";

function choose({ view, moves, seed }) {
  const ride = view.rides?.[0]; // those with most flags come first
  return ride?.takes.length ? ride.action : moves[seed % moves.length];
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "ask") console.log(JSON.stringify(choose(message)));
}
