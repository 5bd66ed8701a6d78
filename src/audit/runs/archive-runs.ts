import { openDb } from "../../db/client";
import { auditedDomains } from "./repo";
import type { PagesEnv } from "./run-pages";
import { upkeepAudits } from "./upkeep-audits";

const DOMAINS_A_STEP = 20;

/** Cron: the daily work of every domain with audits, some domains per step. */
export async function archiveRuns(env: PagesEnv, now: number, after: string | null = null): Promise<string | null> {
  const domains = await auditedDomains(openDb(env.DB), after ?? "", DOMAINS_A_STEP);
  for (const domainId of domains) await upkeepAudits(env, domainId, now);
  return domains.length < DOMAINS_A_STEP ? null : domains.at(-1)!;
}
