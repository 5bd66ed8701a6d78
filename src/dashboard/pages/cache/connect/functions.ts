// Code that runs between visitors and the site. An example's names stand for the reader's: see fill-in.ts.

export const WORKER_CODE = `const CRAWLERS = /bot|crawl|spider|facebookexternalhit|whatsapp|slurp|chatgpt-user|perplexity-user|claude-user/i;
const FILES = /\\.(js|css|xml|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|pdf|txt|json|zip|mp4|webm)$/i;

export default {
  async fetch(request: Request, env: { CRAWLREADY_KEY: string }): Promise<Response> {
    const { pathname } = new URL(request.url);
    const isCrawler = CRAWLERS.test(request.headers.get("user-agent") ?? "") && !request.headers.has("x-prerender");
    if (!isCrawler || !["GET", "HEAD"].includes(request.method) || FILES.test(pathname)) return fetch(request);
    const headers = new Headers(request.headers);
    headers.set("x-prerender-token", env.CRAWLREADY_KEY);
    headers.set("x-forwarded-for", request.headers.get("cf-connecting-ip") ?? "");
    try {
      const url = \`https://crawlready.example/render/\${request.url}\`;
      const response = await fetch(url, { method: request.method, headers, redirect: "manual" });
      const failed = response.status >= 500 || response.status === 401 || response.status === 403;
      return failed ? fetch(request) : response;
    } catch {
      return fetch(request);
    }
  },
};
`;

const MIDDLEWARE_CODE = `const CRAWLERS = /bot|crawl|spider|facebookexternalhit|whatsapp|slurp|chatgpt-user|perplexity-user|claude-user/i;

/** Returns the snapshot for a crawler; undefined passes the request on to the site. */
export default async function crawlready(request: Request): Promise<Response | undefined> {
  const isCrawler = CRAWLERS.test(request.headers.get("user-agent") ?? "") && !request.headers.has("x-prerender");
  if (!isCrawler || !["GET", "HEAD"].includes(request.method)) return undefined;
  const headers = new Headers(request.headers);
  headers.set("x-prerender-token", "crk_YOUR_KEY");
  try {
    const url = \`https://crawlready.example/render/\${request.url}\`;
    const response = await fetch(url, { method: request.method, headers, redirect: "manual" });
    return response.status >= 500 || response.status === 401 || response.status === 403 ? undefined : response;
  } catch {
    return undefined;
  }
}
`;

/** A function at Netlify's edge. */
export const NETLIFY_CODE = `${MIDDLEWARE_CODE}
export const config = {
  path: "/*",
  excludedPath: ["/*.js", "/*.css", "/*.png", "/*.jpg", "/*.svg", "/*.ico", "/*.xml", "/*.txt"],
};
`;

/** Vercel's middleware, which Next.js has too. */
export const MATCHER_CODE = `${MIDDLEWARE_CODE}
export const config = { matcher: "/((?!_next|.*\\\\..*).*)" };
`;

export const EXPRESS_CODE = `const prerender = require("prerender-node");
prerender.set("prerenderServiceUrl", "https://crawlready.example/render/");
prerender.set("prerenderToken", "crk_YOUR_KEY");
app.use(prerender); // before the routes
`;
