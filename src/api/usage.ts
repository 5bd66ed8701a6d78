import { countDomains } from "../accounts";
import type { UsageOf } from "../accounts/account/account-routes";
import { countAuditUsage } from "../audit";
import { openDb } from "../db/client";
import { utcMonth } from "../lib/time/time";
import { countPrompts } from "../mentions";

/** How much of its plan an account has used, or the part of some of its domains, collected from the modules that count it. */
export const usageOf: UsageOf = async (env, accountId, only, now) => {
  const db = openDb(env.DB);
  const [audits, prompts, domains] = await Promise.all([
    countAuditUsage(env, accountId, only, now),
    countPrompts(db, accountId, only),
    countDomains(db, accountId, only),
  ]);
  return { month: utcMonth(now), ...audits, prompts, domains };
};
