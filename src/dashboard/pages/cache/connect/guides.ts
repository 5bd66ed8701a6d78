import { EXPRESS_CODE, MATCHER_CODE, NETLIFY_CODE, WORKER_CODE } from "./functions";
import { APACHE_CODE, CADDY_CODE, NGINX_CODE } from "./web-servers";

/** A text, in which backticks mark code, or something to copy. */
type Step = string | { code: string; name: string; language: string };

export interface Guide {
  id: string;
  /** The platform. */
  name: string;
  /** The whole site goes through this service, so that no key is needed. */
  noKey?: true;
  steps: readonly Step[];
}

const MIDDLEWARE = "Its checks leave files, people and renderers alone. If this service fails, your site answers.";
const PROXY = "Only crawlers' requests for pages go to this service.";

const dnsSteps = [
  "Check that the origin answers by itself.",
  "Point the DNS record of `www.shop.example` at `crawlready.example` with a CNAME record. Whoever runs this service adds the domain as a custom hostname or a route.",
  "Crawlers get snapshots. Every other request goes unchanged to the origin.",
] as const;

/** How a site hands its crawlers to this service, per platform. docs/connect.md and the page "Connect" are made from it. */
export const GUIDES: readonly Guide[] = [
  {
    id: "cloudflare",
    name: "Cloudflare",
    steps: [
      "For a domain whose traffic goes through Cloudflare's proxy. Under Workers & Pages, create a Worker with this code:",
      { code: WORKER_CODE, name: "the Worker", language: "ts" },
      "In its settings, add a secret named `CRAWLREADY_KEY` with the key:",
      { code: "crk_YOUR_KEY\n", name: "the key", language: "text" },
      "Under Domains & Routes, add a route of your zone:",
      { code: "www.shop.example/*\n", name: "the route", language: "text" },
    ],
  },
  {
    id: "vercel",
    name: "Vercel",
    steps: [
      `Add \`middleware.ts\` next to \`package.json\`, whatever the framework, and deploy. ${MIDDLEWARE}`,
      { code: MATCHER_CODE, name: "the middleware", language: "ts" },
    ],
  },
  {
    id: "netlify",
    name: "Netlify",
    steps: [
      `Add \`netlify/edge-functions/crawlready.ts\` and deploy. ${MIDDLEWARE}`,
      { code: NETLIFY_CODE, name: "the edge function", language: "ts" },
    ],
  },
  {
    id: "next",
    name: "Next.js",
    steps: [
      "Next.js already renders most pages on the server. Use this for the pages that it does not.",
      "Add `proxy.ts` (up to Next.js 15 `middleware.ts`) next to `app` or `pages`, and deploy:",
      { code: MATCHER_CODE, name: "the middleware", language: "ts" },
    ],
  },
  {
    id: "nginx",
    name: "nginx",
    steps: [
      `Adapt the server's name and the address behind it, here port 3000. ${PROXY} If this service fails, nginx falls back to your server.`,
      { code: NGINX_CODE, name: "the configuration", language: "nginx" },
    ],
  },
  {
    id: "apache",
    name: "Apache",
    steps: [
      `Enable what it needs: \`a2enmod rewrite proxy proxy_http ssl headers\`. ${PROXY}`,
      "Put this into the site's `<VirtualHost>`, before its other rules:",
      { code: APACHE_CODE, name: "the configuration", language: "apache" },
    ],
  },
  {
    id: "caddy",
    name: "Caddy",
    steps: [
      `Adapt the address of your site, here port 3000. ${PROXY}`,
      { code: CADDY_CODE, name: "the Caddyfile", language: "caddy" },
    ],
  },
  {
    id: "express",
    name: "Express",
    steps: [
      "Any middleware for prerender.io works: set its service URL and its token.",
      { code: "npm install prerender-node\n", name: "the command", language: "sh" },
      { code: EXPRESS_CODE, name: "the middleware", language: "js" },
      '`prerender-node` has its own list of crawlers. Add newer ones with `prerender.crawlerUserAgents.push("ClaudeBot")`.',
    ],
  },
  {
    id: "builders",
    name: "Lovable and other builders",
    noKey: true,
    steps: [
      "Lovable, Bolt, Base44 and the like run no code of yours on the server, so the domain itself goes through this service.",
      "In Settings here, set the origin to the address that the builder gave your app, such as `https://your-app.lovable.app`, and add the proof that the page asks for to the app.",
      ...dnsSteps,
    ],
  },
  {
    id: "dns",
    name: "DNS only",
    noKey: true,
    steps: [
      "This needs no code and adds the least delay.",
      "In Settings here, set the origin: the server behind the domain, such as `https://origin.example.com`.",
      ...dnsSteps,
    ],
  },
];
