import http from "node:http";

/** Stands for your routes: passes every request on to the site at SITE_ORIGIN, and its response back. */
export function site(request, response) {
  const { method, headers } = request;
  const path = request.originalUrl ?? request.url;
  const onward = http.request(process.env.SITE_ORIGIN + path, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.writeHead(502).end());
  request.pipe(onward);
}
