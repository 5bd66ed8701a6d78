const SERVICE = "https://crawlready.example";
const SITE = "https://www.shop.example";
const TIMEOUT_MS = 30_000;
const CRAWLERS =
  /[^u]bot|[^c]ubot|crawl|spider|slurp|[+]http|-user|google-|-google|googleother|googleagent|gemini-|claude-|anthropic|cohere|bingpreview|skypeuri|facebookexternalhit|facebookcatalog|meta-external|meta-web|whatsapp|embedly|coccoc|kagi-/i;
const FILES =
  /\.(m?js|css|map|json|xml|txt|ico|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|otf|pdf|zip|gz|mp3|mp4|webm|wasm|webmanifest)$/i;
const PASSED =
  "accept accept-language if-modified-since if-none-match signature signature-agent signature-input user-agent";
/** They concern the connection to the service, or a body that has been decompressed by now. */
const HOP = ["connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding"];
const KEY = "crk_YOUR_KEY";

/** For Express, Connect, Vite and other servers of Node: crawlers get the service's response, all others the site's. */
export async function crawlready(request, response, next) {
  const path = request.originalUrl ?? request.url;
  const isCrawler = CRAWLERS.test(request.headers["user-agent"] ?? "") && !request.headers["x-prerender"];
  if (!isCrawler || !["GET", "HEAD"].includes(request.method) || FILES.test(path.split("?")[0])) return next();
  const headers = new Headers({
    "x-prerender-token": KEY,
    "x-forwarded-for": request.ip ?? request.socket.remoteAddress,
  });
  for (const name of PASSED.split(" ")) if (request.headers[name]) headers.set(name, request.headers[name]);
  let answer;
  let body;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const asked = { method: request.method, headers, redirect: "manual", signal };
    answer = await fetch(`${SERVICE}/render/${SITE}${path}`, asked);
    body = Buffer.from(await answer.arrayBuffer());
  } catch {
    return next();
  }
  // Without this header it is an error of the service, or of something on the way.
  if (!answer.headers.has("x-crawlready-cache")) return next();
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (!HOP.includes(name)) response.appendHeader(name, value);
  response.end(body);
}
