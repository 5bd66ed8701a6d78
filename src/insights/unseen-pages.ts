import { distance } from "fastest-levenshtein";
import type * as z from "zod";
import type { DomainRow } from "../accounts";
import { CRAWLER_AGENTS, pageReads, READ_PAGES, type Window } from "../analytics";
import { changedContents } from "../audit";
import type { Bindings } from "../env";
import { schemaError } from "../errors/api-error";
import { round1 } from "../lib/numbers/round";
import { dayNumber, dayText } from "../lib/time/time";
import { datedPages } from "../prerender";
import { citationsByPath, citationsOfPages } from "./sources/cited-pages";
import { unseenByCrawler, weigher, type ContentChange, type KnownPage } from "./core/unseen";
import type { UnseenResponse } from "./schemas";

type Env = Pick<Bindings, "DB" | "ARCHIVE" | "DOMAIN_AUDIT" | "DOMAIN_VISITS" | "DOMAIN_ANSWERS" | "SNAPSHOT_INDEX">;
type Report = Omit<z.infer<typeof UnseenResponse>, "domain" | "window">;

/** Pages that are looked at: cached ones in order of path, then those that only an audit knows. */
const MAX_PAGES = 20_000;
const MAX_CRAWLERS = 50;

interface DatedPage {
  path: string;
  /** The last instant of the change, epoch ms; 0: none is known. */
  at: number;
  change: ContentChange | null;
}

/** The pages that verified crawlers have not seen as they are, and when they saw the others. */
export const unseenPages = async (...asked: Parameters<typeof readUnseen>): Promise<Report> =>
  (await readUnseen(...asked)).report;

/** The same, with all pages of which a change is known. */
export async function readUnseen(
  env: Env,
  { id, domain }: Pick<DomainRow, "id" | "domain">,
  window: Window,
  { limit, now, crawler }: { limit: number; now: number; crawler?: string | undefined },
): Promise<{ report: Report; changed: Set<string> }> {
  const wanted = crawler === undefined ? null : knownCrawler(crawler);
  const [cited, dated] = await Promise.all([citationsOfPages(env, { id, domain }, window), knownPages(env, id, now)]);
  const citations = citationsByPath(cited);
  const pages: KnownPage[] = [];
  let crawlers: Awaited<ReturnType<typeof pageReads>>["crawlers"] = [];
  let isFull = false;
  for (let from = 0; from < dated.pages.length; from += READ_PAGES) {
    const part = dated.pages.slice(from, from + READ_PAGES);
    const found = await pageReads(env, id, part, window);
    ({ crawlers, isFull } = found);
    for (const [i, { path, change }] of part.entries())
      pages.push({ path, change, ...found.pages[i]!, citations: citations.get(path) ?? 0 });
  }
  const weigh = weigher(pages);
  const names = new Map(crawlers.map((crawler) => [crawler.no, crawler]));
  const all = unseenByCrawler(pages, { limit, isFull });
  const rows = wanted === null ? all : all.filter((row) => names.get(row.crawler)?.token === wanted);
  const shown = rows.toSorted((a, b) => b.read - a.read || a.crawler - b.crawler).slice(0, MAX_CRAWLERS);
  const changed = new Set(pages.flatMap(({ path, change }) => (change === null ? [] : [path])));
  const report: Report = {
    pages: pages.length,
    allPages: dated.isAll,
    changedPages: changed.size,
    asked: wanted === null ? null : { crawler: wanted, hasVisited: rows.length > 0 },
    crawlers: shown.map(({ crawler, pages: unseen, fetched, ...counts }) => {
      const { token, provider, kind } = names.get(crawler)!;
      return {
        crawler: token,
        provider,
        kind,
        read: counts.read,
        changed: counts.changed,
        never: counts.never,
        unsure: counts.unsure,
        medianDays: counts.medianDays,
        pages: unseen.map(({ page, reason, last }) => ({
          path: page.path,
          reason,
          visits: page.visits,
          citations: page.citations,
          weight: round1(weigh(page)),
          lastVisit: last === null ? null : dayText(last),
          change: presentChange(page.change),
        })),
        fetched: fetched.map(({ page, day }) => ({
          path: page.path,
          date: dayText(day),
          change: presentChange(page.change)!,
        })),
      };
    }),
  };
  return { report, changed };
}

const LISTED_NAMES = 8;

/** A crawler's name as the catalogue has it. @throws ApiError `invalid_request` with known names, the most alike first. */
function knownCrawler(name: string): string {
  const wanted = name.toLowerCase();
  const found = CRAWLER_AGENTS.find(({ token }) => token.toLowerCase() === wanted);
  if (found) return found.token;
  const alike = CRAWLER_AGENTS.map(({ token }) => ({ token, far: distance(token.toLowerCase(), wanted) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, LISTED_NAMES)
    .map(({ token }) => token);
  throw schemaError([{ path: "crawler", message: `no crawler is known by this name; known are ${alike.join(", ")}` }]);
}

const presentChange = (change: ContentChange | null) =>
  change && { from: dayText(change.from), to: dayText(change.to), at: change.at, source: change.source };

/** The site's pages with their last known change. The cache knows its time, audits between which of them it was. */
async function knownPages(env: Env, domainId: string, now: number): Promise<{ pages: DatedPage[]; isAll: boolean }> {
  const pages = new Map<string, DatedPage>();
  let isAll = true;
  for await (const part of datedPages(env, domainId, now)) {
    for (const [path, at] of part.slice(0, MAX_PAGES - pages.size)) pages.set(path, { path, at, change: changeAt(at) });
    isAll = pages.size < MAX_PAGES;
    if (!isAll) return { pages: [...pages.values()], isAll };
  }
  const audited = await changedContents(env, domainId);
  if (!audited) return { pages: [...pages.values()], isAll };
  const { from, to, paths, seen } = audited;
  const changed = new Set(paths);
  const change: ContentChange = { from: dayNumber(from), to: dayNumber(to), at: null, source: "audit" };
  for (const path of seen) {
    if (pages.has(path)) continue;
    if (pages.size >= MAX_PAGES) return { pages: [...pages.values()], isAll: false };
    pages.set(path, changed.has(path) ? { path, at: to, change } : { path, at: 0, change: null });
  }
  return { pages: [...pages.values()], isAll };
}

const changeAt = (at: number): ContentChange | null =>
  at === 0 ? null : { from: dayNumber(at), to: dayNumber(at), at, source: "snapshot" };
