import { countDomains } from "./accounts";
import type { UsageOf } from "./accounts/account-routes";
import { countAuditUsage } from "./audit";
import { openDb } from "./db/client";
import { utcMonth } from "./lib/time";
import { countPrompts } from "./mentions";

/** What an account has used of its plan, put together from the areas that count it. */
export const usageOf: UsageOf = async (env, accountId, now) => {
  const db = openDb(env.DB);
  const [audits, prompts, domains] = await Promise.all([
    countAuditUsage(env, accountId, now),
    countPrompts(db, accountId),
    countDomains(db, accountId),
  ]);
  return { month: utcMonth(now), ...audits, prompts, domains };
};
