import type * as z from "zod";
import type { DomainRow } from "../accounts";
import { pageReads, type Window } from "../analytics";
import { changedContents } from "../audit";
import type { Bindings } from "../env";
import { AI_PROVIDERS, type Provider } from "../lib/ai-providers";
import { round2 } from "../lib/numbers/round";
import { DAY_MS, utcDay } from "../lib/time/time";
import { searchesOf } from "../mentions";
import { datedPages, describedPages } from "../prerender";
import { asksSomething, coverSearches, COVERS, longUnread } from "./core/questions";
import type { QuestionsResponse } from "./schemas";

type Env = Pick<Bindings, "DB" | "ARCHIVE" | "DOMAIN_AUDIT" | "DOMAIN_VISITS" | "DOMAIN_ANSWERS" | "SNAPSHOT_INDEX">;
type Report = Omit<z.infer<typeof QuestionsResponse>, "domain" | "window">;

const MAX_SEARCHES = 1_000;
const MAX_PAGES = 5_000;

/** The searches that assistants ran, with what the site has for each, and who read that. */
export const askedQuestions = async (...asked: Parameters<typeof readQuestions>): Promise<Report> =>
  (await readQuestions(...asked)).report;

/** The same, with the pages that speak of a search and that verified crawlers have read. */
export async function readQuestions(
  env: Env,
  domain: Pick<DomainRow, "id" | "domain" | "brandName" | "brandAliases">,
  window: Window,
  { limit, now }: { limit: number; now: number },
): Promise<{ report: Report; readPages: Set<string> }> {
  const days = { from: utcDay(window.from), to: utcDay(window.to - DAY_MS) };
  const [found, pages] = await Promise.all([
    searchesOf(env, domain.id, days, MAX_SEARCHES),
    describedPages(env, domain.id, now, MAX_PAGES),
  ]);
  const searchQueries = found.searchQueries.filter(({ query }) => asksSomething(query));
  const brand = [domain.domain, domain.brandName ?? "", ...(domain.brandAliases ?? [])];
  const covered = coverSearches(searchQueries, pages, brand);
  // Without pages to compare with, nothing is known to be missing.
  const asked = pages.length === 0 ? [] : searchQueries.map((search, i) => Object.assign(search, covered[i]!));
  const count = (state: (typeof COVERS)[number]) => asked.filter(({ covers }) => covers === state).length;
  const runs = new Map<string, number>();
  for (const each of asked)
    if (each.covers === "page" && each.path !== null) runs.set(each.path, (runs.get(each.path) ?? 0) + each.runs);
  const { readers, firsts, isFull } = await readersOf(env, domain.id, [...runs.keys()], window);
  const unread = isFull ? [] : [...runs].filter(([path]) => readers.get(path)?.size === 0);
  const since = unread.length === 0 ? new Map<string, number>() : await knownSince(env, domain.id, firsts, now);
  const waiting = longUnread(unread, since, now);
  const isRead = (path: string, providers: readonly Provider[]) =>
    providers.some((provider) => AI_PROVIDERS[provider].crawlers.some((token) => readers.get(path)?.has(token)));
  const worst = asked.toSorted((a, b) => COVERS.indexOf(a.covers) - COVERS.indexOf(b.covers) || b.runs - a.runs);
  const report: Report = {
    searches: searchQueries.length,
    pages: pages.length,
    none: count("none"),
    partly: count("partly"),
    page: count("page"),
    questions: worst.slice(0, limit).map(({ path, share, ...rest }) => {
      const readByAsker = rest.covers === "page" && path !== null && !isFull ? isRead(path, rest.providers) : null;
      return Object.assign(rest, { path, share: round2(share), readByAsker });
    }),
    unread: waiting
      .slice(0, limit)
      .map(({ path, runs: count, since: at }) => ({ path, runs: count, knownSince: utcDay(at) })),
  };
  const readPages = [...readers].flatMap(([path, tokens]) => (tokens.size > 0 ? [path] : []));
  return { report, readPages: new Set(readPages) };
}

/** Since when each page is known to be there at least, epoch ms: by visits, by the cache, by the audit before the latest. */
async function knownSince(
  env: Env,
  domainId: string,
  firsts: ReadonlyMap<string, number>,
  now: number,
): Promise<Map<string, number>> {
  const since = new Map<string, number>();
  const note = (path: string, at: number) => since.set(path, Math.min(at, since.get(path) ?? at));
  for (const [path, day] of firsts) if (day > 0) note(path, day * DAY_MS);
  const audited = await changedContents(env, domainId);
  for (const path of audited?.seenBefore ?? []) note(path, audited!.from);
  let pages = 0;
  for await (const part of datedPages(env, domainId, now)) {
    for (const [path, changedAt] of part) if (changedAt > 0) note(path, changedAt);
    if ((pages += part.length) >= MAX_PAGES) break;
  }
  return since;
}

/** The verified crawlers that have read each page, by their tokens. */
async function readersOf(env: Env, domainId: string, paths: string[], window: Window) {
  const asked = paths.map((path) => ({ path, at: 0 }));
  const { pages, crawlers, isFull } = await pageReads(env, domainId, asked, window);
  const names = new Map(crawlers.map(({ no, token }) => [no, token]));
  const tokensOf = (i: number) => new Set(pages[i]!.reads.map(({ crawler }) => names.get(crawler)!));
  const firsts = new Map(paths.map((path, i) => [path, pages[i]!.first]));
  return { readers: new Map(paths.map((path, i) => [path, tokensOf(i)])), firsts, isFull };
}
