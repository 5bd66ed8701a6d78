import { canonicalUrl, pathOf } from "../../../lib/hosts/url";
import { patternMatches } from "../../../web";

/** Which of the site's URLs a run audits, and as whom. An empty list or null: no limit. */
export interface RunScope {
  /** Patterns of paths with `*` and a final `$`, as in robots.txt. */
  include: string[];
  exclude: string[];
  maxDepth: number | null;
  /** Query parameters that don't make a separate page; `*`: all. */
  ignoreParams: string[];
  /** The crawler whose user agent and robots.txt group the run uses; null: our own. */
  crawler: string | null;
  /** The public host of a site whose copy is audited; absent: the audited host is the public one. */
  productionHost?: string;
}

/** A scope as callers and domains give it: everything may be missing. */
type GivenScope = { [key in keyof RunScope]?: NonNullable<RunScope[key]> | undefined };

/** A given scope with its defaults filled in. */
export function scopeOf(given: GivenScope | null | undefined): RunScope | undefined {
  if (!given) return undefined;
  const { include = [], exclude = [], maxDepth = null, ignoreParams = [], crawler = null, productionHost } = given;
  const scope = { include, exclude, maxDepth, ignoreParams, crawler };
  // Scopes of earlier releases have the same text as long as the field is absent.
  return productionHost === undefined ? scope : { ...scope, productionHost };
}

/** Whether the run sees only a part of the site because its caller wanted that. */
export function isPartial({ include, exclude, maxDepth }: RunScope): boolean {
  return include.length > 0 || exclude.length > 0 || maxDepth !== null;
}

/** Runs with the same text audit the same pages; empty without limits. */
export function scopeText(scope: RunScope | undefined): string {
  if (!scope) return "";
  const isDefault =
    !isPartial(scope) &&
    scope.ignoreParams.length === 0 &&
    scope.crawler === null &&
    scope.productionHost === undefined;
  return isDefault ? "" : JSON.stringify(scope);
}

/** The URL without the parameters that don't make a separate page. */
export function withoutIgnored(url: string, scope: RunScope | undefined): string {
  const ignored = scope?.ignoreParams ?? [];
  const at = ignored.length === 0 ? -1 : url.indexOf("?");
  if (at < 0) return url;
  if (ignored.includes("*")) return url.slice(0, at);
  const names = new Set(ignored);
  const kept = url
    .slice(at + 1)
    .split("&")
    .filter((part) => !names.has(part.split("=", 1)[0]!));
  const short = kept.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${kept.join("&")}`;
  return canonicalUrl(new URL(short));
}

/** Whether the run may fetch the URL. Exclusions win. */
export function isInScope(url: string, depth: number, scope: RunScope | undefined): boolean {
  if (!scope) return true;
  if (scope.maxDepth !== null && depth > scope.maxDepth) return false;
  const path = pathOf(url);
  const matches = (pattern: string) => patternMatches(pattern, path);
  return (scope.include.length === 0 || scope.include.some(matches)) && !scope.exclude.some(matches);
}

/** The URLs at which a scheduled audit starts: the home page, or the fixed beginnings of the included patterns. */
export function startUrls(home: URL, scope: RunScope | undefined): string[] {
  const paths = ["/", ...(scope?.include ?? []).map((pattern) => pattern.split(/[*$]/, 1)[0]!)];
  const urls = paths.flatMap((path) => (path.startsWith("/") ? [canonicalUrl(new URL(path, home))] : []));
  const inScope = [...new Set(urls)].filter((url) => isInScope(url, 0, scope));
  return inScope[0] === canonicalUrl(home) ? [inScope[0]] : inScope;
}
