var CRAWLERS =
  /[^u]bot|[^c]ubot|crawl|spider|slurp|[+]http|-user|google-|-google|googleother|googleagent|gemini-|claude-|anthropic|cohere|bingpreview|skypeuri|facebookexternalhit|facebookcatalog|meta-external|meta-web|whatsapp|embedly|coccoc|kagi-/i;
var FILES =
  /\.(m?js|css|map|json|xml|txt|ico|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|otf|pdf|zip|gz|mp3|mp4|webm|wasm|webmanifest)$/i;

/** Marks crawlers' requests for pages, so that the cache keeps their responses apart from people's. */
function handler(event) {
  var request = event.request;
  var headers = request.headers;
  var agent = headers["user-agent"] ? headers["user-agent"].value : "";
  var isPage = (request.method === "GET" || request.method === "HEAD") && !FILES.test(request.uri);
  delete headers["x-crawlready-ask"];
  if (isPage && CRAWLERS.test(agent) && !headers["x-prerender"]) headers["x-crawlready-ask"] = { value: "yes" };
  return request;
}
