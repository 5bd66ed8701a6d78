import type { LinkResolver } from "./links";

/** A meta refresh that leads to another page. */
export interface Refresh {
  url: string;
  delaySeconds: number;
}

/** Up to this delay nobody has time to read the page, so the refresh is a redirect. */
const MAX_REDIRECT_SECONDS = 5;
/** The parts of a refresh by the HTML standard: a number, a separator, and an address with or without `url=`. */
const REFRESH = /^\s*(\d+)[\d.]*(?:\s*[;,]|\s)\s*(?:url\s*=\s*)?(.+)$/is;

/** `content`: of meta http-equiv=refresh. Null: it only reloads the page, or is invalid. */
export function refreshOf(content: string | null, pageUrl: string, resolver: LinkResolver): Refresh | null {
  const match = REFRESH.exec(content ?? "");
  if (!match) return null;
  const { kind, url } = resolver.target(unquoted(match[2]!));
  if (url === null || url === pageUrl || kind === "fragment") return null;
  return { url, delaySeconds: Number(match[1]) };
}

export function isRedirect(refresh: Refresh | null): refresh is Refresh {
  return refresh !== null && refresh.delaySeconds <= MAX_REDIRECT_SECONDS;
}

function unquoted(text: string): string {
  const quote = text.charAt(0);
  if (quote !== '"' && quote !== "'") return text.trim();
  const end = text.indexOf(quote, 1);
  return text.slice(1, end < 0 ? undefined : end).trim();
}
