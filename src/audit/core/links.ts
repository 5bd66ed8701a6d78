import { isAssetPath, type LinkFact } from "../../web";
import { canonicalUrl } from "../../lib/url";

/** internal: a page of the audited domain; asset: a file of it; external: http(s) elsewhere; other: no http(s) address. */
export type LinkKind = "internal" | "asset" | "external" | "fragment" | "other" | "invalid" | "none";

export interface ResolvedLink extends LinkFact {
  kind: LinkKind;
  /** Canonical absolute URL without fragment, for internal, asset and external links. */
  url: string | null;
}

/** Characters that need no work by the URL parser when a root-relative link is made of them alone. */
const PLAIN_PATH = /^(?!.*(?:\/\.|\?$))\/(?!\/)[A-Za-z0-9\-._~!$&()*+,;=:@/?]*$/;

/** Resolves links of one page: most of them by concatenation, the odd ones by the URL parser. */
export class LinkResolver {
  private readonly base: URL;
  private readonly origin: string;
  private readonly baseHost: string;
  private readonly pageHost: string;
  private readonly known = new Map<string, { kind: LinkKind; url: string | null }>();

  /** `pageUrl` is where the page was found; `baseHref` its base element, if any. */
  constructor(pageUrl: URL, baseHref: string | null) {
    this.base = (baseHref === null ? null : URL.parse(baseHref, pageUrl)) ?? pageUrl;
    // Each look at a part of a URL crosses into the runtime: these are asked for every link.
    this.origin = `${this.base.protocol}//${this.base.host}`;
    this.baseHost = this.base.host;
    this.pageHost = pageUrl.host;
  }

  resolve({ href, text, nofollow }: LinkFact): ResolvedLink {
    const { kind, url } = this.target(href);
    return { href, text, nofollow, kind, url };
  }

  /** The target of a reference on this page. */
  target(href: string | null): { kind: LinkKind; url: string | null } {
    if (href === null) return { kind: "none", url: null };
    let target = this.known.get(href);
    if (!target) this.known.set(href, (target = this.classify(href)));
    return target;
  }

  private classify(href: string): { kind: LinkKind; url: string | null } {
    if (href.startsWith("#")) return { kind: "fragment", url: null };
    if (PLAIN_PATH.test(href)) return this.within(this.origin + href, this.baseHost);
    const url = URL.parse(href, this.base);
    if (!url) return { kind: "invalid", url: null };
    if (url.protocol !== "http:" && url.protocol !== "https:") return { kind: "other", url: null };
    return this.within(canonicalUrl(url), url.host);
  }

  private within(url: string, host: string): { kind: LinkKind; url: string } {
    if (host !== this.pageHost) return { kind: "external", url };
    return { kind: isAssetPath(url) ? "asset" : "internal", url };
  }
}
