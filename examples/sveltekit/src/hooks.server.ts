import type { Handle } from "@sveltejs/kit";

const SERVICE = "https://crawlready.example";
const SITE = "https://www.shop.example";
const TIMEOUT_MS = 30_000;
const CRAWLERS =
  /[^u]bot|[^c]ubot|crawl|spider|slurp|[+]http|-user|google-|-google|googleother|googleagent|gemini-|claude-|anthropic|cohere|bingpreview|skypeuri|facebookexternalhit|facebookcatalog|meta-external|meta-web|whatsapp|embedly|coccoc|kagi-/i;
const FILES =
  /\.(m?js|css|map|json|xml|txt|ico|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|otf|pdf|zip|gz|mp3|mp4|webm|wasm|webmanifest)$/i;
const PASSED =
  "accept accept-language if-modified-since if-none-match signature signature-agent signature-input user-agent";

/** The service's response for a crawler; undefined: the site itself responds. */
async function snapshotFor(request: Request, key: string, address: string | null): Promise<Response | undefined> {
  const { pathname, search } = new URL(request.url);
  const isCrawler = CRAWLERS.test(request.headers.get("user-agent") ?? "") && !request.headers.has("x-prerender");
  if (!isCrawler || !["GET", "HEAD"].includes(request.method) || FILES.test(pathname)) return undefined;
  const headers = new Headers({ "x-prerender-token": key });
  for (const name of PASSED.split(" ")) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (address !== null) headers.set("x-forwarded-for", address);
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const asked = { method: request.method, headers, redirect: "manual", signal } as const;
    const answer = await fetch(`${SERVICE}/render/${SITE}${pathname}${search}`, asked);
    // Without this header it is an error of the service, or of something on the way.
    if (!answer.headers.has("x-crawlready-cache")) return undefined;
    const response = new Response(answer.body, answer);
    // The body has been decompressed by now.
    response.headers.delete("content-encoding");
    response.headers.delete("content-length");
    return response;
  } catch {
    return undefined;
  }
}

export const handle: Handle = async ({ event, resolve }) =>
  (await snapshotFor(event.request, "crk_YOUR_KEY", event.getClientAddress())) ?? resolve(event);
