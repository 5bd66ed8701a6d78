import { dayText } from "../../lib/time/time";
import type { DomainRow } from "../../accounts";
import { providerCounts } from "./bots";
import type { ProviderCount, PurposeCount } from "../schemas";
import { VERDICTS } from "../core/verdict";
import type { Window } from "../core/window";
import { visitsOf, type VisitsEnv } from "../count/visits-of";

export interface DailyEntry {
  date: string;
  total: number;
  providers: ProviderCount[];
  /** Visits whose user agent names a crawler that they did not come from. Not included in `total`. */
  spoofed: number;
  /** Only if requested. */
  purposes?: PurposeCount[];
}

/** One entry per UTC day of the window, oldest first. Days without visits have 0. */
export async function botsDaily(
  env: VisitsEnv,
  domain: DomainRow,
  window: Window,
  withPurposes: boolean,
): Promise<DailyEntry[]> {
  const rows = Map.groupBy(await visitsOf(env, domain.id).daily(window), (row) => row.day);
  return Array.from({ length: window.days }, (_, index) => {
    const day = window.firstDay + index;
    const byProvider = new Map<string, number>();
    const purposes = new Map<string, PurposeCount>();
    const entry = { date: dayText(day), total: 0, providers: [] as ProviderCount[], spoofed: 0 };
    for (const { provider, kind, verdict, cache, render } of rows.get(day) ?? []) {
      const count = cache + render;
      if (verdict === VERDICTS.spoofed) {
        entry.spoofed += count;
        continue;
      }
      entry.total += count;
      byProvider.set(provider, (byProvider.get(provider) ?? 0) + count);
      const key = `${provider} ${kind}`;
      purposes.set(key, { provider, kind, count: (purposes.get(key)?.count ?? 0) + count });
    }
    const providers = providerCounts(byProvider);
    return { ...entry, providers, ...(withPurposes && { purposes: [...purposes.values()] }) };
  });
}
