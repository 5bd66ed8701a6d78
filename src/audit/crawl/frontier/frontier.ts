import { hash53 } from "../../../lib/crypto/hash";
import type { FoundUrl, FrontierUrl, SitemapUrl } from "../../model/run/calls";
import type { TemplateVerdict } from "../../model/page/rendering-policy";
import type { PatternCount } from "../../model/run/sampling";
import { NotedSampler } from "./noted-sampler";
import { RunLog } from "./run-log";
import { packChanges, unpackChanges } from "./url-changes";
import { MAX_URLS, mergedEntry, UrlList, UrlState, type UrlEntry } from "./url-list";

/** Seeds per row. A seed has 2,048 characters at most. */
const SEEDS_AT_ONCE = 400;
/** A note that the run continues another one: what was noted before is of that run's sampling. */
const CONTINUED = "continued";

/** A run's frontier in memory. */
interface Loaded {
  log: RunLog;
  list: UrlList;
  sampler: NotedSampler;
}

/**
 * The URLs of the active run, in breadth-first order. `seq` is the order of discovery. Their order and states are in memory;
 * each call that changes them adds a row with the changes, from which an object that starts again reads them.
 */
export class Frontier {
  private loaded: Loaded | undefined;

  /** `activeRun`: the id of the run whose frontier this is. */
  constructor(
    private readonly sql: SqlStorage,
    private readonly activeRun: () => string,
  ) {}

  /** Drops what is in memory. Call it after a rollback, and when logs were dropped. */
  forget(): void {
    this.loaded = undefined;
  }

  /**
   * Begins the active run with its seeds. `continues`: it has the log of a run that it continues. `sampling`: later URLs may be left
   * out by pattern. `again`: seeds that were fetched already are due once more.
   */
  begin(continues: boolean, seeds: readonly string[], sampling: boolean, again = !continues): void {
    this.forget();
    const loaded = this.open();
    if (continues) {
      loaded.list.forgetPatterns();
      loaded.sampler = new NotedSampler();
      this.save([CONTINUED]);
    }
    for (let at = 0; at < seeds.length; at += SEEDS_AT_ONCE) {
      for (const url of seeds.slice(at, at + SEEDS_AT_ONCE)) {
        const pattern = sampling ? loaded.sampler.choose(url, true).patternId : null;
        this.put(url, { depth: 0, listed: 1, inSitemap: 0, state: UrlState.Pending, pattern }, again);
      }
      this.save();
    }
  }

  /** Adds new URLs. A URL known only from a sitemap, or fetched as a probe, becomes due when a page links to it. */
  add(found: readonly FoundUrl[], sampling: boolean): void {
    for (const { url, depth, listed } of found)
      this.put(url, { depth, listed, inSitemap: 0, ...this.draw(sampling && listed === 1, url, false) });
  }

  /** Adds URLs listed in a sitemap. */
  addFromSitemap(entries: readonly SitemapUrl[], sampling: boolean): void {
    for (const { url, crawl, always } of entries) {
      const place = crawl ? this.draw(sampling, url, always) : { state: UrlState.Known, pattern: null };
      this.put(url, { depth: 1, listed: crawl ? 1 : 0, inSitemap: 1, ...place });
    }
  }

  /** What sampling decides about a URL that is new or known only from a sitemap. */
  private draw(sampled: boolean, url: string, always: boolean): Pick<UrlEntry, "state" | "pattern"> {
    const { list, sampler } = this.open();
    const seq = sampled ? list.seqOf(hash53(url)) : 0;
    const isNew = seq === 0 ? list.size < MAX_URLS : list.get(seq).state === UrlState.Known;
    if (!sampled || !isNew) return { state: UrlState.Pending, pattern: null };
    const { keep, patternId } = sampler.choose(url, always);
    return { state: keep ? UrlState.Pending : UrlState.Skipped, pattern: patternId };
  }

  /** Adds a URL. A known one gets the lower depth and the stronger reason to fetch it; `due`: in any case. */
  private put(url: string, found: UrlEntry, due = false): void {
    const { list, log } = this.open();
    const hash = hash53(url);
    let seq = list.seqOf(hash);
    if (seq > 0) {
      const now = mergedEntry(list.get(seq), found);
      if (due) list.set(seq, { ...(now ?? list.get(seq)), depth: 0, listed: 1, state: UrlState.Pending });
      else if (now) list.set(seq, now);
    } else if (list.size < MAX_URLS) {
      seq = list.append(hash);
      log.add(url);
      list.set(seq, found);
    }
  }

