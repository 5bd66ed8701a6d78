/** Stands for your pages: passes every request on to the site at SITE_ORIGIN, and its response back. */
export async function passOn(request) {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of ["connection", "content-length", "host", "transfer-encoding"]) headers.delete(name);
  const { method } = request;
  const body = method === "GET" || method === "HEAD" ? undefined : await request.arrayBuffer();
  const answer = await fetch(process.env.SITE_ORIGIN + pathname + search, {
    method,
    headers,
    body,
    redirect: "manual",
  });
  const response = new Response(answer.body, answer);
  response.headers.delete("content-encoding");
  response.headers.delete("content-length");
  response.headers.delete("transfer-encoding");
  return response;
}
