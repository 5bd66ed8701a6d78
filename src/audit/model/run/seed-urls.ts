import { plainHost } from "../../../lib/hosts/domain";
import { canonicalUrl, hasCredentials, parseUrl } from "../../../lib/hosts/url";
import { isInScope, withoutIgnored, type RunScope } from "./scope";

export interface BadSeed {
  url: string;
  reason: string;
}

/** Returns the seed URLs in canonical form, each once, and the unusable ones with the reason. */
export function judgeSeeds(
  urls: readonly string[],
  domain: string,
  scope?: RunScope,
): { seeds: string[]; invalid: BadSeed[] } {
  const seeds = new Set<string>();
  const invalid: BadSeed[] = [];
  for (const text of urls) {
    const url = parseUrl(text.trim());
    if (url) url.host = plainHost(url.host);
    const seed = url && withoutIgnored(canonicalUrl(url), scope);
    const isOutside = seed !== null && !isInScope(seed, 0, scope);
    const reason = refuseSeed(url, domain) ?? (isOutside ? "is outside the audit's scope" : null);
    if (seed !== null && reason === null) seeds.add(seed);
    else invalid.push({ url: text.slice(0, 500), reason: reason ?? "is not a URL" });
  }
  return { seeds: [...seeds], invalid };
}

function refuseSeed(url: URL | null, domain: string): string | null {
  if (!url) return "is not an absolute URL";
  if (url.protocol !== "http:" && url.protocol !== "https:") return "is not an http or https URL";
  if (hasCredentials(url)) return "contains credentials";
  if (url.href.length > 2048) return "is longer than 2,048 characters";
  if (url.host !== domain) return `is on ${url.host}, not on ${domain}`;
  return null;
}
