const SERVICE = "https://crawlready.example";
const SITE = "https://www.shop.example";
const KEY = "crk_YOUR_KEY";
const TIMEOUT_MS = 20_000;
const PASSED =
  "accept accept-language if-modified-since if-none-match signature signature-agent signature-input user-agent";
/** Lambda@Edge takes no larger response, and not these headers. */
const MAX_BYTES = 900_000;
const NOT_OURS =
  /^(connection|content-encoding|content-length|expect|keep-alive|proxy-.*|trailer|transfer-encoding|upgrade|via|x-accel-.*|x-amz-cf-.*|x-cache|x-edge-.*|x-forwarded-proto|x-real-ip)$/;

/** The service's response for a crawler; the request itself: the site responds. */
export async function handler(event) {
  const { request } = event.Records[0].cf;
  if (!request.headers["x-crawlready-ask"]) return request;
  const headers = new Headers({ "x-prerender-token": KEY, "x-forwarded-for": request.clientIp });
  for (const name of PASSED.split(" ")) if (request.headers[name]) headers.set(name, request.headers[name][0].value);
  try {
    const query = request.querystring === "" ? "" : `?${request.querystring}`;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const asked = { method: request.method, headers, redirect: "manual", signal };
    const answer = await fetch(`${SERVICE}/render/${SITE}${request.uri}${query}`, asked);
    const body = Buffer.from(await answer.arrayBuffer());
    // Without this header it is an error of the service, or of something on the way.
    if (!answer.headers.has("x-crawlready-cache") || body.length > MAX_BYTES) return request;
    const passed = {};
    for (const [key, value] of answer.headers) if (!NOT_OURS.test(key)) (passed[key] ??= []).push({ key, value });
    const { status, statusText: statusDescription } = answer;
    const isText = /^text|json|xml/.test(answer.headers.get("content-type") ?? "text");
    const bodyEncoding = isText ? "text" : "base64";
    return {
      status: `${status}`,
      statusDescription,
      headers: passed,
      body: body.toString(isText ? "utf8" : "base64"),
      bodyEncoding,
    };
  } catch {
    return request;
  }
}
