import { defineConfig } from "vite";
import { crawlreadyPlugin } from "./crawlready-plugin.mjs";
import { site } from "./site.mjs";

/** Stands for your pages. */
const pages = { name: "site", configurePreviewServer: ({ middlewares }) => void middlewares.use(site) };

export default defineConfig({ plugins: [crawlreadyPlugin, pages] });
