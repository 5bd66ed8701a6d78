import { isAssetPath } from "../../../web";
import type { LinkFact } from "../../../web/html";
import { hash53 } from "../../../lib/crypto/hash";
import { HashTable } from "../../../lib/numbers/hash-table";
import { canonicalUrl } from "../../../lib/hosts/url";

/**
 * internal: a page of the audited domain; asset: another file on it; external: http(s) elsewhere; other: not http(s).
 */
export type LinkKind = "internal" | "asset" | "external" | "fragment" | "other" | "invalid" | "none";

/** The target of a reference. */
export interface Target {
  kind: LinkKind;
  /** Canonical absolute URL without fragment, for internal, asset and external links. */
  url: string | null;
  /** hash53 of `url`; 0 for external links and links without a URL. */
  hash: number;
}

export interface ResolvedLink extends LinkFact, Target {}

const NOWHERE: Target = { kind: "none", url: null, hash: 0 };
/** Root-relative links of these characters alone need no URL parser. */
const PLAIN_PATH = /^\/(?!\/)[A-Za-z0-9\-._~!$&()*+,;=:@/?]*$/;
const isPlain = (href: string) => PLAIN_PATH.test(href) && !href.includes("/.") && !href.endsWith("?");

/** The cache is cleared at this many references. */
const MAX_SHARED = 20_000;

/** Resolved root-relative links of one site, shared between its pages: most pages repeat the same links. */
export class SharedTargets {
  /** Places in `targets`, by the reference's hash53: a substring as the key would keep the whole page in memory. */
  private readonly places = new HashTable();
  private targets: Target[] = [];

  constructor(readonly origin: string) {}

  get(hash: number): Target | undefined {
    const place = this.places.get(hash);
    return place < 0 ? undefined : this.targets[place];
  }

  set(hash: number, target: Target): void {
    if (this.targets.length >= MAX_SHARED) {
      this.places.clear();
      this.targets = [];
    }
    this.places.set(hash, this.targets.push(target) - 1);
  }
}

/**
 * The URL as the audited copy of a site has it: one on `productionHost`, the host that the site has in public, is moved to the
 * page's own scheme and host.
 */
export function onAuditedHost(url: URL, page: URL, productionHost: string | null): URL {
  if (url.host !== productionHost || url.host === page.host || !/^https?:$/.test(url.protocol)) return url;
  return new URL(page.origin + url.pathname + url.search + url.hash);
}

/** Resolves the links of one page: most by concatenation, the rest with the URL parser. */
export class LinkResolver {
  private readonly base: URL;
  private readonly origin: string;
  private readonly baseHost: string;
  private readonly pageHost: string;
  /** References without a path resolve to the base, which is the page itself unless a base element says otherwise. */
  private readonly isOwnBase: boolean;
  private readonly known = new Map<string, Target>();
  private readonly shared: SharedTargets | null;

  /** `pageUrl`: the page's URL; `baseHref`: the href of its base element, if any; `productionHost`: see onAuditedHost. */
  constructor(
    private readonly pageUrl: URL,
    baseHref: string | null,
    shared: SharedTargets | null,
    private readonly productionHost: string | null = null,
  ) {
    const base = (baseHref === null ? null : URL.parse(baseHref, pageUrl)) ?? pageUrl;
    this.base = onAuditedHost(base, pageUrl, productionHost);
    // Reading a property of a URL crosses into the runtime, and every link needs these.
    this.origin = `${this.base.protocol}//${this.base.host}`;
    this.baseHost = this.base.host;
    this.pageHost = pageUrl.host;
    this.isOwnBase = this.base === pageUrl || canonicalUrl(this.base) === canonicalUrl(pageUrl);
    this.shared = shared?.origin === this.origin && this.baseHost === this.pageHost ? shared : null;
  }

  resolve({ href, text, nofollow, unseen, quoted }: LinkFact): ResolvedLink {
    const { kind, url, hash } = this.target(href);
    return { href, text, nofollow, kind, url, hash, ...(unseen && { unseen }), ...(quoted && { quoted }) };
  }

  /** The target of a reference on this page. */
  target(href: string | null): Target {
    if (href === null) return NOWHERE;
    if (this.shared === null || !href.startsWith("/")) return this.ownTarget(href);
    const hash = hash53(href);
    const known = this.shared.get(hash);
    if (known) return known;
    const target = this.ownTarget(href);
    if (isPlain(href)) this.shared.set(hash, target);
    return target;
  }

  private ownTarget(href: string): Target {
    let target = this.known.get(href);
    if (!target) {
      target = this.targetOnce(href);
      this.known.set(href, target);
    }
    return target;
  }

  /** The same as `target`, for references that are too many to remember. */
  targetOnce(href: string): Target {
    return isPlain(href) ? this.within(this.origin + href, this.baseHost) : this.classify(href);
  }

  private classify(href: string): Target {
    if (this.isOwnBase && href.startsWith("#")) return { kind: "fragment", url: null, hash: 0 };
    const parsed = URL.parse(href, this.base);
    if (!parsed) return { kind: "invalid", url: null, hash: 0 };
    const url = onAuditedHost(parsed, this.pageUrl, this.productionHost);
    if (url.protocol !== "http:" && url.protocol !== "https:") return { kind: "other", url: null, hash: 0 };
    return this.within(canonicalUrl(url), url.host);
  }

  private within(url: string, host: string): Target {
    if (host !== this.pageHost) return { kind: "external", url, hash: 0 };
    return { kind: isAssetPath(url) ? "asset" : "internal", url, hash: hash53(url) };
  }
}
