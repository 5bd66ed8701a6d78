import type { StoredRenderRule } from "../../accounts";
import { pathPrefix } from "../../lib/hosts/page-path";
import { screenOf, type Variant } from "./variant";

/** What a rule defines about rendering a page. */
export interface PageOptions extends Pick<
  StoredRenderRule,
  "waitFor" | "waitMs" | "scroll" | "remove" | "keepConsent"
> {
  /** The screen; missing: a desktop. */
  screen?: Variant | undefined;
  /** Sent to the page's own origin, in the clear. */
  headers?: Record<string, string> | undefined;
}

/** Index of the first rule that matches a page's path and query; -1: none. */
export function ruleIndex(rules: readonly Pick<StoredRenderRule, "path">[], pathAndQuery: string): number {
  const [path = ""] = pathAndQuery.split("?", 1);
  return patternsOf(rules).findIndex((pattern) => matches(pattern, path));
}

const known = new WeakMap<readonly object[], string[]>();

/** The paths of rules in the spelling of cache keys. A site's rules are read often and never change. */
function patternsOf(rules: readonly Pick<StoredRenderRule, "path">[]): string[] {
  let patterns = known.get(rules);
  if (!patterns) known.set(rules, (patterns = rules.map(({ path }) => canonicalPattern(path))));
  return patterns;
}

/** A pattern whose parts between `*` are in canonical form. */
function canonicalPattern(pattern: string): string {
  if (/^[\w/~*-]*$/.test(pattern)) return pattern;
  const [first = "", ...parts] = pattern.split("*");
  return [pathPrefix(first) ?? first, ...parts.map(canonicalPart)].join("*");
}

/** The part follows any characters, so nothing before it can be resolved against it. */
function canonicalPart(part: string): string {
  const canonical = pathPrefix(`/x${part}`);
  return canonical?.startsWith("/x") ? canonical.slice(2) : part;
}

export function ruleFor(rules: readonly StoredRenderRule[], pathAndQuery: string): StoredRenderRule | null {
  return rules[ruleIndex(rules, pathAndQuery)] ?? null;
}

/** Each `*` matches any characters. Takes each part where it first fits, so the time is linear. */
function matches(pattern: string, path: string): boolean {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return path === pattern;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/** What the renderer needs from a rule, apart from its headers; undefined if it changes nothing. */
export function pageOptions(rule: StoredRenderRule | null, variant: Variant): PageOptions | undefined {
  if (!rule) return undefined;
  const { waitFor, waitMs, scroll, remove, keepConsent } = rule;
  return { waitFor, waitMs, scroll, remove, keepConsent, screen: screenOf(rule, variant) };
}
