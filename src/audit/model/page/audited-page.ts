import type { PathVerdict } from "../../../web";
import { canonicalUrl, parseUrl, pathOf } from "../../../lib/hosts/url";
import { isXhtml } from "../../../web/html";
import type { Alternate, AuditedPage, FetchedPage, NonIndexableReason, ParsedPage } from "./page";
import { areOfOneList } from "./paged-list";
import { isRedirect, refreshOf } from "./refresh";
import { LinkResolver, onAuditedHost, type ResolvedLink, type SharedTargets } from "./links";
import { structuredData } from "./structured-data";
import { directivesOf, type Directives } from "./robots-directives";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/;
/** Whether the status is one of Cloudflare's own errors: the server behind the CDN gave no valid response. */
export function isCdnFailure(status: number): boolean {
  return (status >= 520 && status <= 527) || status === 530;
}

/** Whether browsers treat this host as secure even over http. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

const PREVIEW_IMAGES = ["og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"];
const IS_SECURE = /^https:\/\//i;
const NO_DIRECTIVES = directivesOf([], null, 0);

/** Whether a page has a body that was parsed. */
export function isParsed(page: AuditedPage): page is ParsedPage {
  return page.facts !== null;
}

/** What the pages of one run have in common. */
export interface OneSite {
  /** Link targets already resolved on this site. */
  targets?: SharedTargets;
  /** See AuditedPage. */
  productionHost?: string | null;
}

/**
 * Derives everything the checks need from a fetched page. `googlebot`: robots.txt's verdict on this path; `now`: epoch
 * ms.
 */
export function auditedPage<Fetched extends FetchedPage>(
  fetched: Fetched,
  googlebot: PathVerdict,
  now: number,
  { targets, productionHost = null }: OneSite = {},
): AuditedPage & Pick<Fetched, "facts"> {
  const parsedUrl = new URL(fetched.url);
  const facts = fetched.facts;
  const resolver = new LinkResolver(parsedUrl, facts?.baseHref ?? null, targets ?? null, productionHost);
  const served = fetched.outcome === "ok" && fetched.status === 200 && facts !== null;
  const refresh = served ? refreshOf(facts.refresh, fetched.url, resolver) : null;
  const moved = isRedirect(refresh);
  const html = served && !moved;
  const outcome = moved ? "redirect" : fetched.outcome;
  const canonicals = (facts?.canonicals ?? []).map(({ href, inHead }) => ({
    href,
    inHead,
    // An empty reference is no link (HTML standard, 4.2.4), and not the page itself.
    url: href === "" ? null : resolver.target(href).url,
  }));
  const header = fetched.headers["link"] ? linkHeader(fetched.headers["link"], parsedUrl, productionHost) : NO_LINKS;
  const headerCanonical = header.canonical;
  const canonical = canonicals.find((entry) => entry.inHead && entry.url !== null)?.url ?? headerCanonical;
  const directives = facts ? directivesOf(facts.robots, fetched.headers["x-robots-tag"] ?? null, now) : NO_DIRECTIVES;
  const reason = nonIndexableReason({ ...fetched, outcome }, html, directives, canonical, googlebot);
  return {
    ...fetched,
    outcome,
    redirectUrl: moved ? refresh.url : fetched.redirectUrl,
    refresh,
    path: pathOf(fetched.url),
    parsedUrl,
    productionHost,
    secure: parsedUrl.protocol === "https:" || isLoopback(parsedUrl.hostname),
    html,
    lang: facts?.lang ?? (isXhtml(fetched.headers["content-type"]) ? (facts?.xmlLang ?? null) : null),
    title: facts?.titles.find((title) => title.text !== "")?.text ?? null,
    description: facts?.descriptions.find((text) => text !== "") ?? null,
    h1: facts?.headings.find((heading) => heading.level === 1 && heading.text !== "")?.text ?? null,
    directives,
    canonicals,
    canonical,
    headerCanonical,
    alternates: [
      ...(facts?.hreflangs ?? []).map(({ code, href }) => ({ code, href, url: resolver.target(href).url })),
      ...header.alternates,
    ],
    next: pagesOfList(facts?.next ?? [], parsedUrl, resolver),
    prev: pagesOfList(facts?.prev ?? [], parsedUrl, resolver),
    previewImage: facts && previewImageOf(facts.preview),
    structured: structuredData(facts?.jsonLd ?? []),
    googlebot,
    indexable: reason === null,
    nonIndexableReason: reason,
    links: facts ? facts.links.map((link) => resolver.resolve(link)) : [],
    files: Array.from(facts?.files ?? [], ([href, image]) => ({ ...resolver.target(href), image })),
    rendering: null,
    renderingReason: null,
    shareImage: null,
  };
}

