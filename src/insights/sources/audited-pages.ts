import { latestPages } from "../../audit";
import type { Bindings } from "../../env";
import type { AuditedFacts } from "../core/waste";

const SAME = "duplicate_content";
const ALIKE = new Set([SAME, "near_duplicate_content"]);

/** What the latest audit says of each page. */
export async function auditedPages(env: Pick<Bindings, "DB" | "ARCHIVE" | "DOMAIN_AUDIT">, domainId: string) {
  const pages = new Map<string, AuditedFacts>();
  const latest = await latestPages(env, domainId);
  if (!latest) return { run: null, pages };
  for await (const batch of latest.batches) {
    for (const { path, statusCode, indexable, nonIndexableReason, issues } of batch)
      pages.set(path, {
        statusCode,
        indexable,
        nonIndexableReason,
        duplicate: issues.some(({ id }) => id === SAME),
        alike: issues.some(({ id }) => ALIKE.has(id)),
      });
  }
  const { id, status, startedAt, completedAt } = latest.run;
  return { run: { id, status, startedAt, completedAt }, pages };
}
