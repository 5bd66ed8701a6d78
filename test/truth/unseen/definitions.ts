import { attribute, folded, inHead, inTemplate, rawText, SecondPage } from "../../support/truth/second-page.ts";
import { pixels } from "./pixels.ts";
import { dataOf, type DataFaults } from "./structured.ts";

/** What the definitions of the reference look at, of one page. */
export interface Defined {
  ids: Set<string>;
  url: URL;
  indexable: boolean;
  canonical: string | null;
  /** Address → codes of the alternates. */
  alternates: Map<string, string[]>;
  pagination: string[];
  links: { url: string; nofollow: boolean }[];
}

/** The checks below. `npm run truth` compares others. */
export const DEFINED: readonly string[] = `
title_short title_too_long meta_description_too_long conflicting_robots_directives unavailable_after_past snippet_restricted
metas_in_body placeholder_text canonical_invalid canonical_to_homepage canonical_http_on_https canonical_cross_domain
canonical_to_error canonical_to_redirect canonical_to_noindex canonical_chain
hreflang_invalid_code hreflang_relative_url hreflang_missing_self hreflang_missing_x_default hreflang_conflicting
hreflang_missing_return_link hreflang_to_error hreflang_to_redirect hreflang_to_non_indexable hreflang_lang_mismatch
link_to_private_host link_to_preview_host mixed_follow_inlinks
structured_data_missing_type structured_data_missing_required structured_data_host_mismatch
og_image_not_absolute og_url_mismatch twitter_card_invalid
url_too_many_params url_tracking_params_internal url_session_id pagination_canonical_to_first pagination_broken
`
  .trim()
  .split(/\s+/);

