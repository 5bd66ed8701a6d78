import type { SystemCaller } from "../core/caller";
import { limitsOf } from "../core/plans";
import type { AccountRow } from "../repo/accounts";

/**
 * The service itself as the caller of a verb, for work that an account requested earlier. It has the account's
 * limits and reaches one domain. `name` is what the action log shows as the actor.
 */
export function systemCaller(account: AccountRow, domain: string, name: string): SystemCaller {
  return {
    kind: "system",
    name,
    scope: domain,
    accountId: account.id,
    plan: account.plan,
    limits: limitsOf(account.plan, account.limitOverrides),
    // Work for suspended accounts does not begin: see the code that does it.
    suspension: null,
  };
}
