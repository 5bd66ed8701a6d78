import { HashTable } from "../../../lib/hash-table";
import { hash53 } from "../../../lib/hash";
import { DAY_MS, MINUTE_MS } from "../../../lib/time";
import { isReadable, lastmodInstant, SITEMAP_MAX_URLS, type SitemapEntry, type SitemapFile } from "../../../web";
import { MAX_SAMPLES, sitemapIssue, IssueTally, type SitemapIssueId } from "./catalogue";
import type { SitemapIssue } from "../../model/site/sitemap-report";

/** What is known about a site before its sitemaps are read. */
export interface SitemapContext {
  host: string;
  /** The site is served over https. */
  https: boolean;
  /** Addresses that robots.txt names. */
  inRobots: ReadonlySet<string>;
  /** The addresses were named by robots.txt or the owner; false: they are only where sitemaps usually are. */
  certain: boolean;
  now: number;
}

const MAX_LOC_LENGTH = 2_048;
/** URLs remembered over all files of a run, to tell those listed twice; about 12 MB. */
const MAX_REMEMBERED = 500_000;
const UNIFORM_SHARE = 0.95;
const UNIFORM_LEAST = 5;
const UNIFORM_WITHIN_MS = 5 * MINUTE_MS;
const MAX_STAMPS = 1_000;
/** Files whose issues are listed one by one; further ones are counted in the last. */
const FILES_PER_ISSUE = 10;
const XML_TYPE = /\b(xml|plain|gzip|x-gzip|octet-stream|rss|atom)\b/i;

type EntryIssueId =
  | "sitemap_invalid_loc"
  | "sitemap_cross_host"
  | "sitemap_outside_scope"
  | "sitemap_http_on_https"
  | "sitemap_duplicate_url"
  | "sitemap_url_in_multiple"
  | "sitemap_lastmod_invalid"
  | "sitemap_lastmod_future";

const ENTRY_DETAILS: Record<EntryIssueId, string> = {
  sitemap_invalid_loc: "entries are not absolute, longer than 2,048 characters, or have a fragment",
  sitemap_cross_host: "entries are on another host",
  sitemap_outside_scope: "entries lie outside the folder of the sitemap, which robots.txt does not name",
  sitemap_http_on_https: "entries begin with http: on an https site",
  sitemap_duplicate_url: "entries repeat an address of the same file",
  sitemap_url_in_multiple: "entries are in an earlier sitemap as well",
  sitemap_lastmod_invalid: "entries have a lastmod that is no W3C date",
  sitemap_lastmod_future: "entries have a lastmod more than 24 hours ahead",
};

/** Counts kept while one file is read. */
class FileState {
  readonly tallies = new Map<EntryIssueId, IssueTally>();
  withoutLastmod = 0;
  /** How often each lastmod close to the request occurs. */
  readonly stamps = new Map<string, number>();
  /** Path of the file's folder, with its slash. */
  readonly folder: string;

  constructor(readonly url: string) {
    const path = URL.parse(url)?.pathname ?? "/";
    this.folder = path.slice(0, path.lastIndexOf("/") + 1);
  }

  add(id: EntryIssueId, sample: string): void {
    let tally = this.tallies.get(id);
    if (!tally) this.tallies.set(id, (tally = new IssueTally()));
    tally.add(sample);
  }
}

/** Watches a run's sitemaps as they are read and says what is wrong with the files and their entries. */
export class SitemapInspector {
  private readonly found: SitemapIssue[] = [];
  /** URL → number of the file it was last seen in. */
  private readonly seen = new HashTable();
  private fileNumber = 0;
  private state: FileState | null = null;
  private inRobotsIndex = false;

  constructor(private readonly context: SitemapContext) {}

  entries(entries: readonly SitemapEntry[], file: SitemapFile): void {
    const state = this.stateOf(file);
    const scoped = !this.context.inRobots.has(file.url) && !(file.depth > 0 && this.inRobotsIndex);
    for (const entry of entries) {
      this.location(entry.loc, state, scoped);
      this.lastmod(entry, state);
    }
  }

  /** A file has ended. */
  file(file: SitemapFile): void {
    const state = this.stateOf(file);
    if (file.depth === 0) this.inRobotsIndex = this.context.inRobots.has(file.url);
    this.fileFaults(file);
    for (const [id, tally] of state.tallies)
      this.report(id, file.url, tally, `${tally.count} of ${file.entries} ${ENTRY_DETAILS[id]}`);
    if (file.kind !== "index") this.lastmodShares(file, state);
    this.state = null;
    this.fileNumber++;
  }

  /** All files are read. */
  finish(reading: { readable: boolean; files: readonly SitemapFile[] }): SitemapIssue[] {
    const nothing = { count: 0, samples: [] };
    if (!reading.readable && !this.context.certain)
      this.report("sitemap_missing", null, nothing, "robots.txt names no sitemap, and none is in the usual places");
    const first = reading.files.find(isReadable);
    if (first && this.context.inRobots.size === 0)
      this.report("sitemap_not_in_robots", first.url, { count: 1, samples: [] }, "robots.txt has no Sitemap line");
    return this.found;
  }

  private stateOf(file: SitemapFile): FileState {
    if (this.state?.url !== file.url) this.state = new FileState(file.url);
    return this.state;
  }

