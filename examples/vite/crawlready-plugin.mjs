import { crawlready } from "./crawlready.mjs";

/** Crawlers get the service's responses from `vite` and `vite preview`. */
export const crawlreadyPlugin = {
  name: "crawlready",
  configureServer: ({ middlewares }) => void middlewares.use(crawlready),
  configurePreviewServer: ({ middlewares }) => void middlewares.use(crawlready),
};