  /** Hands out up to `limit` due URLs: see UrlList.next. */
  lease(limit: number): FrontierUrl[] {
    if (limit <= 0) return [];
    const { list, log, sampler } = this.open();
    const seqs = list.next(limit);
    const texts = log.textsOf(seqs);
    return seqs.map((seq, i) => {
      const entry = list.get(seq);
      list.set(seq, { ...entry, state: UrlState.Leased });
      const { depth, listed, inSitemap, pattern } = entry;
      const url = texts[i]!;
      return Object.assign(sampler.templateOf(url), { seq, url, depth, listed, inSitemap, pattern });
    });
  }

  /**
   * Marks leased URLs as done. A probe that has become a page in the meantime is due again, as a page. Returns the
   * `seq` of the URLs that were not done before.
   */
  complete(done: ReadonlyArray<{ seq: number; listed: number }>): Set<number> {
    const { list } = this.open();
    const fresh = new Set<number>();
    for (const { seq, listed } of done) {
      if (seq < 1 || seq > list.size) continue;
      const entry = list.get(seq);
      if (entry.state !== UrlState.Leased) continue;
      list.set(seq, { ...entry, state: entry.listed > listed ? UrlState.Pending : UrlState.Done });
      fresh.add(seq);
    }
    return fresh;
  }

  /** Makes the URLs leased to a job due again. */
  release(): void {
    const { list } = this.open();
    for (const seq of list.leased()) list.set(seq, { ...list.get(seq), state: UrlState.Pending });
    this.save();
  }

  /** Adds paths that sampling never leaves out. */
  keepAlways(paths: readonly string[]): void {
    this.open().sampler.keepAlways(paths);
    this.save();
  }

  /** Keeps what rendering the sample of a template, perhaps of a look, showed. The first verdict counts. */
  judgeTemplate(template: string, verdict: TemplateVerdict, look: number | null): void {
    this.open().sampler.judge(template, verdict, look);
    this.save();
  }

  /** What samples showed, by what their pages look like to scripts. */
  looks(): Array<[look: number, verdict: TemplateVerdict]> {
    return this.open().sampler.looks;
  }

  /** Patterns of which sampling left out URLs. */
  cutPatterns(): PatternCount[] {
    return this.open().sampler.cutPatterns();
  }

  get hasPending(): boolean {
    return this.pending > 0;
  }

  /** Number of pending URLs. */
  get pending(): number {
    return this.open().list.pending;
  }

  /** Number of known URLs: the highest `seq`. */
  get discovered(): number {
    return this.open().list.size;
  }

  /** URLs listed in a sitemap, after `afterSeq`, in order. */
  sitemapUrls(afterSeq: number, limit: number): Array<{ seq: number; url: string }> {
    const { list, log } = this.open();
    const seqs = list.inSitemap(afterSeq, limit);
    const texts = log.textsOf(seqs);
    return seqs.map((seq, i) => ({ seq, url: texts[i]! }));
  }

  /** Stores what has changed, usually as one row. Call it before the transaction ends. */
  save(notes: readonly string[] = []): void {
    const { list, sampler, log } = this.open();
    const changes = list.takeChanged().map((seq) => Object.assign(list.get(seq), { seq }));
    log.save(packChanges(changes), [...notes, ...sampler.takeNotes()]);
  }

  private open(): Loaded {
    const runId = this.activeRun();
    if (this.loaded?.log.runId !== runId) this.loaded = this.read(runId);
    return this.loaded;
  }

  private read(runId: string): Loaded {
    const list = new UrlList();
    let notes: string[] = [];
    const log = new RunLog(this.sql, "urls", runId, (urls, changes, noted) => {
      for (const url of urls) list.append(hash53(url));
      if (noted[0] === CONTINUED) {
        list.forgetPatterns();
        notes = [];
      } else notes.push(...noted);
      for (const { seq, ...entry } of unpackChanges(changes)) list.set(seq, entry);
    });
    list.takeChanged();
    return { log, list, sampler: new NotedSampler(notes) };
  }
}
