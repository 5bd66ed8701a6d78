import { Hono } from "hono";
import { html } from "hono/html";
import { secureHeaders } from "hono/secure-headers";
import type { AppEnv } from "../http/app-env";

const DAY_S = 86_400;

/**
 * The page loads nothing from elsewhere and only talks to this service. Inline styles are allowed because the API
 * reader adds style elements.
 */
const policy = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'unsafe-inline'"],
    imgSrc: ["'self'", "data:"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

const page = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Crawlready API</title>
      <style>
        openapi-explorer {
          --font-regular: system-ui, sans-serif;
        }
      </style>
      <script type="module" src="/docs/reader.js"></script>
    </head>
    <body>
      <openapi-explorer spec-url="/openapi.json" hide-server-selection="true" use-path-in-nav-bar="true">
        <noscript>The endpoints are described in <a href="/openapi.json">/openapi.json</a>.</noscript>
      </openapi-explorer>
    </body>
  </html>`;

/** `GET /docs`: a page to read the API reference and try the API. */
export const docsRoutes = new Hono<AppEnv>()
  .use(policy)
  .get("/", (c) => c.html(page))
  .get("/reader.js", async (c) => {
    const script = await c.env.ASSETS.fetch(new URL("/docs-reader.js", c.req.url));
    return new Response(script.body, {
      status: script.status,
      headers: {
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": `public, max-age=${DAY_S}`,
      },
    });
  });
