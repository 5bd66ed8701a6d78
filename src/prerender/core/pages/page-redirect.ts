/** A longer delay shows a page to its visitors: it is not a redirect. */
const MAX_REFRESH_SECONDS = 10;

/**
 * Target of a refresh, from a meta tag or a header (`5; url=/new`), absolute. Null: there is none, or the page only
 * loads itself again.
 */
export function refreshTarget(content: string, pageUrl: string): string | null {
  const match = /^\s*(\d{0,6})(?:\.\d{0,6})?\s*[;,]\s*(?:url\s*=\s*)?(.+)$/is.exec(content.slice(0, 4_096));
  if (!match || Number(match[1]) > MAX_REFRESH_SECONDS) return null;
  const target = URL.parse(match[2]!.trim().replace(/^(["'])(.*?)\1.*$/s, "$2"), pageUrl);
  if (!target || !isHttp(target.href) || withoutHash(target.href) === withoutHash(pageUrl)) return null;
  return target.href;
}

export function isHttp(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

function withoutHash(url: string): string {
  return url.split("#")[0]!;
}
