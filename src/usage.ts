import { countDomains } from "./accounts";
import type { UsageOf } from "./accounts/account-routes";
import { auditUsage } from "./audit";
import { openDb } from "./db/client";
import { utcMonth } from "./lib/time";

/** What an account has used of its plan, put together from the areas that count it. */
export const usageOf: UsageOf = async (env, accountId, now) => {
  const db = openDb(env.DB);
  const [domains, audits] = await Promise.all([countDomains(db, accountId), auditUsage(db, accountId, now)]);
  return { month: utcMonth(now), ...audits, prompts: 0, domains };
};
