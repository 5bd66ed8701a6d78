import { copied, FALLBACK, type Guide } from "./guide";

const SERVER = "Use this for pages that browsers make. Pages that the server makes need no snapshot.";

/** Frameworks and servers of Node. */
export const FRAMEWORK_GUIDES: readonly Guide[] = [
  {
    id: "next",
    name: "Next.js",
    example: "next",
    steps: [
      SERVER,
      `Add \`proxy.ts\` (up to Next.js 15 \`middleware.ts\`) next to \`app\` or \`pages\`, and deploy. ${FALLBACK}`,
      copied("next/proxy.ts", "the proxy"),
      "Next.js does not tell who asks. What is in front of it has to set `x-forwarded-for`, as Vercel and most hosts do.",
    ],
  },
  {
    id: "nuxt",
    name: "Nuxt",
    example: "nuxt",
    steps: [
      SERVER,
      `Add \`server/middleware/crawlready.ts\`. ${FALLBACK}`,
      copied("nuxt/server/middleware/crawlready.ts", "the middleware"),
      "Behind a proxy of your own, use `getRequestIP(event, { xForwardedFor: true })`.",
    ],
  },
  {
    id: "sveltekit",
    name: "SvelteKit",
    example: "sveltekit",
    steps: [
      SERVER,
      `Add this to \`hooks.server.ts\` in \`src\`. If you have a \`handle\` already, combine them with \`sequence\`, this one first. ${FALLBACK}`,
      copied("sveltekit/src/hooks.server.ts", "the hook"),
      "Behind a proxy of your own, set `ADDRESS_HEADER` of the Node adapter. Prerendered pages never get here: they are whole already.",
    ],
  },
  {
    id: "astro",
    name: "Astro",
    example: "astro",
    steps: [
      SERVER,
      `With \`output: "server"\`, add this to \`middleware.ts\` in \`src\`. If you have an \`onRequest\` already, combine them with \`sequence\`, this one first. ${FALLBACK}`,
      copied("astro/src/middleware.ts", "the middleware"),
      "Static pages of Astro never get here: they are whole already.",
    ],
  },
  {
    id: "express",
    name: "Express",
    example: "express",
    steps: [
      `Add \`crawlready.mjs\`. It needs Node 20 and no packages, and works in Connect and other servers of Node, too. ${FALLBACK}`,
      copied("express/crawlready.mjs", "the middleware", "js"),
      "Import it, and use it before the routes: `app.use(crawlready);`",
      "Behind a proxy, set Express's `trust proxy`, so that it knows who asks.",
    ],
  },
  {
    id: "vite",
    name: "Vite",
    example: "vite",
    steps: [
      "A build of Vite is files: use the guide for the server or the host that serves them. This is for `vite` and `vite preview`, so that you see what crawlers will get.",
      "Add `crawlready.mjs` of the guide for Express, and beside it `crawlready-plugin.mjs`:",
      copied("vite/crawlready-plugin.mjs", "the plugin", "js"),
      "Put `crawlreadyPlugin` first in `plugins` of `vite.config.js`. The key is in `crawlready.mjs`: `crk_YOUR_KEY`.",
    ],
  },
];
