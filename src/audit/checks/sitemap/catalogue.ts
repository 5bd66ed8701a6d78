import type { Severity } from "../../model/issue";
import type { SitemapIssue } from "../../model/site/sitemap-report";

export interface SitemapCheck {
  severity: Severity;
  title: string;
  /** The exact rule with its thresholds. */
  rule: string;
  fix: string;
}

const check = (severity: Severity, title: string, rule: string, fix: string): SitemapCheck => ({
  severity,
  title,
  rule,
  fix,
});

/** Everything that an audit says about sitemaps (sitemaps.org protocol). Ids stay as they are once published. */
export const SITEMAP_CHECKS = {
  sitemap_missing: check(
    "warning",
    "No sitemap was found",
    "No sitemap is named in robots.txt, and none is at /sitemap.xml, /sitemap_index.xml or /sitemap-index.xml.",
    "Publish a sitemap of all pages meant for search and name it in robots.txt: `Sitemap: https://…/sitemap.xml`.",
  ),
  sitemap_unreachable: check(
    "error",
    "A sitemap can't be fetched",
    "A sitemap named in robots.txt, by an index or in the settings answers 4xx or 5xx, or not in time.",
    "Make the address answer 200 with the sitemap, or take it out of robots.txt and the index.",
  ),
  sitemap_is_html: check(
    "error",
    "An HTML page is served as the sitemap",
    "The body is an HTML document; often the start page of a single-page app, served for every unknown path.",
    "Serve the XML file at this address, before the rule that answers unknown paths with index.html.",
  ),
  sitemap_invalid_xml: check(
    "error",
    "The sitemap is not valid XML of the protocol",
    "Not well-formed, a root other than urlset or sitemapindex, no sitemaps.org namespace, or a document type declaration.",
    "Write the file with an XML library, root `urlset` or `sitemapindex`, xmlns `http://www.sitemaps.org/schemas/sitemap/0.9`, without DOCTYPE.",
  ),
  sitemap_wrong_content_type: check(
    "notice",
    "The sitemap has an odd content type",
    "The Content-Type is neither XML, plain text nor gzip.",
    "Serve it as application/xml (text/plain for a list of URLs, application/gzip for .gz).",
  ),
  sitemap_too_many_urls: check(
    "error",
    "The sitemap lists more than 50,000 URLs",
    "More than 50,000 `loc` entries in one file; search engines reject it.",
    "Split it into files of at most 50,000 URLs and list those in a sitemap index.",
  ),
  sitemap_too_large: check(
    "error",
    "The sitemap is larger than 50 MB",
    "More than 52,428,800 bytes uncompressed.",
    "Split it and list the parts in a sitemap index.",
  ),
  sitemap_gzip_broken: check(
    "error",
    "The compressed sitemap can't be unpacked",
    "The body begins as gzip and does not inflate to its end.",
    "Compress the file anew and check the upload; don't let the server compress a .gz file a second time.",
  ),
  sitemap_index_nested: check(
    "error",
    "A sitemap index lists another index",
    "A file listed by an index is itself an index; the protocol allows one level.",
    "List the sitemaps themselves in one index, or name each index in robots.txt.",
  ),
  sitemap_index_too_many: check(
    "error",
    "The index lists more than 50,000 sitemaps",
    "More than 50,000 files in one sitemap index.",
    "Split the index and name each part in robots.txt.",
  ),
  sitemap_empty: check(
    "warning",
    "The sitemap lists nothing",
    "A readable sitemap or index without a single URL.",
    "Fill it, or take it away.",
  ),
  sitemap_not_utf8: check(
    "warning",
    "The sitemap is not clean UTF-8",
    "Bytes that are no UTF-8, another declared encoding, or an ampersand that is not written as `&amp;`.",
    "Write the file as UTF-8 and escape `&`, `<`, `>`, `'` and `\"` in URLs.",
  ),
  sitemap_invalid_loc: check(
    "error",
    "Entries are no usable addresses",
    "A `loc` that is not an absolute http(s) URL, is longer than 2,048 characters, or has a fragment.",
    "Give each page's full address, without `#…`.",
  ),
  sitemap_cross_host: check(
    "error",
    "Entries are on another host",
    "A `loc`, or a file of the index, whose host is not the audited domain. Only that host's own robots.txt could make it valid.",
    "List pages in a sitemap of their own host, or name this sitemap in that host's robots.txt.",
  ),
  sitemap_outside_scope: check(
    "warning",
    "Entries lie above the sitemap's folder",
    "A sitemap not named in robots.txt covers only URLs in its own folder and below.",
    "Move the file to the root of the site, or name it in robots.txt.",
  ),
  sitemap_http_on_https: check(
    "warning",
    "The sitemap lists http addresses of an https site",
    "A `loc` begins with http: while the site is served over https.",
    "List the https addresses, which are the canonical ones.",
  ),
  sitemap_duplicate_url: check(
    "notice",
    "URLs are listed twice in one file",
    "The same address more than once in a file.",
    "List each page once.",
  ),
  sitemap_url_in_multiple: check(
    "notice",
    "URLs are listed in several sitemaps",
    "The same address in more than one file.",
    "Keep each page in one sitemap, so that counts and lastmod can't contradict.",
  ),
  sitemap_url_error: check(
    "error",
    "Listed pages answer with an error",
    "A listed URL answers 4xx or 5xx, or not at all.",
    "Repair the pages, or take them out of the sitemap.",
  ),
  sitemap_url_redirect: check(
    "warning",
    "Listed pages redirect",
    "A listed URL answers 3xx.",
    "List the redirect's target instead.",
  ),
  sitemap_url_noindex: check(
    "error",
    "Listed pages are noindex",
    "A listed URL says noindex, by meta tag or X-Robots-Tag.",
    "Take away the noindex, or the entry: the two contradict each other.",
  ),
  sitemap_url_blocked: check(
    "error",
    "Listed pages are closed by robots.txt",
    "robots.txt forbids a listed URL to Googlebot.",
    "Allow the page in robots.txt, or take it out of the sitemap.",
  ),
  sitemap_url_non_canonical: check(
    "warning",
    "Listed pages name another canonical",
    "A listed URL's canonical points elsewhere.",
    "List the canonical address.",
  ),
  sitemap_url_orphan: check(
    "notice",
    "Listed pages have no internal link",
    "No crawled page links to a listed URL. Only told when the whole site was crawled.",
    "Link the page from a related page or the navigation.",
  ),
  indexable_not_in_sitemap: check(
    "notice",
    "Indexable pages are in no sitemap",
    "A crawled page may be indexed, and no sitemap lists it.",
    "Add it to the sitemap, or mark it noindex if it is not meant for search.",
  ),
  sitemap_lastmod_invalid: check(
    "warning",
    "lastmod is no W3C date",
    "A `lastmod` that is not YYYY, YYYY-MM, YYYY-MM-DD, or a date with time and time zone.",
    "Write 2026-01-31 or 2026-01-31T12:00:00Z.",
  ),
  sitemap_lastmod_future: check(
    "warning",
    "lastmod lies in the future",
    "A `lastmod` more than 24 hours ahead of the audit.",
    "Write the time of the page's last real change.",
  ),
  sitemap_lastmod_uniform: check(
    "notice",
    "lastmod is the time the sitemap was made",
    "At least 95 % of the entries (of 5 or more) have one and the same lastmod, within 5 minutes of the audit's request.",
    "Write each page's own last change; as it is, every page looks changed and is rendered and crawled again.",
  ),
  sitemap_lastmod_missing: check(
    "notice",
    "Most entries have no lastmod",
    "More than half of a sitemap's entries have no `lastmod`; such pages are always taken as changed.",
    "Write lastmod from the page's last change.",
  ),
  sitemap_not_in_robots: check(
    "notice",
    "robots.txt does not name the sitemap",
    "A sitemap exists, and robots.txt has no Sitemap line.",
    "Add `Sitemap: https://…/sitemap.xml` to robots.txt.",
  ),
} as const satisfies Record<string, SitemapCheck>;

export type SitemapIssueId = keyof typeof SITEMAP_CHECKS;

export const MAX_SAMPLES = 20;
const MAX_SAMPLE_LENGTH = 300;

/** Counts one issue of one file, with its first examples. */
export class IssueTally {
  count = 0;
  readonly samples: string[] = [];

  add(sample?: string): void {
    this.count++;
    if (sample !== undefined && this.samples.length < MAX_SAMPLES)
      this.samples.push(sample.slice(0, MAX_SAMPLE_LENGTH));
  }
}

export function sitemapIssue(
  id: SitemapIssueId,
  sitemapUrl: string | null,
  tally: { count: number; samples: readonly string[] },
  detail: string,
): SitemapIssue {
  const { severity, title, fix } = SITEMAP_CHECKS[id];
  return { id, severity, title, sitemapUrl, count: tally.count, sampleUrls: [...tally.samples], detail, fix };
}
