// The code of docs/integrations.md, with its example names. A unit test keeps both equal.

export const EXPRESS_CODE = `const prerender = require("prerender-node");
prerender.set("prerenderServiceUrl", "https://crawlready.example/render/");
prerender.set("prerenderToken", "crk_YOUR_KEY");
app.use(prerender); // before the routes
`;

export const NGINX_CODE = `map $http_user_agent $is_crawler {
  default 0;
  ~*(bot|crawl|spider|facebookexternalhit|whatsapp|slurp|google-read-aloud|chatgpt-user|perplexity-user|claude-user) 1;
}
map "$is_crawler:$http_x_prerender:$request_method" $ask_crawlready {
  default 0;
  ~^1::(GET|HEAD)$ 1;
}
upstream crawlready {
  server crawlready.example:443;
}
server {
  listen 80;
  server_name www.shop.example;

  location / {
    error_page 418 = @crawlready;
    recursive_error_pages on;
    if ($ask_crawlready) { return 418; }
    proxy_pass http://127.0.0.1:3000;
    proxy_set_header Host $http_host;
  }
  location ~* \\.(js|css|xml|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|pdf|txt|json|zip|mp4|webm)$ {
    proxy_pass http://127.0.0.1:3000;
    proxy_set_header Host $http_host;
  }
  location @crawlready {
    # Passes path and query unchanged; if the service fails, nginx falls back to the origin.
    proxy_pass https://crawlready/render/$scheme://www.shop.example$request_uri;
    proxy_ssl_name crawlready.example;
    proxy_set_header Host crawlready.example;
    proxy_set_header X-Prerender-Token crk_YOUR_KEY;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_ssl_server_name on;
    proxy_connect_timeout 3s;
    proxy_read_timeout 40s;
    proxy_intercept_errors on;
    error_page 500 502 503 504 508 401 403 = @origin;
  }
  location @origin {
    proxy_pass http://127.0.0.1:3000;
    proxy_set_header Host $http_host;
  }
}
`;

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

export const MIDDLEWARE_CODE = `const CRAWLERS = /bot|crawl|spider|facebookexternalhit|whatsapp|slurp|chatgpt-user|perplexity-user|claude-user/i;

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

export const config = {
  path: "/*",
  excludedPath: ["/*.js", "/*.css", "/*.png", "/*.jpg", "/*.svg", "/*.ico", "/*.xml", "/*.txt"],
};
`;

/** Code with the names of this service and of the reader's domain in place of the examples. */
export function codeFor(code: string, { service, domain }: { service: URL; domain: string }): string {
  return code
    .replaceAll("crawlready.example:443", service.port === "" ? `${service.host}:443` : service.host)
    .replaceAll("proxy_ssl_name crawlready.example", `proxy_ssl_name ${service.hostname}`)
    .replaceAll("https://crawlready.example", service.origin)
    .replaceAll("crawlready.example", service.host)
    .replaceAll("www.shop.example", domain);
}
