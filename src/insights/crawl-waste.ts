import type { DomainRow } from "../accounts";
import { visitedPaths, type Window } from "../analytics";
import type { Bindings } from "../env";
import { round1 } from "../lib/numbers/round";
import { answersNow, nearestPath, WASTE_REASONS, wasteReason, type WasteReason } from "./core/waste";
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
}

/** Wasted crawler visits in a window by reason, from visits and the latest finished audit. `paths`: those visited, if they are known. */
export async function crawlWaste(
  env: Pick<Bindings, "DB" | "ARCHIVE" | "DOMAIN_AUDIT" | "DOMAIN_VISITS">,
  domain: Pick<DomainRow, "id">,
  window: Window,
  paths?: Awaited<ReturnType<typeof visitedPaths>>,
) {
  const [visited, audit] = await Promise.all([
    paths ?? visitedPaths(env, domain.id, window),
    auditedPages(env, domain.id),
  ]);
  const byReason = new Map<WasteReason, WastedPath[]>();
  let total = 0;
  for (const { path, count, status, statusAt = 0 } of visited) {
    total += count;
    const reason = wasteReason(path, status, audit.pages);
    if (!reason) continue;
    const now = answersNow(reason, audit.pages.get(path), statusAt, audit.run?.startedAt ?? 0);
    const row: WastedPath = { path, visits: count, ...(now && { answersNow: true }) };
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