  private location(loc: string, state: FileState, scoped: boolean): void {
    const url = URL.parse(loc);
    if (!url || !/^https?:$/.test(url.protocol) || loc.length > MAX_LOC_LENGTH || url.hash !== "" || loc.endsWith("#"))
      return state.add("sitemap_invalid_loc", loc);
    if (url.host !== this.context.host) return state.add("sitemap_cross_host", loc);
    if (this.context.https && url.protocol === "http:") state.add("sitemap_http_on_https", loc);
    if (scoped && !url.pathname.startsWith(state.folder)) state.add("sitemap_outside_scope", loc);
    const hash = hash53(url.href);
    const before = this.seen.get(hash);
    if (before === this.fileNumber) state.add("sitemap_duplicate_url", loc);
    else if (before >= 0) state.add("sitemap_url_in_multiple", loc);
    if (before >= 0 || this.seen.size < MAX_REMEMBERED) this.seen.set(hash, this.fileNumber);
  }

  private lastmod({ loc, lastmod }: SitemapEntry, state: FileState): void {
    if (lastmod === null) {
      state.withoutLastmod++;
      return;
    }
    const end = lastmodInstant(lastmod);
    if (end === null) return state.add("sitemap_lastmod_invalid", `${loc} (${lastmod.slice(0, 60)})`);
    const timed = lastmod.includes("T");
    // A date without a time counts as its last moment; here its first one decides.
    const instant = timed ? end : Date.parse(lastmod);
    if (instant > this.context.now + DAY_MS) state.add("sitemap_lastmod_future", `${loc} (${lastmod})`);
    if (!timed || Math.abs(instant - this.context.now) > UNIFORM_WITHIN_MS) return;
    const count = state.stamps.get(lastmod) ?? 0;
    if (count > 0 || state.stamps.size < MAX_STAMPS) state.stamps.set(lastmod, count + 1);
  }

  private lastmodShares(file: SitemapFile, state: FileState): void {
    if (file.entries === 0) return;
    const [stamp, most] = [...state.stamps].sort((a, b) => b[1] - a[1])[0] ?? ["", 0];
    if (file.entries >= UNIFORM_LEAST && most >= file.entries * UNIFORM_SHARE) {
      const detail = `${most} of ${file.entries} entries have the lastmod ${stamp}, the time of the request`;
      this.report("sitemap_lastmod_uniform", file.url, { count: most, samples: [] }, detail);
    }
    if (file.kind === "urlset" && state.withoutLastmod > file.entries / 2) {
      const detail = `${state.withoutLastmod} of ${file.entries} entries have no lastmod`;
      this.report("sitemap_lastmod_missing", file.url, { count: state.withoutLastmod, samples: [] }, detail);
    }
  }

  /** What is wrong with a file as a whole. The usual places, where nothing is promised, may be empty. */
  private fileFaults(file: SitemapFile): void {
    const one = { count: 1, samples: [file.url] };
    const say = (id: SitemapIssueId, detail: string, counted = one) => this.report(id, file.url, counted, detail);
    const promised = this.context.certain || file.depth > 0;
    if (file.foreign) return say("sitemap_cross_host", "the sitemap itself is on another host, or redirects there");
    if (file.end === "timeout" && (promised || file.status === 200))
      return say("sitemap_unreachable", "it did not answer to its end in time");
    if (file.status !== 200) {
      if (promised) say("sitemap_unreachable", file.status === 0 ? "it did not answer" : `it answered ${file.status}`);
      return;
    }
    if (file.kind === "html") return say("sitemap_is_html", "the body is an HTML document");
    if (file.end === "gzip_broken") return say("sitemap_gzip_broken", "the gzip data is damaged or cut short");
    this.xmlFaults(file, say);
    if (file.kind === "index" && file.depth > 0)
      say("sitemap_index_nested", `an index lists this index of ${file.entries} files; they were not read`);
    if (file.kind === "index" && file.entries > SITEMAP_MAX_URLS)
      say("sitemap_index_too_many", `it lists ${file.entries} sitemaps`);
    if (file.kind !== "index" && file.entries > SITEMAP_MAX_URLS)
      say("sitemap_too_many_urls", `it lists ${file.entries} URLs`, { count: file.entries, samples: [] });
    if (file.end === "too_large") say("sitemap_too_large", "it is larger than 52,428,800 bytes; the rest was not read");
    if (isReadable(file) && file.entries === 0 && file.end === "complete") say("sitemap_empty", "it lists no URL");
    if (file.contentType !== null && !XML_TYPE.test(file.contentType))
      say("sitemap_wrong_content_type", `its Content-Type is ${file.contentType.slice(0, 100)}`);
  }

  private xmlFaults(file: SitemapFile, say: (id: SitemapIssueId, detail: string) => void): void {
    const has = (fault: SitemapFile["faults"][number]) => file.faults.includes(fault);
    if (file.end === "refused") say("sitemap_invalid_xml", "it declares a document type, or is no sitemap at all");
    else if (file.kind === "unknown") say("sitemap_invalid_xml", "its root element is neither urlset nor sitemapindex");
    else if (has("not_well_formed") || file.end === "broken")
      say("sitemap_invalid_xml", "it is not well-formed, or ends too early");
    else if (has("no_namespace")) say("sitemap_invalid_xml", "its root element lacks the sitemaps.org namespace");
    if (has("not_utf8")) say("sitemap_not_utf8", "it holds bytes that are no UTF-8, or declares another encoding");
    else if (has("unescaped_ampersand")) say("sitemap_not_utf8", "it holds an ampersand that is not escaped");
  }

  private report(
    id: SitemapIssueId,
    url: string | null,
    tally: { count: number; samples: readonly string[] },
    detail: string,
  ): void {
    const same = this.found.filter((issue) => issue.id === id);
    const last = same[FILES_PER_ISSUE - 1];
    if (!last) return void this.found.push(sitemapIssue(id, url, tally, detail));
    last.count += tally.count;
    last.sampleUrls.push(...tally.samples.slice(0, MAX_SAMPLES - last.sampleUrls.length));
    last.detail = `${last.detail.replace(/ \(with those of further sitemaps\)$/, "")} (with those of further sitemaps)`;
  }
}
