import { parsedRobots } from "../../../../../src/audit/model/site/robots-file";
import type { Probe, SiteFacts } from "../../../../../src/audit/model/site/site-facts";
import { parseRobots, type RobotsFile } from "../../../../../src/web";
import type { LabelledPage } from "../../../../support/labelled/page.ts";
import { auditedOf } from "../judge.ts";

export const SITEMAP = "Sitemap: https://labelled.example/sitemap.xml\n";
const ROBOTS: RobotsFile = {
  status: 200,
  url: "https://labelled.example/robots.txt",
  finalUrl: "https://labelled.example/robots.txt",
  redirects: 0,
  redirectLimit: false,
  truncated: false,
  contentType: "text/plain",
  text: `User-agent: *\nDisallow: /closed/\n${SITEMAP}`,
  bytes: 60,
  fetchedAt: 0,
};
export const probe = (status: number, change: Partial<Probe> = {}): Probe => ({
  url: "https://labelled.example/probe",
  status,
  location: null,
  contentType: "text/plain",
  text: "",
  ...change,
});
const ORGANIZATION =
  '{"@context":"https://schema.org","@type":"Organization","name":"Walks","url":"https://labelled.example/","logo":"/l.png"}';
const HEADERS = {
  "strict-transport-security": "max-age=63072000",
  "content-security-policy": "default-src 'self'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};
export const home = (change: Partial<LabelledPage> = {}, leftOut?: keyof typeof HEADERS) => {
  const headers: Record<string, string> = { ...HEADERS };
  if (leftOut) delete headers[leftOut];
  return auditedOf({ path: "/", jsonLd: ORGANIZATION, head: '<link rel="icon" href="/i.png">', headers, ...change });
};
export const www = (canonical: string) => {
  const page = auditedOf({ path: "/", canonical });
  return { ...page, url: "https://www.labelled.example/", parsedUrl: new URL("https://www.labelled.example/") };
};

/** A site without issues. */
export const CLEAN: SiteFacts = {
  domain: "labelled.example",
  robotsFile: ROBOTS,
  robots: parseRobots(ROBOTS.text),
  home: home(),
  unknownPath: probe(404),
  httpHome: probe(301, { location: "https://labelled.example/" }),
  wwwHome: null,
  favicon: probe(404),
  llmsTxt: probe(200, { text: "# Walks\n\n- [All the walks](https://labelled.example/walks): with maps\n" }),
  markdown: probe(200, { contentType: "text/markdown" }),
  markdownTwin: null,
  discovery: null,
  asCrawlers: [{ token: "GPTBot", status: 200 }],
  sitemapFound: true,
  canonicalHosts: { pages: 20, elsewhere: 0, host: null },
};

export type Change = Partial<SiteFacts>;
/** A site with another robots.txt. */
export const file = (change: Partial<RobotsFile>): Change => {
  const robotsFile = { ...ROBOTS, ...change };
  return { robotsFile, robots: parsedRobots(robotsFile) };
};
export const rules = (text: string) => file({ text: `${text}\n\n${SITEMAP}` });

/** Check → a site that fails it, and one that barely passes. */
export const LABELS: Record<string, { fails: Change; passes: Change }> = {
  unknown_urls_return_200: {
    fails: { unknownPath: probe(200) },
    passes: { unknownPath: probe(302, { location: "/" }) },
  },
  www_not_consolidated: {
    fails: { wwwHome: www("https://www.labelled.example/") },
    passes: { wwwHome: www("https://labelled.example/") },
  },
  canonicals_name_other_host: {
    fails: { canonicalHosts: { pages: 20, elsewhere: 18, host: "www.labelled.example" } },
    passes: { canonicalHosts: { pages: 20, elsewhere: 17, host: "www.labelled.example" } },
  },
  http_not_redirected_to_https: { fails: { httpHome: probe(200) }, passes: { httpHome: probe(403) } },
  home_missing_organization: {
    fails: { home: home({ jsonLd: ORGANIZATION.replace("logo", "image") }) },
    passes: {
      home: home({
        jsonLd: '{"@context":"https://schema.org","@type":"Person","name":"A","url":"https://labelled.example/"}',
      }),
    },
  },
  missing_hsts: {
    fails: { home: home({}, "strict-transport-security") },
    passes: { home: home({ scheme: "http" }, "strict-transport-security") },
  },
  missing_security_headers: {
    fails: { home: home({}, "referrer-policy") },
    passes: { home: home({ headers: { ...HEADERS, "content-security-policy": "" } }) },
  },
  missing_favicon: {
    fails: { home: home({ head: "" }) },
    passes: { home: home({ head: "" }), favicon: probe(200, { contentType: "image/x-icon" }) },
  },
  robots_txt_missing: { fails: file({ status: 403 }), passes: file({ text: "", bytes: 0 }) },
  robots_txt_unreachable: { fails: file({ status: 429 }), passes: file({ status: 404 }) },
  robots_txt_is_html: { fails: file({ text: "<!doctype html><p>" }), passes: rules("# <html> in a comment") },
  robots_txt_syntax_error: {
    fails: rules("User-agent: *\nDisallow: closed"),
    passes: rules("User-agent: *\nDisallow: *closed"),
  },
  robots_txt_too_large: { fails: file({ bytes: 512_001 }), passes: file({ bytes: 512_000 }) },
  robots_txt_redirects: { fails: file({ redirects: 1 }), passes: file({ redirects: 0 }) },
  robots_blocks_all: {
    fails: rules("User-agent: bingbot\nDisallow: /"),
    passes: rules("User-agent: bingbot\nDisallow: /\nAllow: /$"),
  },
  robots_blocks_ai_search: {
    fails: rules("User-agent: YouBot\nDisallow: /"),
    passes: rules("User-agent: YouBot\nDisallow: /private"),
  },
  robots_blocks_ai_users: {
    fails: rules("User-agent: Claude-User\nDisallow: /"),
    passes: rules("User-agent: Claude-User\nDisallow: /private"),
  },
  robots_blocks_ai_training: {
    fails: rules("User-agent: CCBot\nDisallow: /"),
    passes: rules("User-agent: CCBot\nDisallow: /private"),
  },
  robots_group_hides_rules: {
    fails: rules("User-agent: *\nDisallow: /private\n\nUser-agent: MyBot\nDisallow: /other"),
    passes: rules("User-agent: *\nDisallow: /private/x\n\nUser-agent: MyBot\nDisallow: /private"),
  },
  robots_no_sitemap: {
    fails: file({ text: "User-agent: *\nDisallow:" }),
    passes: { ...file({ text: "" }), sitemapFound: false },
  },
  ai_bots_blocked_by_waf: {
    fails: { asCrawlers: [{ token: "GPTBot", status: 403 }] },
    passes: { asCrawlers: [{ token: "GPTBot", status: 404 }] },
  },
  llms_txt_missing: { fails: { llmsTxt: probe(404) }, passes: { llmsTxt: probe(401) } },
  llms_txt_invalid: {
    fails: { llmsTxt: probe(200, { text: `# Walks\n\n${"All the walks of the town, without a link. ".repeat(3)}` }) },
    passes: { llmsTxt: probe(200, { text: "# Walks\n[All the walks](https://labelled.example/)".padEnd(50, ".") }) },
  },
  llms_txt_is_html: { fails: { llmsTxt: probe(200, { text: "<!doctype html>" }) }, passes: { llmsTxt: null } },
  content_signals_conflict: {
    fails: rules("User-agent: *\nContent-Signal: search=no\nDisallow: /private"),
    passes: rules("User-agent: *\nContent-Signal: ai-train=yes\nDisallow: /private"),
  },
  markdown_not_offered: {
    fails: { markdown: probe(200, { contentType: "text/html; charset=utf-8" }) },
    passes: { markdown: probe(406, { contentType: "text/html" }) },
  },
};
