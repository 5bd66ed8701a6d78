import type { ResponseOf } from "../../../client";

export interface PathVisitsRow {
  path: string;
  total: number;
  cache: number;
  providers: { provider: string; count: number }[];
}

/** The rows of a report by path: the API lists operators and sources apart. The order stays. */
export function mergePaths({ byProvider, byServedBy }: Pick<ResponseOf<"readBots">, "byProvider" | "byServedBy">) {
  const rows = new Map<string, PathVisitsRow>();
  for (const { path, provider, count } of byProvider) {
    const row = rows.get(path) ?? { path, total: 0, cache: 0, providers: [] };
    row.total += count;
    row.providers.push({ provider, count });
    rows.set(path, row);
  }
  for (const { path, servedBy, count } of byServedBy) {
    const row = rows.get(path);
    if (row && servedBy === "cache") row.cache += count;
  }
  return [...rows.values()];
}
