import type { Context } from "hono";

/** Passes the auth library's cookies on. */
export function setCookies(c: Context, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) c.header("set-cookie", cookie, { append: true });
}
