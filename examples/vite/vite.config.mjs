import { defineConfig } from "vite";
import { crawlready } from "./crawlready.mjs";
import { site } from "./site.mjs";

const plugin = {
  name: "crawlready",
  configureServer: ({ middlewares }) => void middlewares.use(crawlready),
  configurePreviewServer: ({ middlewares }) => void middlewares.use(crawlready),
};

/** Stands for your pages. */
const pages = { name: "site", configureServer: ({ middlewares }) => void middlewares.use(site) };

export default defineConfig({ plugins: [plugin, pages] });
