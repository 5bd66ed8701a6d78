import { copied, FALLBACK, type Guide } from "./guide";

/** Functions that a platform runs between visitors and the site. */
export const FUNCTION_GUIDES: readonly Guide[] = [
  {
    id: "cloudflare",
    name: "Cloudflare",
    example: "cloudflare",
    steps: [
      "For a domain whose traffic goes through Cloudflare's proxy. Under Workers & Pages, create a Worker with this code:",
      copied("cloudflare/worker.ts", "the Worker"),
      "In its settings, add a secret named `CRAWLREADY_KEY` with the key:",
      { code: "crk_YOUR_KEY\n", name: "the key", language: "text" },
      "Under Domains & Routes, add a route of your zone. Choose “Fail open”, so that your site answers once your plan's requests of the day are used up:",
      { code: "www.shop.example/*\n", name: "the route", language: "text" },
      FALLBACK,
    ],
  },
  {
    id: "vercel",
    name: "Vercel",
    example: "vercel",
    steps: [
      `Add \`middleware.ts\` next to \`package.json\`, whatever the framework, and deploy. ${FALLBACK}`,
      copied("vercel/middleware.ts", "the middleware"),
      "It waits for 20 seconds, because Vercel gives a middleware 25.",
    ],
  },
  {
    id: "netlify",
    name: "Netlify",
    example: "netlify",
    steps: [
      `Add \`netlify/edge-functions/crawlready.ts\` and deploy. ${FALLBACK}`,
      copied("netlify/netlify/edge-functions/crawlready.ts", "the edge function"),
    ],
  },
  {
    id: "cloudfront",
    name: "CloudFront",
    example: "cloudfront",
    steps: [
      `Two functions: one marks crawlers, and one asks this service for them. ${FALLBACK}`,
      "Create a CloudFront function and publish it:",
      copied("cloudfront/viewer-request.js", "the function for the viewer's request", "js"),
      "In us-east-1, create a Lambda function for Node.js 22 or newer with a timeout of 30 seconds, and deploy it to Lambda@Edge:",
      copied("cloudfront/origin-request.mjs", "the function for the origin's request", "js"),
      "In the behavior of your pages, associate the first with “viewer request” and the second with “origin request”. Choose the origin request policy `AllViewerExceptHostHeader` and a cache policy whose key has the header `x-crawlready-ask` and whose minimum TTL is 0.",
      "Lambda@Edge returns at most 1 MB. For larger pages, your site answers. CloudFront then keeps its page for crawlers as long as your site's `Cache-Control` says.",
    ],
  },
  {
    id: "fastly",
    name: "Fastly Compute",
    example: "fastly",
    steps: [
      "The service needs two backends: `site`, your site, and `crawlready`. The latter is `crawlready.example` with TLS, and a first byte timeout of 30 seconds. Choose caching by the response, which is the default: snapshots forbid it.",
      copied("fastly/src/index.js", "the program", "js"),
      FALLBACK,
    ],
  },
];
