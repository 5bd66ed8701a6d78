import type { KeptText } from "./page-text";
import type { ServedText } from "./served-text";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time/time";

/** Index data of a cached response. The body is stored separately under `snap`. */
export interface SnapshotEntry {
  /** Key of the immutable body. Redirects and empty responses have one too. */
  snap: string;
  status: number;
  /** When the render began, epoch ms. The content is at least this fresh. */
  createdAt: number;
  /** Strong validator: SHA-256 of the body, quoted. */
  etag: string;
  /** Uncompressed size of the body. */
  bytes: number;
  renderMs: number;
  words: number;
  /** Headers to send: location, link, x-robots-tag, content-language. */
  headers: Record<string, string>;
  /** KV has a copy of the body. Read with the entry but not written with it. */
  copied?: boolean;
  /**
   * The page's title, description and canonical URL, a hash of what it says, what the ledger says of it, and of a watched page the text. Written with the entry but not read
   * back with it.
   */
  about?: {
    title: string;
    description: string;
    canonical?: string;
    content?: string;
    text?: KeptText;
    served?: ServedText;
  };
}

/** TTL of redirects and missing pages, which differs from that of pages. */
const ERROR_TTL_MS = HOUR_MS;
/** A page older than this is rendered again before it is served. */
const MAX_STALE_MS = 30 * DAY_MS;
/** Minimum interval between refresh requests for a stale page. */
export const REFRESH_PAUSE_MS = MINUTE_MS;

/** Statuses that may be cached. Other responses are served once. */
export const CACHEABLE_STATUSES: ReadonlySet<number> = new Set([200, 301, 302, 307, 308, 404, 410]);

export const FRESHNESS = ["fresh", "stale", "expired"] as const;
export type Freshness = (typeof FRESHNESS)[number];

/** Whether an entry may be served: `fresh` yes, `stale` while it is refreshed, `expired` no. */
export function freshnessOf(
  entry: Pick<SnapshotEntry, "status" | "createdAt">,
  ttlHours: number,
  now: number,
): Freshness {
  const age = now - entry.createdAt;
  if (entry.status !== 200) return age < ERROR_TTL_MS ? "fresh" : "expired";
  if (age < ttlHours * HOUR_MS) return "fresh";
  return age < MAX_STALE_MS ? "stale" : "expired";
}

/** Until when an entry is fresh, epoch ms. */
export function freshUntil(
  { status, createdAt }: Pick<SnapshotEntry, "status" | "createdAt">,
  ttlHours: number,
): number {
  return createdAt + (status === 200 ? ttlHours * HOUR_MS : ERROR_TTL_MS);
}

/** Whether to request a refresh of a stale page. `askedAt`: when the last one was requested, epoch ms; 0: never. */
export function isRefreshDue(askedAt: number, now: number): boolean {
  return askedAt + REFRESH_PAUSE_MS <= now;
}

/** When the index may delete an entry, epoch ms. */
export function expiryOf(entry: Pick<SnapshotEntry, "status" | "createdAt">): number {
  return entry.createdAt + (entry.status === 200 ? MAX_STALE_MS : ERROR_TTL_MS);
}
