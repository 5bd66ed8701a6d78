import { hasCredentials } from "../../lib/hosts/url";

/** The page that another page names as its canonical. */
export type CanonicalPage =
  /** None is named, or the page itself, perhaps with parameters that don't change it. */
  | { kind: "self" }
  /** On another origin, or no usable URL. */
  | { kind: "elsewhere" }
  | { kind: "page"; path: string; url: string };

interface CanonicalSite {
  publicBase: string;
  /** The cache key of a path and query; null if it can't be cached. */
  keyOf: (pathAndQuery: string) => string | null;
}

/** Reads the canonical URL of the page with this cache key. Only pages of the same origin count. */
export function canonicalPage(site: CanonicalSite, path: string, canonical: string): CanonicalPage {
  if (canonical === "") return { kind: "self" };
  const url = URL.parse(canonical, site.publicBase + path);
  if (!url || url.origin !== site.publicBase || hasCredentials(url)) return { kind: "elsewhere" };
  const key = site.keyOf(url.pathname + url.search);
  if (key === null) return { kind: "elsewhere" };
  return key === path
    ? { kind: "self" }
    : { kind: "page", path: key, url: site.publicBase + url.pathname + url.search };
}
