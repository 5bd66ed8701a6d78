import type { SiteRoute } from "../site-server.ts";
import { HOST, htmlOf, ORIGIN, type LabelledPage } from "./page.ts";

/** Responses of a site, where they differ from a site without defects. */
export interface LabelledAnswers {
  routes?: Record<string, SiteRoute>;
  home?: Partial<LabelledPage>;
  /** Other responses of the home page, depending on a request header. */
  homeFor?: SiteRoute["when"];
}

export interface LabelledSite {
  check: string;
  fails: LabelledAnswers;
  /** Barely passes. */
  passes: LabelledAnswers;
  also?: { fails?: string[]; passes?: string[] };
}

const ORGANIZATION =
  '{"@context":"https://schema.org","@type":"Organization","name":"Walks","url":"https://labelled.example/","logo":"/l.png"}';
const HEADERS: Record<string, string> = {
  "strict-transport-security": "max-age=63072000",
  "content-security-policy": "default-src 'self'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};
const without = (name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(HEADERS).filter(([key]) => key !== name));

const home = (change: Partial<LabelledPage> = {}): LabelledAnswers => ({
  home: { jsonLd: ORGANIZATION, headers: HEADERS, ...change },
});
const plain = (body: string, change: SiteRoute = {}): SiteRoute => ({
  headers: { "content-type": "text/plain" },
  body,
  ...change,
});
const SITEMAP = "\n\nSitemap: https://labelled.example/sitemap.xml\n";
const at = (path: string, route: SiteRoute): LabelledAnswers => ({ ...home(), routes: { [path]: route } });
const robots = (body: string, change: SiteRoute = {}) => at("/robots.txt", plain(body + SITEMAP, change));
const llms = (body: string, change: SiteRoute = {}) => at("/llms.txt", plain(body, change));
const MARKDOWN = {
  header: "accept",
  includes: "text/markdown",
  route: { headers: { "content-type": "text/markdown" } },
};
const forGptBot = (status: number): LabelledAnswers => ({
  ...home(),
  homeFor: [MARKDOWN, { header: "user-agent", includes: "GPTBot", route: { status } }],
});

/** Checks of the whole site that need no other scheme or host. */
export const SITE_LABELS: LabelledSite[] = [
  {
    check: "unknown_urls_return_200",
    fails: at("*", { body: "<p>home" }),
    passes: at("*", { status: 302, headers: { location: "/" } }),
  },
  { check: "home_missing_organization", fails: home({ jsonLd: undefined }), passes: home() },
  { check: "missing_hsts", fails: home({ headers: without("strict-transport-security") }), passes: home() },
  { check: "missing_security_headers", fails: home({ headers: without("referrer-policy") }), passes: home() },
  {
    check: "missing_favicon",
    fails: home({ head: "" }),
    passes: { ...home({ head: "" }), routes: { "/favicon.ico": { headers: { "content-type": "image/x-icon" } } } },
  },
  {
    check: "robots_txt_missing",
    fails: robots("", { status: 404 }),
    passes: robots(""),
  },
  {
    check: "robots_txt_unreachable",
    fails: robots("", { status: 503 }),
    passes: robots("", { status: 403 }),
    also: { passes: ["robots_txt_missing"] },
  },
  {
    check: "robots_txt_is_html",
    fails: robots("<!doctype html><title>Walks</title>"),
    passes: robots("# <html>"),
  },
  {
    check: "robots_txt_syntax_error",
    fails: robots("User-agent: *\nDisalow /x"),
    passes: robots("User-agent: *\nDisalow: /x"),
  },
  {
    check: "robots_txt_too_large",
    fails: at("/robots.txt", plain(`User-agent: *${SITEMAP}#${"x".repeat(512_000)}`)),
    passes: at("/robots.txt", plain(`User-agent: *${SITEMAP}#${"x".repeat(511_000)}`)),
  },
  {
    check: "robots_txt_redirects",
    fails: {
      ...home(),
      routes: {
        "/robots.txt": { status: 301, headers: { location: "/r.txt" } },
        "/r.txt": plain(`User-agent: *${SITEMAP}`),
      },
    },
    passes: robots("User-agent: *"),
  },
  {
    check: "robots_blocks_all",
    fails: robots("User-agent: Googlebot\nDisallow: /"),
    passes: robots("User-agent: Googlebot\nDisallow: /\nAllow: /$"),
  },
  {
    check: "robots_blocks_ai_search",
    fails: robots("User-agent: OAI-SearchBot\nDisallow: /"),
    passes: robots("User-agent: OAI-SearchBot\nDisallow: /private"),
  },
  {
    check: "robots_blocks_ai_users",
    fails: robots("User-agent: ChatGPT-User\nDisallow: /"),
    passes: robots("User-agent: ChatGPT-User\nDisallow: /private"),
  },
  {
    check: "robots_blocks_ai_training",
    fails: robots("User-agent: GPTBot\nDisallow: /"),
    passes: robots("User-agent: GPTBot\nDisallow: /private"),
  },
  {
    check: "robots_group_hides_rules",
    fails: robots("User-agent: *\nDisallow: /private\n\nUser-agent: MyBot\nDisallow: /other"),
    passes: robots("User-agent: *\nDisallow: /private/x\n\nUser-agent: MyBot\nDisallow: /private"),
  },
  {
    check: "robots_no_sitemap",
    fails: at("/robots.txt", plain("User-agent: *")),
    passes: { ...home(), routes: { "/robots.txt": plain("User-agent: *"), "/sitemap.xml": { status: 404 } } },
  },
  { check: "ai_bots_blocked_by_waf", fails: forGptBot(403), passes: forGptBot(404) },
  { check: "llms_txt_missing", fails: llms("", { status: 410 }), passes: llms("", { status: 403 }) },
  {
    check: "llms_txt_invalid",
    fails: llms(`# Walks\n\n${"All the walks of the town, without a link. ".repeat(3)}`),
    passes: llms("# Walks\n[All the walks](https://labelled.example/)".padEnd(50, ".")),
  },
  {
    check: "llms_txt_is_html",
    fails: llms("<!doctype html><title>Walks</title>"),
    passes: llms("# Walks\n\n- [The <html> of all walks](https://labelled.example/)\n"),
  },
  {
    check: "content_signals_conflict",
    fails: robots("User-agent: *\nContent-Signal: search=no\nDisallow: /private"),
    passes: robots("User-agent: *\nContent-Signal: ai-train=yes\nDisallow: /private"),
  },
  { check: "markdown_not_offered", fails: { ...home(), homeFor: [] }, passes: { ...home(), homeFor: [MARKDOWN] } },
];

/** Header with the scheme and host of the request, because several lead to the same server. */
export const ASKED_BY = "x-asked-by";
const askedBy = (origin: string, route: SiteRoute) => ({ header: ASKED_BY, includes: origin, route });
const moved = (location: string): SiteRoute => ({ status: 301, headers: { location } });
const OVER_HTTP = `http://${HOST}`;
const WITH_WWW = `https://www.${HOST}`;

/** Responses of the home page over http and with www, if not a redirect to the canonical URL. */
const alias = (answers: { http?: SiteRoute; www?: SiteRoute }): LabelledAnswers => ({
  ...home(),
  homeFor: [
    askedBy(OVER_HTTP, answers.http ?? moved(`${ORIGIN}/`)),
    askedBy(WITH_WWW, answers.www ?? moved(`${ORIGIN}/`)),
    MARKDOWN,
  ],
});
const www = (canonical: string | null): SiteRoute => ({ body: htmlOf({ path: "/", canonical }) });

/** Checks that request the home page over http and with www. */
export const ALIAS_LABELS: LabelledSite[] = [
  { check: "http_not_redirected_to_https", fails: alias({ http: {} }), passes: alias({ http: { status: 403 } }) },
  {
    check: "http_not_redirected_to_https",
    fails: alias({ http: moved(`${OVER_HTTP}/start`) }),
    passes: alias({ http: moved(`${ORIGIN}/start`) }),
  },
  {
    check: "www_not_consolidated",
    fails: alias({ www: www(null) }),
    passes: alias({ www: www(`${ORIGIN}/`) }),
  },
  {
    check: "www_not_consolidated",
    fails: alias({ www: www(`${WITH_WWW}/`) }),
    passes: alias({ www: { status: 404 } }),
  },
];
