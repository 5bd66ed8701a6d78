import type { Context } from "hono";

/** Copies the auth library's cookies to the response. */
export function setCookies(c: Context, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) c.header("set-cookie", cookie, { append: true });
}
