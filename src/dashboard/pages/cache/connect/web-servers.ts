// Configurations of web servers. An example's names stand for the reader's: see fill-in.ts.

const AGENTS =
  "bot|crawl|spider|facebookexternalhit|whatsapp|slurp|google-read-aloud|chatgpt-user|perplexity-user|claude-user";
const FILES = "js|css|xml|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|pdf|txt|json|zip|mp4|webm";

export const NGINX_CODE = `map $http_user_agent $is_crawler {
  default 0;
  ~*(${AGENTS}) 1;
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
  location ~* \\.(${FILES})$ {
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

export const APACHE_CODE = `SSLProxyEngine on
ProxyTimeout 40
RewriteEngine on
RewriteCond %{REQUEST_METHOD} ^(GET|HEAD)$
RewriteCond %{HTTP:X-Prerender} ^$
RewriteCond %{HTTP_USER_AGENT} (${AGENTS}) [NC]
RewriteCond %{REQUEST_URI} !\\.(${FILES})$ [NC]
# The path as it came. Apache adds the query.
RewriteCond %{THE_REQUEST} "^[A-Z]+ (/[^ ?]*)"
RewriteRule ^ https://crawlready.example/render/https://www.shop.example%1 [P,NE,E=ASK_CRAWLREADY:1]
RequestHeader set X-Prerender-Token "crk_YOUR_KEY" env=ASK_CRAWLREADY
`;

export const CADDY_CODE = `www.shop.example {
  @crawlers {
    method GET HEAD
    header_regexp User-Agent (?i)(${AGENTS})
    not header X-Prerender *
    not path_regexp (?i)\\.(${FILES})$
  }
  handle @crawlers {
    rewrite * /render/https://www.shop.example{uri}
    reverse_proxy https://crawlready.example {
      header_up Host crawlready.example
      header_up X-Prerender-Token crk_YOUR_KEY
      transport http {
        response_header_timeout 40s
      }
    }
  }
  handle {
    reverse_proxy 127.0.0.1:3000
  }
}
`;
