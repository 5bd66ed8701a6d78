import http from "node:http";

/** A single-page site on a local port. Its page loads `/app.js`; `scriptOf` returns that script with or without a ready flag. */
export function startSinglePageSite(port: number, scriptOf: (flag: boolean) => string): http.Server {
  const server = http.createServer((request, response) => {
    const [where, flag] = (request.url ?? "").split("?");
    if (where === "/data.json")
      return void response.writeHead(200, { "content-type": "application/json" }).end('{"title":"Oak"}');
    if (where === "/app.js")
      return void response.writeHead(200, { "content-type": "text/javascript" }).end(scriptOf(flag === "flag"));
    const kind = where!.startsWith("/flag") ? "flag" : "none";
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html><head><title>App</title></head><body><div id="root"></div><img src="/logo.png"><script src="/app.js?${kind}"></script></body></html>`,
    );
  });
  return server.listen(port, "127.0.0.1");
}
