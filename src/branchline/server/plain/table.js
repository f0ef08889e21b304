"use strict";
// The plain table: the view as text, typed actions. Text from people is only ever set as text.
const byId = (id) => document.getElementById(id);
const table = location.pathname.split("/").pop();
let socket = null;
let now = null;
let mine = [];
let shownFor = null;
let tries = 0;

async function api(path, body) {
  const request = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(path, request);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.text);
  return found;
}

function ask(question) {
  socket.send(JSON.stringify(question));
}

function written(action) {
  const isPoint = (each) => Array.isArray(each) && each.length === 2 && each.every(Number.isInteger);
  const word = (each) => {
    if (isPoint(each)) return each.join(",");
    if (Array.isArray(each)) return each.map(word).join(";") + (each.length < 2 ? ";" : "");
    return String(each);
  };
  return action.map(word).join(" ");
}

function read(text) {
  return text.trim().split(/\s+/).map((word, place) => {
    if (place && /^-?\d{1,18}$/.test(word)) return Number(word);
    const points = word.split(";").filter(Boolean);
    if (place && /^-?\d+,-?\d+$/.test(word)) return word.split(",").map(Number);
    if (place && word.includes(";") && points.every((each) => /^-?\d+,-?\d+$/.test(each)))
      return points.map((each) => each.split(",").map(Number));
    return word;
  });
}

function item(text) {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}

function who(seat) {
  return now && seat >= 0 ? now.seats[seat].name : "Chance";
}

function status() {
  if (now.status === "waiting") return "Waiting for everyone to sit down.";
  if (now.status === "over") return `Over: ${now.scores.map((score, seat) => `${who(seat)} ${score[0]}`).join(", ")}`;
  if (now.status === "ended") return "Ended by agreement, without a result.";
  const clock = now.clock && now.clock.deadline ? ` until ${new Date(now.clock.deadline * 1000).toLocaleString()}` : "";
  return mine.includes(now.to_move) ? `Your turn${clock}` : `${who(now.to_move)} is to move${clock}`;
}

function offer(choices) {
  const texts = choices.map(written);
  byId("choices").replaceChildren(...texts.map((text) => {
    const made = document.createElement("option");
    made.value = text;
    return made;
  }));
  byId("legal").replaceChildren(...texts.map((text) => {
    const made = item("");
    const button = document.createElement("button");
    button.textContent = text;
    button.addEventListener("click", () => { byId("action").value = text; byId("action").focus(); });
    made.append(button);
    return made;
  }));
}

function show(fresh) {
  const moved = !now || fresh.version !== now.version;
  now = fresh;
  byId("status").textContent = status();
  const covered = mine.length > 1 && mine.includes(now.to_move) && shownFor !== now.to_move && now.status === "playing";
  byId("cover").hidden = !covered;
  byId("table").hidden = covered;
  if (covered) byId("whose").textContent = `${who(now.to_move)}, it is your turn. Look when only you can see the screen.`;
  byId("view").textContent = now.text;
  offer(now.choices);
  // where moves cannot be listed, the game proposes some
  const asked = !now.complete && now.status === "playing" && mine.includes(now.to_move);
  if (moved && asked) ask({ propose: [] });
  byId("act").hidden = !mine.length;
  byId("back").disabled = now.takeback === null;
  byId("seats").replaceChildren(...now.seats.map((seat, number) => {
    const made = item(`${seat.name}${mine.includes(number) ? " (you)" : ""}${seat.bot ? ` — bot ${seat.bot}` : ""}`);
    if (!seat.joined && seat.kind === "anyone" && !mine.length) {
      const button = document.createElement("button");
      button.textContent = "Sit here";
      button.addEventListener("click", () => join({ join: number, name: prompt("Your name?") || "Player" }));
      made.append(" ", button);
    }
    return made;
  }));
  if (moved) {
    for (const line of now.lines || []) byId("log").append(item(line));
    byId("tried").textContent = "";
  }
  const finished = now.status === "over" || now.status === "ended";
  for (const id of ["concede", "agree", "bot", "mine"]) byId(id).hidden = finished || !mine.length;
  byId("rematch").hidden = !finished || !mine.length;
  byId("record").hidden = now.status !== "over";
  byId("record").href = `/api/tables/${table}/record`;
  if (now.rematch) {
    const link = document.createElement("a");
    link.href = `/table/${now.rematch}`;
    link.textContent = "To the rematch";
    byId("links").replaceChildren(link);
  }
}

