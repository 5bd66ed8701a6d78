const SITE = "https://www.shop.example";
const KEY = "crk_YOUR_KEY";
const CRAWLERS =
  /[^u]bot|[^c]ubot|crawl|spider|slurp|[+]http|-user|google-|-google|googleother|googleagent|gemini-|claude-|anthropic|cohere|bingpreview|skypeuri|facebookexternalhit|facebookcatalog|meta-external|meta-web|whatsapp|embedly|coccoc|kagi-/i;
const FILES =
  /\.(m?js|css|map|json|xml|txt|ico|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|otf|pdf|zip|gz|mp3|mp4|webm|wasm|webmanifest)$/i;
const PASSED =
  "accept accept-encoding accept-language if-modified-since if-none-match signature signature-agent signature-input user-agent";

/** The service's response for a crawler; undefined: the site itself responds. */
async function snapshotFor(request, address) {
  const { pathname, search } = new URL(request.url);
  const isCrawler = CRAWLERS.test(request.headers.get("user-agent") ?? "") && !request.headers.has("x-prerender");
  if (!isCrawler || !["GET", "HEAD"].includes(request.method) || FILES.test(pathname)) return undefined;
  const headers = new Headers({ "x-prerender-token": KEY, "x-forwarded-for": address });
  for (const name of PASSED.split(" ")) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  try {
    const url = `https://crawlready.example/render/${SITE}${pathname}${search}`;
    // The backend has the time limit. Fastly follows no redirects and leaves bodies compressed.
    const answer = await fetch(url, { method: request.method, headers, backend: "crawlready" });
    // Without this header it is an error of the service, or of something on the way.
    return answer.headers.has("x-crawlready-cache") ? answer : undefined;
  } catch {
    return undefined;
  }
}

async function respond({ request, client }) {
  return (await snapshotFor(request, client.address)) ?? fetch(request, { backend: "site" });
}

addEventListener("fetch", (event) => event.respondWith(respond(event)));
