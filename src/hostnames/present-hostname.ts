import { problemsOf } from "./core/explain";
import type { HostnameRecord, HostnameRow } from "./core/remote";

/** A hostname as its account sees it; a row that does not exist yet is queued. */
export function presentHostname(hostname: string, target: string | null, row: HostnameRow | undefined) {
  const routing: HostnameRecord[] =
    target === null ? [] : [{ purpose: "routing", type: "CNAME", name: hostname, value: target }];
  return {
    hostname,
    state: row?.state ?? "queued",
    managed: row?.isOurs ?? true,
    records: [...routing, ...(row?.state === "active" ? [] : (row?.records ?? []))],
    problems: row ? problemsOf(row) : [],
    hostnameStatus: row?.hostnameStatus ?? null,
    certificateStatus: row?.certificateStatus ?? null,
    checkedAt: row?.checkedAt ?? null,
    changedAt: row?.changedAt ?? null,
    nextCheckAt: row && row.notBefore > 0 ? row.notBefore : null,
  };
}
