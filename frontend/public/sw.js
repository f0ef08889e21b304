// The page as an app: calls when it is your turn, and a page that says what can be done without a line.
// Nothing else is kept here: what is played comes from the server, always.

const scope = new URL("./", location.href).pathname;
const NO_MORE = {
  en: "No more calls",
  fr: "Plus d’appels",
  nl: "Geen meldingen meer",
  de: "Keine Rufe mehr",
};
const KEPT = "branchline-4";
const TOLD = "branchline-language"; // the pages leave the language there in which they speak
const BESIDE = ["static/plain.css", "static/icon-192.png"].map((name) => scope + name);
const OFFLINE = `${scope}offline.html`;

addEventListener("install", (event) => {
  event.waitUntil(keep());
  skipWaiting();
});

async function keep() {
  const cache = await caches.open(KEPT);
  const answer = await fetch(OFFLINE, { cache: "reload" });
  const page = (await answer.text()).replaceAll('"static/', `"${scope}static/`); // it is shown at any address
  const headers = ["content-type", "content-security-policy"].map((name) => [name, answer.headers.get(name)]);
  await cache.put(OFFLINE, new Response(page, { headers }));
  await cache.addAll(BESIDE.map((name) => new Request(name, { cache: "reload" })));
}

/** The language of the page that was opened last. */
async function spoken() {
  const told = await caches
    .match(`${scope}language`)
    .then((kept) => kept?.text())
    .catch(() => "en");
  return told in NO_MORE ? told : "en";
}

/** The page for when there is no line, of its four languages the one that is spoken here. */
async function offline() {
  const [kept, language] = await Promise.all([caches.match(OFFLINE), spoken()]);
  const page = (await kept.text())
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/<main lang="(\w+)">.*?<\/main>/gs, (whole, its) => (its === language ? whole : ""));
  return new Response(page, { headers: kept.headers });
}

addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name !== KEPT && name !== TOLD))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => registration.navigationPreload?.enable())
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate") event.respondWith(went(event));
  else if (BESIDE.includes(path)) event.respondWith(fetch(request).catch(() => caches.match(path)));
});

/** A page as it comes from the server, asked for while this worker was being started. */
async function went(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return offline();
  }
}

addEventListener("push", (event) => {
  event.waitUntil(shown(event.data?.json() ?? {}));
});

async function shown(told) {
  const language = await spoken();
  await registration.showNotification(told.title ?? "Branchline", {
    body: told.body ?? "",
    tag: told.tag, // one for each table
    renotify: !!told.tag,
    icon: `${scope}static/icon-192.png`,
    badge: `${scope}static/icon-192.png`,
    data: { url: told.url ?? scope, stop: told.stop },
    actions: told.stop ? [{ action: "stop", title: NO_MORE[language] }] : [],
  });
}

addEventListener("notificationclick", (event) => {
  const { url, stop } = event.notification.data ?? {};
  event.notification.close();
  event.waitUntil(
    event.action === "stop" ? fetch(stop, { method: "POST" }) : opened(new URL(url, location.origin)),
  );
});

/** The table where it is open already, or a window of its own. */
async function opened(address) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = windows.find((each) => new URL(each.url).pathname === address.pathname);
  return found ? found.focus() : clients.openWindow(address.href);
}