const length = (text: string) => Array.from(text).length;
const bare = (url: string) => url.replace(/#.*$/, "");
const PREVIEW = /\.(lovable\.app|vercel\.app|netlify\.app|pages\.dev|replit\.app|bolt\.host)$/i;
const PRIVATE = /^(localhost|127(\.\d+){3}|10(\.\d+){3}|192\.168(\.\d+){2}|.*\.local)$/i;
const PLACEHOLDERS = /lorem ipsum|your headline here|vite \+ react|lovable app/i;

function absolute(href: string, base: URL): string | null {
  const url = URL.parse(href.trim(), base);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Judges a page by the definitions that need no other page. */
export function definedPage(html: string, url: URL): Defined {
  const page = new SecondPage(html);
  const ids = new Set<string>();
  const mark = (id: string, found: boolean) => void (found && ids.add(id));
  const href = page
    .named("base")
    .map(({ element }) => attribute(element, "href"))
    .find((each) => each?.trim());
  const base = URL.parse(href ?? "", url) ?? url;
  const titles = page
    .named("title")
    .filter((each) => !inTemplate(each) && !each.ancestors.some(({ tagName }) => tagName === "svg"));
  const title = titles.map(({ element }) => folded(rawText(element, () => false))).find(Boolean) ?? "";
  const description = folded(page.metas("description").find((each) => each.trim()) ?? "");
  const size = length(title);
  mark("title_short", size >= 10 && size <= 29 && pixels(title) < 200);
  mark("title_too_long", size > 70 || (size > 60 && pixels(title) > 561));
  mark("meta_description_too_long", length(description) > 155 && pixels(description) > 985);
  const robots = [...page.metas("robots"), ...page.metas("googlebot")].map((each) => each.toLowerCase());
  const words = new Set(
    robots
      .join(",")
      .split(",")
      .map((each) => each.trim()),
  );
  const has = (word: string) => words.has(word);
  const noindex = has("noindex") || has("none");
  mark(
    "conflicting_robots_directives",
    (has("index") && noindex) || (has("follow") && (has("nofollow") || has("none"))),
  );
  const until = /unavailable_after:\s*([^,]+)/.exec(robots.join(","))?.[1];
  mark("unavailable_after_past", until !== undefined && Date.parse(until) < Date.now());
  const links = page
    .named("link")
    .filter((each) => !inTemplate(each) && (attribute(each.element, "href") ?? "").trim() !== "");
  const withRel = (name: string) =>
    links.filter(({ element }) => (attribute(element, "rel") ?? "").toLowerCase().split(/\s+/).includes(name));
  const hrefOf = (each: (typeof links)[number]) => attribute(each.element, "href")!.trim();
  const canonicals = withRel("canonical");
  const canonical =
    canonicals
      .filter(inHead)
      .map((each) => absolute(hrefOf(each), base))
      .find((each) => each !== null) ?? null;
  const own = bare(url.href);
  const indexable = !noindex && (canonical === null || bare(canonical) === own);
  mark("snippet_restricted", indexable && (has("nosnippet") || has("max-snippet:0") || has("noimageindex")));
  mark(
    "canonical_invalid",
    canonicals.some((each) => absolute(hrefOf(each), base) === null),
  );
  if (canonical !== null) {
    const target = new URL(canonical);
    mark(
      "canonical_to_homepage",
      url.pathname !== "/" && target.pathname === "/" && target.search === "" && target.host === url.host,
    );
    mark("canonical_http_on_https", url.protocol === "https:" && target.protocol === "http:");
    mark("canonical_cross_domain", domain(target.host) !== domain(url.host));
    const number = /(?:\/page\/|[?&]page=)(\d+)/.exec(url.pathname + url.search)?.[1];
    mark(
      "pagination_canonical_to_first",
      Number(number ?? 1) > 1 && bare(canonical) !== own && !/(?:\/page\/|[?&]page=)\d/.test(canonical),
    );
  }
  const outside = [
    ...titles,
    ...canonicals,
    ...withRel("alternate").filter(({ element }) => attribute(element, "hreflang") !== null),
    ...page
      .named("meta")
      .filter(
        ({ element }) =>
          /^robots$/i.test(attribute(element, "name") ?? "") || /^og:/i.test(attribute(element, "property") ?? ""),
      ),
  ];
  mark(
    "metas_in_body",
    outside.some((each) => !inTemplate(each) && !inHead(each)),
  );
  const h1 = page
    .named("h1")
    .map((each) => page.textOf(each))
    .join(" ");
  mark("placeholder_text", PLACEHOLDERS.test(`${title} ${h1} ${page.text("all")}`));
  const alternates = hreflang(
    withRel("alternate").map((each) => ({ code: attribute(each.element, "hreflang"), href: hrefOf(each) })),
    base,
    own,
    page,
    mark,
  );
  const targets = anchors(page, base, url, mark);
  const og = (name: string) => page.metas(name).find((each) => each.trim());
  mark(
    "link_to_preview_host",
    targets.some((each) => PREVIEW.test(new URL(each.url).hostname)) ||
      [canonical, og("og:url")].some((each) => each && PREVIEW.test(URL.parse(each, base)?.hostname ?? "")),
  );
  const images = ["og:image", "og:image:url"].flatMap((name) => page.metas(name)).filter(Boolean);
  mark(
    "og_image_not_absolute",
    images.some((each) => !/^https:\/\/[^/]/i.test(each)),
  );
  const ogUrl = og("og:url");
  mark(
    "og_url_mismatch",
    Boolean(ogUrl) && canonical !== null && bare(URL.parse(ogUrl!, base)?.href ?? "") !== bare(canonical),
  );
  const card = og("twitter:card");
  mark(
    "twitter_card_invalid",
    Boolean(card) && !["summary", "summary_large_image", "app", "player"].includes(card!.trim().toLowerCase()),
  );
  const faults: DataFaults = dataOf(page, url);
  mark("structured_data_missing_type", faults.missingType);
  mark("structured_data_missing_required", faults.missingRequired.length > 0);
  mark("structured_data_host_mismatch", faults.otherHost);
  mark("url_too_many_params", [...url.searchParams].length > 4);
  mark("url_session_id", /jsessionid|phpsessid|[?&;]sid=|sessionid=/i.test(url.pathname + url.search));
  const pagination = [...withRel("next"), ...withRel("prev"), ...withRel("previous")]
    .flatMap((each) => absolute(hrefOf(each), base) ?? [])
    .map(bare);
  return { ids, url, indexable, canonical: canonical && bare(canonical), alternates, pagination, links: targets };
}

const domain = (host: string) => host.split(".").slice(-2).join(".");

function hreflang(
  list: { code: string | null; href: string }[],
  base: URL,
  own: string,
  page: SecondPage,
  mark: (id: string, found: boolean) => void,
): Map<string, string[]> {
  const given = list.flatMap(({ code, href }) =>
    code === null ? [] : [{ code: code.trim(), href, url: absolute(href, base) }],
  );
  const result = new Map<string, string[]>();
  for (const { code, url } of given)
    if (url) result.set(bare(url), [...(result.get(bare(url)) ?? []), code.toLowerCase()]);
  if (given.length === 0) return result;
  mark(
    "hreflang_invalid_code",
    given.some(({ code }) => !isCode(code)),
  );
  mark(
    "hreflang_relative_url",
    given.some(({ href }) => !/^https?:\/\//i.test(href)),
  );
  mark("hreflang_missing_self", !result.has(own));
  mark("hreflang_missing_x_default", given.length > 1 && !given.some(({ code }) => /^x-default$/i.test(code)));
  const urls = new Map<string, Set<string>>();
  for (const { code, url } of given)
    if (url) urls.set(code.toLowerCase(), new Set([...(urls.get(code.toLowerCase()) ?? []), bare(url)]));
  const languages = [...result.values()].map(
    (codes) => new Set(codes.filter((each) => each !== "x-default").map((each) => each.split("-")[0])),
  );
  mark(
    "hreflang_conflicting",
    [...urls.values()].some((each) => each.size > 1) || languages.some((each) => each.size > 1),
  );
  const html = page.first("html");
  const lang = ((html && attribute(html, "lang")) ?? "").split("-")[0]!.toLowerCase();
  const self = (result.get(own) ?? []).filter((each) => each !== "x-default").map((each) => each.split("-")[0]);
  mark("hreflang_lang_mismatch", lang !== "" && self.length > 0 && !self.includes(lang));
  return result;
}

/** ISO 639-1, then perhaps a script and a country of ISO 3166-1. */
function isCode(code: string): boolean {
  if (/^x-default$/i.test(code)) return true;
  const [, language, , region] = /^([a-z]{2})(-[a-z]{4})?(?:-([a-z]{2}))?$/i.exec(code) ?? [];
  if (language === undefined) return false;
  const named = (type: "language" | "region", each: string) =>
    new Intl.DisplayNames("en", { type, fallback: "none" }).of(each) !== undefined;
  if (!named("language", language)) return false;
  return (
    region === undefined ||
    (named("region", region) && new Intl.Locale(`und-${region}`).region === region.toUpperCase())
  );
}

function anchors(page: SecondPage, base: URL, url: URL, mark: (id: string, found: boolean) => void): Defined["links"] {
  const targets = page
    .named("a", "area")
    .filter((each) => each.written && !inTemplate(each))
    .flatMap(({ element }) => {
      const target = absolute(attribute(element, "href") ?? "#", base);
      const rel = (attribute(element, "rel") ?? "").toLowerCase().split(/\s+/);
      return target && attribute(element, "href") !== null
        ? [{ url: bare(target), nofollow: rel.includes("nofollow") }]
        : [];
    });
  const own = targets.filter((each) => new URL(each.url).host === url.host);
  mark(
    "link_to_private_host",
    targets.some((each) => PRIVATE.test(new URL(each.url).hostname)),
  );
  mark(
    "url_tracking_params_internal",
    own.some((each) => /[?&](utm_\w+|gclid|fbclid|msclkid)=/i.test(each.url)),
  );
  return targets;
}

/** A page of the crawl: what it answered and, if it is one, what it says. */
export interface Crawled {
  status: number;
  isRedirect: boolean;
  defined: Defined | null;
}

/** Adds what needs other pages. `crawled`: by address without fragment. `lookUp`: also pages that nothing links to. */
export function definedAcross(
  crawled: ReadonlyMap<string, Crawled>,
  lookUp: (address: string) => Crawled | undefined,
): void {
  const follow = new Map<string, Set<boolean>>();
  for (const [own, { defined }] of crawled) {
    if (!defined) continue;
    for (const { url, nofollow } of defined.links)
      if (url !== own) follow.set(url, (follow.get(url) ?? new Set()).add(nofollow));
    const mark = (id: string, found: boolean | undefined) => void (found && defined.ids.add(id));
    const target = defined.canonical && defined.canonical !== own ? lookUp(defined.canonical) : undefined;
    mark("canonical_to_error", target && target.status >= 400);
    mark("canonical_to_redirect", target?.isRedirect);
    mark(
      "canonical_to_noindex",
      target?.defined
        ? !target.defined.indexable &&
            (target.defined.canonical === null || target.defined.canonical === defined.canonical)
        : false,
    );
    mark("canonical_chain", Boolean(target?.defined?.canonical) && target!.defined!.canonical !== defined.canonical);
    for (const each of defined.alternates.keys()) {
      const other = each === own ? undefined : lookUp(each);
      mark("hreflang_to_error", other && other.status >= 400);
      mark("hreflang_to_redirect", other?.isRedirect);
      mark("hreflang_to_non_indexable", other?.defined ? !other.defined.indexable : false);
      mark("hreflang_missing_return_link", other?.defined ? !other.defined.alternates.has(own) : false);
    }
    mark(
      "pagination_broken",
      defined.pagination.some((each) => {
        const other = lookUp(each);
        if (!other) return false;
        return (
          other.status >= 400 ||
          other.isRedirect ||
          !defined.links.some(({ url }) => url === each) ||
          !other.defined?.pagination.includes(own)
        );
      }),
    );
  }
  for (const [own, { defined }] of crawled) if (follow.get(own)?.size === 2) defined?.ids.add("mixed_follow_inlinks");
}
