import { hash53 } from "../../lib/crypto/hash";
import { HashTable } from "../../lib/numbers/hash-table";
import type { AuditedPage } from "../model/page/page";
import { forEachTarget } from "../model/page/targets";
import type { Mode } from "../model/run/run-state";
import { isInScope, withoutIgnored, type RunScope } from "../model/run/scope";
import type { FoundUrl } from "../model/run/calls";
import { inBatches } from "./batches";

/** The memory is cleared at this many URLs: the frontier drops duplicates anyway. */
const MAX_REMEMBERED = 200_000;

/**
 * Collects the URLs that pages refer to, each once at its lowest depth, so that a link on every page is reported to the
 * frontier once.
 */
export class FoundUrls {
  /** Lowest depth per URL, by its hash: of those that are pages of the result, and of others. */
  private readonly seen = { listed: new HashTable(), other: new HashTable() };
  private pending: FoundUrl[] = [];

  constructor(
    private readonly mode: Mode,
    private readonly host: string,
    private readonly scope?: RunScope,
  ) {}

  /**
   * Adds a page's links in follow mode, and in every mode the targets of redirects, canonicals and hreflang links. A
   * page fetched only for its status (`listed` 0) adds only its redirect target: it may belong to a duplicate of the
   * whole site, such as its http version.
   */
  collect(page: AuditedPage, listed: number): void {
    const followed = this.mode === "follow" && listed === 1 ? 1 : 0;
    if (page.redirectUrl !== null) this.add(page.redirectUrl, page.depth, followed);
    if (listed === 0) return;
    if (page.canonical !== null && page.canonical !== page.url) this.add(page.canonical, page.depth, 0);
    for (const { url } of page.alternates) if (url !== null && url !== page.url) this.add(url, page.depth, 0);
    if (followed === 0 || page.facts === null || page.parsedUrl.host !== this.host) return;
    forEachTarget(page, ({ kind, url, hash }) => {
      if (kind === "internal" && url !== null) this.add(url, page.depth + 1, 1, hash, true);
    });
  }

  /** Adds a URL if it is on the run's host. `isOwn`: the caller knows that it is. */
  private add(url: string, depth: number, listed: number, hash = hash53(url), isOwn = false): void {
    if (this.scope) {
      const own = withoutIgnored(url, this.scope);
      if (!isInScope(own, depth, this.scope)) return;
      if (own !== url) [url, hash] = [own, hash53(own)];
    }
    const seen = listed === 1 ? this.seen.listed : this.seen.other;
    const before = seen.get(hash);
    if ((before >= 0 && before <= depth) || !(isOwn || URL.parse(url)?.host === this.host)) return;
    if (seen.size >= MAX_REMEMBERED) seen.clear();
    seen.set(hash, depth);
    this.pending.push({ url, depth, listed });
  }

  /** Returns the URLs collected since the last call, in batches for one report each. */
  take(): FoundUrl[][] {
    const batches = inBatches(this.pending);
    this.pending = [];
    return batches;
  }
}