function hear(message) {
  if (message.type === "welcome") {
    mine = message.seats;
    byId("name").textContent = message.name;
    byId("note").value = message.note;
    byId("chat").replaceChildren(...message.chat.map(said));
  } else if (message.type === "table") show(message);
  else if (message.type === "said") byId("chat").append(said(message));
  else if (message.type === "tried") {
    const points = message.ledger.map(([count, why]) => `${count >= 0 ? "+" : "−"}${Math.abs(count)}  ${why}`);
    byId("tried").textContent = ["It would bring:", ...message.lines, ...points].join("\n");
  } else if (message.type === "proposed") {
    if (message.version === now.version) offer(message.actions.map((proposal) => proposal.action));
  } else if (message.type === "again") location.href = `/table/${message.id}`;
  else if (message.type === "refused") {
    byId("error").textContent = message.rule ? `${message.text} [${message.rule}]` : message.text;
    if (message.values.table) show({ ...message.values.table, text: now.text, lines: [] });
  } else if (message.type === "done") {
    byId("error").textContent = "";
    byId("action").value = "";
  }
}

function said(line) {
  return item(line.seat === null ? line.text : `${who(line.seat)}: ${line.text}`);
}

function listen() {
  socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${table}?text=1`);
  socket.addEventListener("open", () => { tries = 0; });
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    byId("status").textContent = "The connection is gone; trying again.";
    tries += 1;
    setTimeout(listen, Math.min(15000, 500 * 2 ** tries));
  });
}

async function join(question) {
  try {
    await api(`/api/tables/${table}`, question);
    if (socket) socket.close();
  } catch (error) {
    byId("error").textContent = error.message;
  }
}

function showLinks() {
  for (const [seat, token] of JSON.parse(sessionStorage.getItem(`links:${table}`) || "[]")) {
    const line = document.createElement("p");
    const link = document.createElement("input");
    link.readOnly = true;
    link.size = 60;
    link.value = `${location.origin}/table/${table}#${token}`;
    link.setAttribute("aria-label", `link for seat ${seat + 1}`);
    line.append(`Send this link to whoever plays seat ${seat + 1}: `, link);
    byId("links").append(line);
  }
}

async function start() {
  const past = new URLSearchParams(location.search).get("at");
  if (past !== null) {
    const found = await api(`/api/tables/${table}?text=1&at=${encodeURIComponent(past)}`);
    byId("status").textContent = `After ${found.step} actions`;
    byId("view").textContent = found.text;
    for (const line of found.lines) byId("log").append(item(line));
    return;
  }
  if (location.hash.length > 1) {
    const token = location.hash.slice(1);
    history.replaceState(null, "", location.pathname); // the secret does not stay in the address bar
    await join({ join: null, token, name: prompt("Your name?") || "Player" });
  }
  showLinks();
  listen();
}

byId("act").addEventListener("submit", (event) => {
  event.preventDefault();
  ask({ do: read(byId("action").value), after: now.version, key: crypto.getRandomValues(new Uint32Array(3)).join("-") });
});
byId("try").addEventListener("click", () => ask({ try: [read(byId("action").value)] }));
byId("back").addEventListener("click", () => ask({ takeback: now.takeback, after: now.version }));
byId("talk").addEventListener("submit", (event) => {
  event.preventDefault();
  ask({ chat: byId("line").value });
  byId("line").value = "";
});
byId("note").addEventListener("change", () => ask({ note: byId("note").value }));
byId("concede").addEventListener("click", () => { if (confirm("Give up for good?")) ask({ concede: mine[0] }); });
byId("agree").addEventListener("click", () => ask({ agree: true }));
byId("rematch").addEventListener("click", () => ask({ rematch: true }));
byId("bot").addEventListener("click", () => ask({ drive: mine[0], bot: "casual" }));
byId("mine").addEventListener("click", () => ask({ drive: mine[0] }));
byId("uncover").addEventListener("click", () => { shownFor = now.to_move; show(now); });
start().catch((error) => { byId("error").textContent = error.message; });
