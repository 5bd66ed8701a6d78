import { APP_ROOT } from "../../lib/hosts/page-paths";

/** Longer than any request of an app for access. */
const MAX_LENGTH = 4_100;

/** A path under /app that `next` may name. Anything else becomes /app: a link must not send a reader elsewhere. */
export function ownPath(next: string | undefined): string {
  if (!next || next.length > MAX_LENGTH || !/^\/app(?:[/?]|$)/.test(next)) return APP_ROOT;
  const url = URL.parse(next, "http://own.invalid");
  return url?.host === "own.invalid" && /^\/app(?:\/|$)/.test(url.pathname) ? url.pathname + url.search : APP_ROOT;
}