/** The first image that the tags name. One for https takes the place of the same one for http. */
function previewImageOf(preview: Readonly<Record<string, string>>): string | null {
  const first = PREVIEW_IMAGES.map((name) => preview[name]).find(Boolean) ?? null;
  const secure = preview["og:image:secure_url"];
  return first !== null && secure && !IS_SECURE.test(first) && IS_SECURE.test(secure) ? secure : first;
}

/** The pages among `references` that belong to the same list as `page`. */
function pagesOfList(references: readonly string[], page: URL, resolver: LinkResolver): string[] {
  const urls = new Set(references.map((href) => resolver.target(href).url).filter((url) => url !== null));
  return [...urls].filter((url) => areOfOneList(page, new URL(url)));
}

function nonIndexableReason(
  fetched: FetchedPage,
  html: boolean,
  directives: Directives,
  canonical: string | null,
  googlebot: PathVerdict,
): NonIndexableReason | null {
  if (fetched.outcome === "blocked") return googlebot.allowed ? "not_audited" : "blocked";
  if (fetched.outcome === "redirect") return "redirect";
  if (fetched.outcome === "not_html") return "not_html";
  if (!html) return "error";
  if (!googlebot.allowed) return "blocked";
  if (directives.noindex || directives.expired) return "noindex";
  if (canonical !== null && canonical !== fetched.url) return "canonicalised";
  return null;
}

const NO_LINKS: { canonical: string | null; alternates: Alternate[] } = { canonical: null, alternates: [] };

/** Reads `<…>; rel="canonical"` and `<…>; rel="alternate"; hreflang="de"` from a Link header. */
function linkHeader(header: string, base: URL, productionHost: string | null): typeof NO_LINKS {
  const found: typeof NO_LINKS = { canonical: null, alternates: [] };
  for (const part of header.split(/,(?=\s*<)/)) {
    const match = /^\s*<([^>]*)>(.*)$/.exec(part);
    if (!match) continue;
    const [, href, parameters] = match as unknown as [string, string, string];
    const rels = /;\s*rel\s*=\s*(?:"([^"]*)"|([^";\s]+))/i.exec(parameters);
    const rel = (rels?.[1] ?? rels?.[2] ?? "").toLowerCase().split(/\s+/);
    const target = parseUrl(href, base);
    const isWeb = target !== null && /^https?:$/.test(target.protocol);
    const url = isWeb ? canonicalUrl(onAuditedHost(target, base, productionHost)) : null;
    if (rel.includes("canonical")) found.canonical ??= url;
    const code = /;\s*hreflang\s*=\s*"?([^";\s]+)/i.exec(parameters)?.[1];
    if (rel.includes("alternate") && code !== undefined) found.alternates.push({ code, href, url });
  }
  return found;
}

/** The links in the HTML as served, followed by those in the rendered HTML. */
export function allLinks(page: AuditedPage): ResolvedLink[] {
  const rendered = page.rendering?.pair?.rendered.links;
  return rendered ? [...page.links, ...rendered] : page.links;
}
