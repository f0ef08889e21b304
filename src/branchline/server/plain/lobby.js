"use strict";
// The plain lobby. Text from people is only ever set as text, never as HTML.
const byId = (id) => document.getElementById(id);
let cards = [];
let bots = [];
const USUAL = "casual";

async function api(path, body) {
  const request = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(path, request);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.text);
  return found;
}

function tell(error) {
  byId("error").textContent = error ? error.message : "";
}

function option(value, text) {
  const made = document.createElement("option");
  made.value = value;
  made.textContent = text;
  return made;
}

function card() {
  return cards.find((each) => each.id === byId("game").value);
}

function addSeat(kind) {
  const row = document.createElement("p");
  const select = document.createElement("select");
  select.setAttribute("aria-label", `seat ${byId("seats").children.length + 1}`);
  select.append(option("me", "me"), option("friend", "a friend, by a link"), option("anyone", "anyone"));
  select.append(option("screen", "somebody at this screen"));
  for (const bot of bots) select.append(option(`bot:${bot}`, `a bot: ${bot}`));
  select.value = kind;
  row.append(select);
  byId("seats").append(row);
}

function showGame() {
  const chosen = card();
  byId("seats").textContent = "";
  const count = Math.min(Math.max(3, chosen.seats[0]), chosen.seats[chosen.seats.length - 1]);
  for (let seat = 0; seat < count; seat++) addSeat(seat ? `bot:${USUAL}` : "me");
  byId("options").textContent = "";
  for (const choice of chosen.options) {
    const label = document.createElement("label");
    const select = document.createElement("select");
    select.name = `option:${choice.name}`;
    for (const [value, text] of choice.values) select.append(option(value, text));
    label.append(`${choice.text} `, select);
    byId("options").append(label);
  }
}

async function make(event) {
  event.preventDefault();
  const form = new FormData(byId("new"));
  const seats = [...byId("seats").querySelectorAll("select")].map((select) => {
    const [kind, bot] = select.value.split(":");
    const seat = bot ? { kind, bot } : { kind };
    if (kind === "me") seat.name = form.get("name") || "Player";
    return seat;
  });
  const options = {};
  for (const [name, value] of form) if (name.startsWith("option:")) options[name.slice(7)] = value;
  const record = form.get("record").trim();
  try {
    const made = await api("/api/tables", {
      game: form.get("game"), seats, options, record: record ? record + "\n" : "",
      tempo: { kind: form.get("tempo") }, listed: form.has("listed"), absent: form.has("absent") ? USUAL : "",
    });
    const links = made.seats.filter((seat) => seat.kind === "friend").map((seat) => [seat.seat, seat.token]);
    sessionStorage.setItem(`links:${made.id}`, JSON.stringify(links));
    location.href = `/table/${made.id}`;
  } catch (error) {
    tell(error);
  }
}

function line(table) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/table/${table.id}`;
  link.textContent = `${table.name}: ${table.seats.map((seat) => seat.name).join(", ")}`;
  const turn = table.mine.includes(table.to_move) && table.status === "playing" ? " — your turn" : "";
  item.append(link, ` (${table.status})${turn}`);
  return item;
}

async function lists() {
  for (const [id, path] of [["mine", "/api/mine"], ["open", "/api/tables"]]) {
    const found = await api(path);
    byId(id).replaceChildren(...found.tables.map(line));
    if (!found.tables.length) byId(id).textContent = "None now.";
  }
}

async function start() {
  try {
    const found = await api("/api/games");
    cards = found.games;
    bots = found.bots;
    byId("game").append(...cards.map((each) => option(each.id, each.name)));
    showGame();
    await lists();
    setInterval(() => lists().catch(tell), 15000);
  } catch (error) {
    tell(error);
  }
}

byId("game").addEventListener("change", showGame);
byId("more").addEventListener("click", () => addSeat("friend"));
byId("fewer").addEventListener("click", () => byId("seats").lastElementChild?.remove());
byId("new").addEventListener("submit", make);
start();
