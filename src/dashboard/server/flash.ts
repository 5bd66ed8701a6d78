import { APP_ROOT } from "../../lib/hosts/page-paths";
import { getCookie, setCookie } from "hono/cookie";
import { isLocalHost } from "../../accounts";
import { cleanText } from "../../lib/text/strangers-text";
import type { Flash, PageContext } from "./page-env";

const NAME = "crawlready.flash";
const MAX_TEXT = 300;

const attributes = (c: PageContext) => ({
  path: APP_ROOT,
  httpOnly: true,
  sameSite: "Lax" as const,
  secure: !isLocalHost(new URL(c.req.url).hostname),
});

/** Leaves a message for the next page. It is text: a reader who forges the cookie can only write a sentence to themselves. */
export function leaveFlash(c: PageContext, { kind, text }: Flash): void {
  setCookie(c, NAME, `${kind}:${cleanText(text, MAX_TEXT)}`, { ...attributes(c), maxAge: 60 });
}

const SHOWN_ONCE = "crawlready.once";
const MAX_SECRET = 3_000;
const onceAttributes = (c: PageContext, path: string) => ({ ...attributes(c), path, sameSite: "Strict" as const });

/**
 * Redirects to a page that shows a secret once. The secret waits in a cookie of that page alone, so that reloading creates no
 * second one.
 */
export function showOnce(c: PageContext, to: string, secret: string): Response {
  setCookie(c, SHOWN_ONCE, secret, { ...onceAttributes(c, to), maxAge: 60 });
  return c.redirect(to, 303);
}

/** Takes the secret that this page is to show; undefined: there is none. */
export function takeSecret(c: PageContext): string | undefined {
  const secret = c.req.method === "GET" ? getCookie(c, SHOWN_ONCE) : undefined;
  if (secret === undefined) return undefined;
  setCookie(c, SHOWN_ONCE, "", { ...onceAttributes(c, c.req.path), maxAge: 0 });
  return secret.slice(0, MAX_SECRET) || undefined;
}

/** Takes the message that the form before this page left. */
export function takeFlash(c: PageContext): Flash | null {
  const value = getCookie(c, NAME);
  const match = /^(done|problem):(.+)$/s.exec(value?.slice(0, 2_000) ?? "");
  if (value !== undefined) setCookie(c, NAME, "", { ...attributes(c), maxAge: 0 });
  return match && { kind: match[1] as Flash["kind"], text: cleanText(match[2]!, MAX_TEXT) };
}
