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

/** Takes the message that the form before this page left. */
export function takeFlash(c: PageContext): Flash | null {
  const value = getCookie(c, NAME);
  const match = /^(done|problem):(.+)$/s.exec(value?.slice(0, 2_000) ?? "");
  if (value !== undefined) setCookie(c, NAME, "", { ...attributes(c), maxAge: 0 });
  return match && { kind: match[1] as Flash["kind"], text: cleanText(match[2]!, MAX_TEXT) };
}
