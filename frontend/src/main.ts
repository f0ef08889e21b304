import { mount } from "svelte";
import App from "./App.svelte";
import { root } from "./root";
import "./style.css";
import { language } from "./voice";

const target = document.getElementById("app");
if (target) mount(App, { target });

// calls, and a page for when there is no line, in the language of this one; nothing waits for it.
// The language is left where the worker reads it, not in the worker's address: that would be another worker for
// each language, and while a browser puts one in the place of another, what is opened may wait for the old one.
if ("serviceWorker" in navigator) {
  void caches
    .open("branchline-language")
    .then((told) => told.put(`${root}/language`, new Response(language)))
    .catch(() => null);
  addEventListener("load", () => void navigator.serviceWorker.register(`${root}/sw.js`).catch(() => null));
}
