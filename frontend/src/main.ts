import { mount } from "svelte";
import App from "./App.svelte";
import { root } from "./root";
import "./style.css";
import { language } from "./voice";

const target = document.getElementById("app");
if (target) mount(App, { target });

// calls, and a page for when there is no line, in the language of this one; nothing waits for it
const worker = `${root}/sw.js?lang=${language}`;
if ("serviceWorker" in navigator)
  addEventListener("load", () => void navigator.serviceWorker.register(worker).catch(() => null));
