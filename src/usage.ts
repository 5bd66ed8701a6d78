import { countDomains } from "./accounts";
import type { UsageOf } from "./accounts/account-routes";
import { countAuditUsage } from "./audit";
import { openDb } from "./db/client";
import { utcMonth } from "./lib/time";
import { countPrompts } from "./mentions";

/** How much of its plan an account has used, collected from the modules that count it. */
export const usageOf: UsageOf = async (env, accountId, now) => {
  const db = openDb(env.DB);
  const [audits, prompts, domains] = await Promise.all([
    countAuditUsage(env, accountId, now),
    countPrompts(db, accountId),
    countDomains(db, accountId),
  ]);
  return { month: utcMonth(now), ...audits, prompts, domains };
};
