import { hash53 } from "../../../lib/crypto/hash";
import { HashTable } from "../../../lib/numbers/hash-table";
import { MINUTE_MS } from "../../../lib/time/time";
import { lastmodInstant, type SitemapEntry } from "../../../web";
import type { EntryFacts, LastmodCounts } from "./define-sitemap";

const MAX_LOC_LENGTH = 2_048;
/** URLs remembered over all files of a run to find repeated ones; about 12 MB. */
const MAX_REMEMBERED = 500_000;
/** A lastmod this close to the request was probably made up when the server answered it. */
const NEAR_REQUEST_MS = 5 * MINUTE_MS;
const MAX_STAMPS = 1_000;

/** Remembers which file of a run listed a URL last. */
export class ListedUrls {
  private readonly seen = new HashTable();

  /** Where the URL occurred before. `file`: number of the file that lists it now. */
  add(url: URL, file: number): EntryFacts["listed"] {
    const hash = hash53(url.href);
    const before = this.seen.get(hash);
    if (before >= 0 || this.seen.size < MAX_REMEMBERED) this.seen.set(hash, file);
    if (before < 0) return "nowhere";
    return before === file ? "in_this_file" : "in_earlier_file";
  }
}

/** Counts the lastmod values of one file as its entries arrive. */
export class LastmodCounter implements LastmodCounts {
  missing = 0;
  readonly stamps = new Map<string, number>();

  constructor(private readonly now: number) {}

  /** Returns the first moment that an entry's lastmod can mean, or null. */
  add(lastmod: string | null): number | null {
    if (lastmod === null) {
      this.missing++;
      return null;
    }
    const end = lastmodInstant(lastmod);
    if (end === null) return null;
    // lastmodInstant takes a date without a time as its last moment.
    if (!lastmod.includes("T")) return Date.parse(lastmod);
    if (Math.abs(end - this.now) <= NEAR_REQUEST_MS) {
      const count = this.stamps.get(lastmod) ?? 0;
      if (count > 0 || this.stamps.size < MAX_STAMPS) this.stamps.set(lastmod, count + 1);
    }
    return end;
  }
}

function usableUrl(loc: string): URL | null {
  if (loc.length > MAX_LOC_LENGTH || loc.endsWith("#")) return null;
  const url = URL.parse(loc);
  return url && /^https?:$/.test(url.protocol) && url.hash === "" ? url : null;
}

/** What the checks need to know about an entry. Only URLs on the audited host are remembered. */
export function entryFacts(
  { loc, lastmod }: SitemapEntry,
  host: string,
  file: { number: number; scope: string | null; lastmods: LastmodCounter },
  urls: ListedUrls,
): EntryFacts {
  const url = usableUrl(loc);
  const own = url !== null && url.host === host;
  const listed = own ? urls.add(url, file.number) : "nowhere";
  return { loc, lastmod, url, own, scope: file.scope, listed, changed: file.lastmods.add(lastmod) };
}
