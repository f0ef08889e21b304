import { mount } from "svelte";
import App from "./App.svelte";
import { root } from "./root";
import "./style.css";

const target = document.getElementById("app");
if (target) mount(App, { target });

// calls, and a page for when there is no line; nothing waits for it
if ("serviceWorker" in navigator)
  addEventListener("load", () => void navigator.serviceWorker.register(`${root}/sw.js`).catch(() => null));
