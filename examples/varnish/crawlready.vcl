vcl 4.1;

backend site {
  .host = "127.0.0.1";
  .port = "3000";
}

# Varnish speaks no TLS to backends. This is a tunnel to crawlready.example:443, such as stunnel's or HAProxy's.
backend crawlready {
  .host = "127.0.0.1";
  .port = "8443";
  .connect_timeout = 3s;
  .first_byte_timeout = 30s;
}

sub vcl_recv {
  unset req.http.X-Ask-Crawlready;
  if (req.method ~ "^(GET|HEAD)$" && !req.http.X-Prerender
    && req.http.User-Agent ~ "(?i)[^u]bot|[^c]ubot|crawl|spider|slurp|[+]http|-user|google-|-google|googleother|googleagent|gemini-|claude-|anthropic|cohere|bingpreview|skypeuri|facebookexternalhit|facebookcatalog|meta-external|meta-web|whatsapp|embedly|coccoc|kagi-"
    && req.url !~ "(?i)^[^?]*\.(m?js|css|map|json|xml|txt|ico|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|otf|pdf|zip|gz|mp3|mp4|webm|wasm|webmanifest)([?]|$)") {
    set req.http.X-Ask-Crawlready = "yes";
    # If Varnish is behind another proxy, leave this out.
    set req.http.X-Forwarded-For = client.ip;
    # The service has the cache for crawlers. What is cached here is people's.
    return (pass);
  }
}

sub vcl_backend_fetch {
  if (bereq.http.X-Ask-Crawlready && bereq.retries == 0) {
    set bereq.backend = crawlready;
    set bereq.http.X-Site-Url = bereq.url;
    set bereq.http.X-Site-Host = bereq.http.Host;
    set bereq.url = "/render/https://www.shop.example" + bereq.url;
    set bereq.http.Host = "crawlready.example";
    set bereq.http.X-Prerender-Token = "crk_YOUR_KEY";
    unset bereq.http.Cookie;
  } elseif (bereq.http.X-Site-Url) {
    set bereq.backend = site;
    set bereq.url = bereq.http.X-Site-Url;
    set bereq.http.Host = bereq.http.X-Site-Host;
    unset bereq.http.X-Prerender-Token;
  }
}

sub vcl_backend_response {
  # Without this header it is an error of the service: the site answers.
  if (bereq.http.X-Ask-Crawlready && bereq.retries == 0 && !beresp.http.X-Crawlready-Cache) {
    return (retry);
  }
}

sub vcl_backend_error {
  if (bereq.http.X-Ask-Crawlready && bereq.retries == 0) {
    return (retry);
  }
}
