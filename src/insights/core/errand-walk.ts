import type { AgentView } from "../../lib/text/agent-text";
import { findIn, hasShop, pathWords } from "./errand-find";
import { ERRANDS, leadsTo, type Errand } from "./errand-words";

/** The forms in which agents read pages. */
export const READINGS = ["tree", "html", "markdown"] as const;
export type Reading = (typeof READINGS)[number];

/** unknown: a page on the way could not be read. does_not_apply: the whole way was read, and the site sells nothing of which this could be asked. */
export const ERRAND_STATES = ["passes", "fails", "does_not_apply", "unknown"] as const;

export interface ErrandResult {
  errand: Errand;
  state: (typeof ERRAND_STATES)[number];
  /** The pages that were read, the last one with the answer if it passes. */
  path: string[];
  quote: string;
  /** The first page on the way that could not be read; null: none. Results of before it was kept do not have it. */
  unread?: string | null;
}

/** A result in one form of the pages, and whether this form shows that the site has to answer the errand. */
export interface Walked {
  result: ErrandResult;
  applies: boolean;
}

/** What an agent found in one form of the pages. */
export interface ErrandReading {
  reading: Reading;
  errands: ErrandResult[];
}

/** Pages that an agent reads for one errand. */
export const MAX_PAGES = 6;
const MAX_LEADS = 200;

/** Reads a page of the site by its path; `missing`: there is none; null: it cannot be read. */
export type ReadForAgent = (path: string) => Promise<AgentView | "missing" | null>;

interface Lead {
  path: string;
  /** The pages from which it was reached. */
  from: string[];
  score: number;
}

/** The site's own page that a link leads to. */
function ownPath(href: string, from: string, origin: string): string | null {
  const url = URL.parse(href, origin + from);
  if (!url || url.origin !== origin || url.href.length > 2_000) return null;
  return url.pathname + url.search;
}

/** Where a redirect leads within the site; null: it is none, or leads to itself or out of the site. */
export function redirectedTo(
  status: number,
  location: string | undefined,
  { path, origin }: { path: string; origin: string },
): string | null {
  if (status < 300 || status >= 400 || location === undefined) return null;
  const to = ownPath(location, path, origin);
  return to === path ? null : to;
}

/** A reader of HTML also sees where a link without a name leads. */
const scoreOf = (errand: Errand, { name, href }: { name: string; href: string }, reading: Reading) => {
  const named = leadsTo(errand, name);
  return reading === "tree" || named > 0 ? named : leadsTo(errand, pathWords(href));
};

/** Sends an agent for one errand: it reads the home page, then follows what names its errand best. */
async function run(
  errand: Errand,
  { origin, reading, read }: { origin: string; reading: Reading; read: ReadForAgent },
): Promise<{ result: ErrandResult; isShop: boolean; hasLead: boolean }> {
  const leads: Lead[] = [{ path: "/", from: [], score: 3 }];
  const known = new Set(["/"]);
  const seen: string[] = [];
  let [isShop, hasLead] = [false, false];
  let unread: string | null = null;
  while (leads.length > 0 && seen.length < MAX_PAGES) {
    const best = leads.reduce((a, b) => (b.score > a.score ? b : a));
    leads.splice(leads.indexOf(best), 1);
    seen.push(best.path);
    const page = await read(best.path);
    if (page === null) unread ??= best.path;
    if (page === null || page === "missing") continue;
    isShop ||= hasShop(page);
    const path = [...best.from, best.path];
    const found = findIn(errand, page, best.path);
    if (found) {
      const result = { errand, state: "passes", path, quote: found.quote, unread: null } as const;
      return { result, isShop, hasLead: true };
    }
    for (const link of page.links) {
      const score = scoreOf(errand, link, reading);
      const to = score === 0 || leads.length >= MAX_LEADS ? null : ownPath(link.href, best.path, origin);
      if (to === null || known.has(to)) continue;
      known.add(to);
      hasLead ||= score === 2;
      leads.push({ path: to, from: path, score });
    }
  }
  const state = unread === null ? "fails" : "unknown";
  return { result: { errand, state, path: seen, quote: "", unread }, isShop, hasLead };
}

/**
 * Sends an agent for each errand, in one form of the pages. What a site does not have to answer does not apply, unless its owner wants it
 * (`wanted`): prices if nothing names one and there is no shop, returns without a shop.
 */
export async function runErrands(
  site: { origin: string; reading: Reading; read: ReadForAgent },
  wanted: readonly Errand[] = [],
): Promise<Walked[]> {
  const results = [];
  for (const errand of ERRANDS) results.push(await run(errand, site));
  const isShop = results.some((each) => each.isShop);
  return results.map(({ result, hasLead }) => {
    const { errand, state } = result;
    const isNamed = errand === "contact" || wanted.includes(errand) || isShop || (errand === "price" && hasLead);
    return { result, applies: isNamed || state === "passes" };
  });
}

/**
 * Sends an agent for each errand, in each of these forms of the pages. Whether an errand applies is the site's affair: one that applies in
 * one form of its pages fails in the others without an answer.
 */
export async function sendThroughAll(
  {
    origin,
    readings,
    readerOf,
  }: { origin: string; readings: readonly Reading[]; readerOf: (reading: Reading) => ReadForAgent },
  wanted: readonly Errand[] = [],
): Promise<ErrandReading[]> {
  const walked: Array<{ reading: Reading; errands: Walked[] }> = [];
  for (const reading of readings)
    walked.push({ reading, errands: await runErrands({ origin, reading, read: readerOf(reading) }, wanted) });
  const all = walked.flatMap(({ errands }) => errands);
  const applying = new Set(all.filter(({ applies }) => applies).map(({ result }) => result.errand));
  return walked.map(({ reading, errands }) => ({
    reading,
    errands: errands.map(({ result }) =>
      result.state !== "fails" || applying.has(result.errand)
        ? result
        : Object.assign({}, result, { state: "does_not_apply" as const }),
    ),
  }));
}

/** Errands that passed before and fail now, by their place in the list. */
export function lostErrands(before: readonly ErrandResult[], after: readonly ErrandResult[]): Errand[] {
  const passed = new Set(before.filter(({ state }) => state === "passes").map(({ errand }) => errand));
  return after.filter(({ errand, state }) => state === "fails" && passed.has(errand)).map(({ errand }) => errand);
}
