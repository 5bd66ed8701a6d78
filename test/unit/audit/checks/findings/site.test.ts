import { expect, it } from "vitest";
import { runSiteChecks } from "../../../../../src/audit/checks/run-checks";
import { auditedOf } from "../judge.ts";
import { CLEAN, file, home, probe, rules, www, type Change } from "./sites.ts";

const ids = (change: Change) => runSiteChecks({ ...CLEAN, ...change }).map(({ id }) => id);
const NOTHING = {
  home: null,
  unknownPath: null,
  httpHome: null,
  wwwHome: null,
  favicon: null,
  llmsTxt: null,
  markdown: null,
  asCrawlers: null,
  canonicalHosts: null,
};
it("checks of the site report nothing of what was not requested, or is no page", () => {
  expect(ids(NOTHING)).toEqual([]);
  const error = auditedOf({ path: "/", status: 500 });
  expect(ids({ ...NOTHING, home: error, wwwHome: www("https://www.labelled.example/"), favicon: probe(404) })).toEqual(
    [],
  );
  expect(ids({ wwwHome: error, favicon: null, home: home({ head: "" }) })).toEqual([]);
  expect(ids({ canonicalHosts: { pages: 0, elsewhere: 0, host: null } })).toEqual([]);
});

const llms = (status: number, text = "", contentType: string | null = "text/plain") => ({
  llmsTxt: probe(status, { text, contentType }),
});
const org = (...nodes: object[]) => ({
  home: home({ jsonLd: JSON.stringify({ "@context": "https://schema.org", "@graph": nodes }) }),
});
const ORG = "home_missing_organization";
const NO_ORG = "an Organization with name, url and logo";
const asked = (...statuses: number[]) => ({
  asCrawlers: statuses.map((status, i) => ({ token: `Bot${i}`, status })),
});
const to = (location: string | null) => ({ httpHome: probe(302, { location }) });

it.each<[string, Change, [found: string, expected: string, count?: number, samples?: string[]] | null]>([
  [
    "http_not_redirected_to_https",
    to("http://a.example/b"),
    ["https://labelled.example/probe redirects to http://a.example/b", "a redirect to https"],
  ],
  ["http_not_redirected_to_https", to(null), null],
  [
    "www_not_consolidated",
    { home: home({ canonical: "https://www.labelled.example/a" }), wwwHome: www("https://www.labelled.example/") },
    null,
  ],
  ["canonicals_name_other_host", { canonicalHosts: { pages: 0, elsewhere: 0, host: null } }, null],
  [
    "missing_security_headers",
    { home: home({ headers: {} }) },
    [
      "missing: content-security-policy, x-content-type-options, referrer-policy",
      "content-security-policy, x-content-type-options, referrer-policy",
      3,
    ],
  ],
  ["missing_favicon", { home: home({ head: "" }), favicon: probe(503) }, ["/favicon.ico answers HTTP 503", "an icon"]],
  [ORG, org({ "@type": "Thing", name: "A" }), ["no Organization in JSON-LD", NO_ORG]],
  [
    ORG,
    org({ "@type": ["SportsClub", "Place"], name: "A", url: "/" }),
    ["SportsClub without name, url or logo", NO_ORG],
  ],
  [ORG, org({ "@type": "Person", name: "A" }), ["Person without name, url or logo", NO_ORG]],
  [ORG, org({ "@type": "Bakery", name: "A", url: "/", logo: "/l.png" }), null],
  [
    ORG,
    org({ "@type": "WebSite", publisher: { "@type": "NewsMediaOrganization", name: "A", url: "/", logo: "/l.png" } }),
    null,
  ],
  [ORG, org({ "@type": "AboutPage", about: { "@type": "HardwareStore", name: "A", url: "/", logo: "/l.png" } }), null],
  [
    ORG,
    org({ "@type": "Article", publisher: { "@type": "Organization", name: "A", url: "/", logo: "/l.png" } }),
    ["no Organization in JSON-LD", NO_ORG],
  ],
  ["robots_txt_unreachable", file({ status: 0 }), ["/robots.txt does not answer", "HTTP 200 or 404"]],
  ["robots_txt_unreachable", file({ status: 500 }), ["/robots.txt answers HTTP 500", "HTTP 200 or 404"]],
  ["robots_txt_is_html", file({ text: "<html>", contentType: null }), ["content type none", "text/plain with rules"]],
  [
    "robots_txt_missing",
    file({ status: 404, text: "User-agent: *\nDisallow: closed" }),
    ["/robots.txt answers HTTP 404", "HTTP 200"],
  ],
  [
    "robots_txt_redirects",
    file({ redirects: 5, finalUrl: "https://b.example/r" }),
    ["5 redirects, ends at https://b.example/r", "no redirect", 5],
  ],
  [
    "robots_blocks_all",
    rules("User-agent: *\nDisallow: /"),
    [
      '"/" is disallowed for 3 of 3 search crawlers',
      "no rule against /",
      3,
      ["Googlebot", "bingbot", "*"].map((bot) => `${bot}: line 2: Disallow: /`),
    ],
  ],
  [
    "robots_group_hides_rules",
    rules(
      "User-agent: *\nAllow: /o\nDisallow: /a*b$\n\nUser-agent: ABot\nUser-agent: BBot\nDisallow: /c\n\nUser-agent: CBot\nDisallow: /axb",
    ),
    [
      "2 named groups",
      "the general rules repeated in each named group",
      2,
      ["abot: Disallow: /a*b$ (line 3) does not apply", "bbot: Disallow: /a*b$ (line 3) does not apply"],
    ],
  ],
  [
    "ai_bots_blocked_by_waf",
    asked(200, 403, 404, 429, 503, 500),
    [
      "possibly refused: 3 of 6 crawlers",
      "HTTP 200, as a browser gets",
      3,
      ["Bot1: HTTP 403", "Bot3: HTTP 429", "Bot4: HTTP 503"],
    ],
  ],
  ["llms_txt_missing", llms(410), ["/llms.txt answers HTTP 410", "a markdown file"]],
  ["llms_txt_invalid", llms(500), ["HTTP 500", "HTTP 200 or 404"]],
  ["llms_txt_invalid", llms(499), null],
  [
    "llms_txt_invalid",
    llms(200, "  #Walks  "),
    ['no "# " heading, no link, fewer than 50 characters', "a heading and links", 3],
  ],
  ["llms_txt_is_html", llms(200, "<html>", null), ["content type none", "text/plain or text/markdown"]],
  ["llms_txt_is_html", llms(404, "<html>"), null],
  [
    "content_signals_conflict",
    rules("User-agent: *\nContent-Signal: search=no, ai-train=yes\nDisallow: /"),
    ["ai-train=yes, but GPTBot is disallowed; search=no, but a sitemap is named", "signals and rules that agree", 2],
  ],
  ["content_signals_conflict", file({ text: "User-agent: *\nContent-Signal: search=no\nDisallow: /a" }), null],
  ["markdown_not_offered", { markdown: probe(200, { contentType: null }) }, null],
  [
    "markdown_not_offered",
    { markdown: probe(200, { contentType: "Text/HTML" }) },
    ["content type Text/HTML", "text/markdown"],
  ],
])("the whole finding of %s, case %#", (id, change, told) => {
  const detail = runSiteChecks({ ...CLEAN, ...change }).find((issue) => issue.id === id)?.detail ?? null;
  const [found, expected, count, samples] = told ?? [];
  expect(detail).toEqual(told && { found, expected, ...(count && { count }), ...(samples && { samples }) });
});
