import type { DomainRow } from "../accounts";
import { visitedPaths, type Window } from "../analytics";
import type { Bindings } from "../env";
import { round1 } from "../lib/numbers/round";
import { canonicalTargets } from "../prerender";
import {
  answersNow,
  isRoutedNow,
  nearestPath,
  statusOfPage,
  WASTE_REASONS,
  wasteReason,
  type OwnAnswers,
  type WasteReason,
} from "./core/waste";
import { auditedPages } from "./sources/audited-pages";

/** Paths listed per reason, most visited first. */
const SHOWN_PATHS = 20;

interface WastedPath {
  path: string;
  visits: number;
  /** Where a redirect should lead. Only for `not_found`; null if no page is close. */
  suggestedRedirect?: string | null;
  /** The latest audit got the page, after the visits did not. */
  answersNow?: true;
  /** The service answers it as the owner wants: with a redirect to its canonical page, or with 410. */
  routed?: true;
}

type Env = Pick<Bindings, "DB" | "ARCHIVE" | "DOMAIN_AUDIT" | "DOMAIN_VISITS" | "SNAPSHOT_INDEX">;
type Site = Pick<
  DomainRow,
  "id" | "domain" | "ignoredParameters" | "renderRules" | "crawlRouter" | "canonicalRedirects"
>;

const MAX_CACHED = 20_000;

/** What the service answers instead of pages. */
async function ownAnswers(env: Env, site: Site, now: number): Promise<OwnAnswers> {
  const { switches, gone, keep } = site.crawlRouter ?? { switches: [], gone: [], keep: [] };
  const isOn = (wanted: "redirect" | "gone") => switches.some(({ action }) => action === wanted);
  const redirected = new Set<string>();
  if (site.canonicalRedirects || isOn("redirect"))
    for (const path of (await canonicalTargets(env, site, { limit: MAX_CACHED, now })).keys()) redirected.add(path);
  if (!site.canonicalRedirects) for (const path of keep) redirected.delete(path);
  return { redirected, gone: new Set(isOn("gone") ? gone : []) };
}

/** Wasted crawler visits in a window by reason, from visits and the latest finished audit. `paths`: those visited, if they are known. */
export async function crawlWaste(
  env: Env,
  domain: Site,
  window: Window,
  { now, paths }: { now: number; paths?: Awaited<ReturnType<typeof visitedPaths>> },
) {
  const [visited, audit, own] = await Promise.all([
    paths ?? visitedPaths(env, domain.id, window),
    auditedPages(env, domain.id),
    ownAnswers(env, domain, now),
  ]);
  const byReason = new Map<WasteReason, WastedPath[]>();
  let total = 0;
  for (const { path, count, status, statusAt = 0 } of visited) {
    total += count;
    const reason = wasteReason(path, statusOfPage(path, status, own), audit.pages);
    if (!reason) continue;
    const isThere = answersNow(reason, audit.pages.get(path), statusAt, audit.run?.startedAt ?? 0);
    const routed = isRoutedNow(reason, path, own);
    const row: WastedPath = {
      path,
      visits: count,
      ...(isThere && { answersNow: true }),
      ...(routed && { routed: true }),
    };
    const rows = byReason.get(reason);
    if (rows) rows.push(row);
    else byReason.set(reason, [row]);
  }
  const redirectable = [...audit.pages].filter(([, page]) => page.indexable).map(([path]) => path);
  const share = (visits: number) => (total === 0 ? 0 : round1((visits / total) * 100));
  const reasons = WASTE_REASONS.map((reason) => {
    const wastedOn = byReason.get(reason) ?? [];
    const visits = wastedOn.reduce((sum, each) => sum + each.visits, 0);
    const top = wastedOn.slice(0, SHOWN_PATHS);
    if (reason === "not_found")
      for (const each of top) each.suggestedRedirect = each.answersNow ? null : nearestPath(each.path, redirectable);
    return { reason, visits, percentage: share(visits), paths: wastedOn.length, top };
  });
  const wasted = reasons.reduce((sum, each) => sum + each.visits, 0);
  return { totalVisits: total, wastedVisits: wasted, wastedPercentage: share(wasted), latestRun: audit.run, reasons };
}
