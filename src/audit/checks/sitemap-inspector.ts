import type { SitemapEntry, SitemapFile } from "../../web";
import type { SitemapIssue } from "../model/site/sitemap-report";
import type { FileFinding, FileStage, SitemapCheck, SitemapContext, ReadSitemaps } from "./shared/define-sitemap";
import { entryFacts, LastmodCounter, ListedUrls } from "./shared/sitemap-entries";
import { MAX_SAMPLES, sitemapIssue, SitemapTallies, type Tally } from "./shared/sitemap-tallies";
import { SITEMAP_CHECKS } from "./stages";

/** Files that an issue lists one by one; the last one also counts all further files. */
const FILES_PER_ISSUE = 10;
const ENTRY_CHECKS = SITEMAP_CHECKS.filter((check) => check.entry);
const FURTHER = " (including further sitemaps)";

/** Streamed state of the file that is being read. */
class FileState {
  readonly tallies = new SitemapTallies();

  constructor(
    readonly url: string,
    readonly number: number,
    readonly scope: string | null,
    readonly lastmods: LastmodCounter,
  ) {}
}

function folderOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? "/";
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function reaches(stage: FileStage, file: SitemapFile): boolean {
  if (stage === "any") return true;
  if (file.foreign || file.end === "timeout" || file.status !== 200) return false;
  return stage === "body" || (file.kind !== "html" && file.end !== "gzip_broken");
}

/** Watches a run's sitemaps while they are read and runs each check. Memory does not grow with the size of a file. */
export class SitemapInspector {
  private readonly found: SitemapIssue[] = [];
  private readonly urls = new ListedUrls();
  private state: FileState | null = null;
  private fileNumber = 0;
  private inRobotsIndex = false;

  constructor(private readonly site: SitemapContext) {}

  entries(entries: readonly SitemapEntry[], file: SitemapFile): void {
    const state = this.stateOf(file);
    for (const entry of entries) {
      const facts = entryFacts(entry, this.site.host, state, this.urls);
      for (const check of ENTRY_CHECKS) {
        const sample = check.entry!.test(facts, this.site);
        if (sample !== null) state.tallies.add(check, sample);
      }
    }
  }

  /** Call when a file has ended. */
  file(file: SitemapFile): void {
    const state = this.stateOf(file);
    if (file.depth === 0) this.inRobotsIndex = this.site.inRobots.has(file.url);
    for (const check of SITEMAP_CHECKS)
      if (check.file && reaches(check.file.on, file)) this.add(check, file, check.file.test(file, this.site));
    for (const [check, tally] of state.tallies)
      this.report(check, file.url, tally, `${tally.count} of ${file.entries} ${check.entry!.detail}`);
    if (file.kind !== "index")
      for (const check of SITEMAP_CHECKS) this.add(check, file, check.lastmods?.(file, state.lastmods) ?? null);
    this.state = null;
    this.fileNumber++;
  }

  /** Call when all files are read. */
  finish(reading: ReadSitemaps): SitemapIssue[] {
    for (const check of SITEMAP_CHECKS) {
      const finding = check.run?.(reading, this.site);
      if (finding) this.report(check, finding.sitemapUrl, { count: finding.count, samples: [] }, finding.detail);
    }
    return this.found;
  }

  private stateOf(file: SitemapFile): FileState {
    if (this.state?.url !== file.url) {
      // A file that robots.txt names may list the whole host. So may the files of an index that it names.
      const named = this.site.inRobots.has(file.url) || (file.depth > 0 && this.inRobotsIndex);
      const scope = named ? null : folderOf(file.url);
      this.state = new FileState(file.url, this.fileNumber, scope, new LastmodCounter(this.site.now));
    }
    return this.state;
  }

  private add(check: SitemapCheck, file: SitemapFile, finding: FileFinding | null): void {
    if (!finding) return;
    const { detail, entries } = finding;
    const tally = entries === undefined ? { count: 1, samples: [file.url] } : { count: entries, samples: [] };
    this.report(check, file.url, tally, detail);
  }

  private report(check: SitemapCheck, url: string | null, tally: Tally, detail: string): void {
    const same = this.found.filter((issue) => issue.id === check.id);
    const last = same[FILES_PER_ISSUE - 1];
    if (!last) return void this.found.push(sitemapIssue(check, url, tally, detail));
    last.count += tally.count;
    last.sampleUrls.push(...tally.samples.slice(0, MAX_SAMPLES - last.sampleUrls.length));
    if (!last.detail.endsWith(FURTHER)) last.detail += FURTHER;
  }
}
