import { svelte } from "@sveltejs/vite-plugin-svelte";
/// <reference types="vitest/config" />
import { defineConfig } from "vite";

// `node frontend/npm.py run dev` shows changes at once beside a running `branchline serve`
const server = "http://127.0.0.1:8000";

export default defineConfig({
  base: "./" /* the server writes the path under which it is served */,
  plugins: [svelte()],
  build: {
    outDir: "../src/branchline/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the server's policy allows no inline fonts or scripts
    modulePreload: { polyfill: false },
    // what is wanted together anyway is one file, for each costs its head on the wire: by the table and the lobby,
    // and by the table, its games and its page in words
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "shared",
              test: /src\/(lobby\/levels|table\/(Swatch|looks|motion|notice|screen))\b/,
              includeDependenciesRecursively: false,
            },
            {
              name: "around",
              test: /src\/table\/(Say|Term|Why|beside|fetched|glossary|words)\b/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
    manifest: "manifest.json", // the server tells the browser of a table's files before they are asked for
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  // no test leaves anything behind, so they share their workers: a third of the time
  test: { include: ["src/**/*.test.ts"], setupFiles: ["src/voice.setup.ts"], isolate: false },
});
