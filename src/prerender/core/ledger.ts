import { createHash } from "node:crypto";

/** What the cache had for crawlers of one page, from a render on: hashes of it, and of what a browser showed people then. */
export interface LedgerEntry {
  path: string;
  screen: "desktop" | "mobile";
  status: number;
  /** When the first render of the day with this result began, and the last one, epoch ms; and how many there were. */
  at: number;
  last: number;
  renders: number;
  /** SHA-256 of the HTML, its first 32 digits: the entity tag that crawlers got with it. */
  body: string;
  /** The same of the text in it, and of the text that the browser showed. Empty: not known. */
  text: string;
  shown: string;
  /** Percent of the words in the HTML that the browser showed, and of the words shown that are in the HTML; null: not compared. */
  alike: readonly [number, number] | null;
}

/** Verified visits of a crawler to a page, as they were counted when the day was closed. */
export type LedgerVisits = readonly [path: string, crawler: string, visits: number];

export interface LedgerDay {
  /** `yyyy-mm-dd`, UTC. */
  day: string;
  /** The root of the day before in the ledger; empty: it is the first. */
  previous: string;
  entries: readonly LedgerEntry[];
  visits: readonly LedgerVisits[];
  /** Entries and visits beyond the bounds, which only this number counts. */
  left: number;
}

export interface LedgerSignature {
  /** Thumbprint of the key. */
  key: string;
  /** Ed25519, base64url. */
  value: string;
}

export const LEDGER_FORM = "crawlready-ledger/1";

/** The hash of everything that is known of a day, and of all days before it. */
export function rootOf(domain: string, { day, previous, entries, visits, left }: LedgerDay): string {
  const rows = entries.map(({ path, screen, status, at, last, renders, body, text, shown, alike }) => [
    path,
    screen,
    status,
    at,
    last,
    renders,
    body,
    text,
    shown,
    alike,
  ]);
  const text = JSON.stringify([LEDGER_FORM, domain, day, previous, rows, visits, left]);
  return createHash("sha256").update(text).digest("hex");
}

/** What the signature of a day covers: also the order of the days, so that old entries can go. */
export const signedDay = (domain: string, day: string, previous: string, root: string): string =>
  [LEDGER_FORM, "day", domain, day, previous, root].join("\n");

/** What the signature at the end of an export covers: without it, days could be cut off. */
export const signedEnd = (domain: string, days: number, root: string, exportedAt: number): string =>
  [LEDGER_FORM, "end", domain, days, root, exportedAt].join("\n");
