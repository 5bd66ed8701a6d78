import { csvParseRows } from "d3-dsv";
import { siblingHost } from "../../lib/hosts/sibling-host";
import { parseUrl } from "../../lib/hosts/url";

/** One page of a table that Search Console exports. */
export interface SearchRow {
  path: string;
  clicks: number;
  impressions: number;
  /** Mean place in results, weighted by impressions; null: the table does not say. */
  position: number | null;
}

export interface SearchTable {
  /** Most clicks first. */
  rows: SearchRow[];
  /** Lines that have no page of the domain, or too many of them. */
  skipped: number;
}

/** Search Console exports 1,000 rows by hand and 50,000 by its API. */
export const MAX_ROWS = 50_000;
const MAX_COUNT = 1e12;
const MAX_LINES = 60_000;
const MAX_LINE_CHARS = 10_000;
const MAX_COLUMNS = 50;

/** Where the columns are if the header is in another language: the order in which Search Console exports them. */
const PLACES = { page: 0, clicks: 1, impressions: 2, position: 4 };
const HEADERS: Record<keyof typeof PLACES, RegExp> = {
  page: /^(?:top pages?|page|url|address)$/,
  clicks: /^clicks$/,
  impressions: /^impressions$/,
  position: /^(?:average )?position$/,
};

function columnsOf(header: readonly string[]): typeof PLACES {
  const names = header.map((name) =>
    name
      .replace(/^\uFEFF/, "")
      .trim()
      .toLowerCase(),
  );
  const places = { ...PLACES };
  for (const column of Object.keys(HEADERS) as Array<keyof typeof PLACES>)
    places[column] = names.findIndex((name) => HEADERS[column].test(name));
  return places.clicks >= 0 && places.impressions >= 0 ? { ...places, page: Math.max(0, places.page) } : PLACES;
}

/** A number as Search Console writes it, with separators of thousands or a decimal comma; null: it is none. */
function numberOf(text: string | undefined): number | null {
  const plain = (text ?? "").replaceAll(/[\s'’]/g, "");
  const whole = /^\d{1,3}(?:[,.]\d{3})+$/.test(plain) ? plain.replaceAll(/[,.]/g, "") : plain.replace(",", ".");
  return /^\d+(?:\.\d+)?$/.test(whole) && Number(whole) <= MAX_COUNT ? Number(whole) : null;
}

/** The cells of each line that has any. Null: it is no table of this size. One line at a time, so no quote takes in the rest. */
function* cellsOf(text: string): Generator<string[] | null> {
  let lines = 0;
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (++lines > MAX_LINES || line.length > MAX_LINE_CHARS) return yield null;
    const hasOpenQuote = line.split('"').length % 2 === 0;
    if (hasOpenQuote) return yield null;
    const cells = csvParseRows(line)[0] ?? [];
    if (cells.length > MAX_COLUMNS) return yield null;
    yield cells;
  }
}

/** Reads the table of pages that Search Console exports as CSV. `pathOf`: a page's path as visits and audits have it. */
export function readSearchTable(
  text: string,
  domain: string,
  pathOf: (path: string) => string | null,
): SearchTable | null {
  const hosts = new Set([domain, siblingHost(domain)]);
  const pages = new Map<string, SearchRow>();
  let columns: typeof PLACES | null = null;
  let skipped = 0;
  for (const cells of cellsOf(text)) {
    if (cells === null) return null;
    if (columns === null) {
      if (cells.length < 3) return null;
      columns = columnsOf(cells);
      continue;
    }
    const [clicks, impressions] = [numberOf(cells[columns.clicks]), numberOf(cells[columns.impressions])];
    const url = clicks === null || impressions === null ? null : parseUrl((cells[columns.page] ?? "").trim());
    const path =
      url && /^https?:$/.test(url.protocol) && hosts.has(url.host) ? pathOf(url.pathname + url.search) : null;
    const known = path === null ? undefined : pages.get(path);
    if (path === null || clicks === null || impressions === null || (!known && pages.size >= MAX_ROWS)) {
      skipped++;
      continue;
    }
    const position = columns.position < 0 ? null : positionOf(cells[columns.position]);
    pages.set(
      path,
      known ? sum(known, { path, clicks, impressions, position }) : { path, clicks, impressions, position },
    );
  }
  if (columns === null) return null;
  const rows = [...pages.values()].sort(
    (a, b) => b.clicks - a.clicks || b.impressions - a.impressions || (a.path < b.path ? -1 : 1),
  );
  return { rows, skipped };
}

/** A position is never in thousands: 1.234 is a place between 1 and 2. */
function positionOf(text: string | undefined): number | null {
  const plain = (text ?? "").trim().replace(",", ".");
  return /^\d{1,6}(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** The same page twice: with http and https, or with www and without. */
function sum(a: SearchRow, b: SearchRow): SearchRow {
  const impressions = a.impressions + b.impressions;
  const weighted = (a.position ?? 0) * a.impressions + (b.position ?? 0) * b.impressions;
  const position =
    a.position === null || b.position === null || impressions === 0
      ? (a.position ?? b.position)
      : weighted / impressions;
  return { path: a.path, clicks: a.clicks + b.clicks, impressions, position };
}
