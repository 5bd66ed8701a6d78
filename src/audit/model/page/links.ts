import { isAssetPath, type LinkFact } from "../../../web";
import { hash53 } from "../../../lib/hash";
import { canonicalUrl } from "../../../lib/url";

/** internal: a page of the audited domain; asset: a file of it; external: http(s) elsewhere; other: no http(s) address. */
export type LinkKind = "internal" | "asset" | "external" | "fragment" | "other" | "invalid" | "none";

/** Where a reference leads. */
interface Target {
  kind: LinkKind;
  /** Canonical absolute URL without fragment, for internal, asset and external links. */
  url: string | null;
  /** hash53 of `url`; 0 for external links and those without one. */
  hash: number;
}

export interface ResolvedLink extends LinkFact, Target {}

const NOWHERE: Target = { kind: "none", url: null, hash: 0 };
/** Characters that need no work by the URL parser when a root-relative link is made of them alone. */
const PLAIN_PATH = /^\/(?!\/)[A-Za-z0-9\-._~!$&()*+,;=:@/?]*$/;
const isPlain = (href: string) => PLAIN_PATH.test(href) && !href.includes("/.") && !href.endsWith("?");

/** Forget what was seen past this many references. */
const MAX_SHARED = 20_000;

/** Where root-relative references of one site lead, kept from page to page: most pages share most of their links. */
export class SharedTargets {
  /** By the reference's hash53: a piece of a page as the key would keep all of the page in memory. */
  private readonly targets = new Map<number, Target>();

  constructor(readonly origin: string) {}

  get(hash: number): Target | undefined {
    return this.targets.get(hash);
  }

  set(hash: number, target: Target): void {
    if (this.targets.size >= MAX_SHARED) this.targets.clear();
    this.targets.set(hash, target);
  }
}

/** Resolves links of one page: most of them by concatenation, the odd ones by the URL parser. */
export class LinkResolver {
  private readonly base: URL;
  private readonly origin: string;
  private readonly baseHost: string;
  private readonly pageHost: string;
  private readonly known = new Map<string, Target>();
  private readonly shared: SharedTargets | null;

  /** `pageUrl` is where the page was found; `baseHref` its base element, if any. */
  constructor(pageUrl: URL, baseHref: string | null, shared: SharedTargets | null) {
    this.base = (baseHref === null ? null : URL.parse(baseHref, pageUrl)) ?? pageUrl;
    // Each look at a part of a URL crosses into the runtime: these are asked for every link.
    this.origin = `${this.base.protocol}//${this.base.host}`;
    this.baseHost = this.base.host;
    this.pageHost = pageUrl.host;
    this.shared = shared?.origin === this.origin && this.baseHost === this.pageHost ? shared : null;
  }

  resolve({ href, text, nofollow }: LinkFact): ResolvedLink {
    const { kind, url, hash } = this.target(href);
    return { href, text, nofollow, kind, url, hash };
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
      target = isPlain(href) ? this.within(this.origin + href, this.baseHost) : this.classify(href);
      this.known.set(href, target);
    }
    return target;
  }

  private classify(href: string): Target {
    if (href.startsWith("#")) return { kind: "fragment", url: null, hash: 0 };
    const url = URL.parse(href, this.base);
    if (!url) return { kind: "invalid", url: null, hash: 0 };
    if (url.protocol !== "http:" && url.protocol !== "https:") return { kind: "other", url: null, hash: 0 };
    return this.within(canonicalUrl(url), url.host);
  }

  private within(url: string, host: string): Target {
    if (host !== this.pageHost) return { kind: "external", url, hash: 0 };
    return { kind: isAssetPath(url) ? "asset" : "internal", url, hash: hash53(url) };
  }
}
