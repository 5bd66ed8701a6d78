import { refuseSpending, spendingFacts, type SpendingRefusal } from "../accounts";
import { openDb } from "../db/client";
import { ceilingsOf, type Bindings } from "../env";
import { bookCall, type NewCall } from "./repo/ledger";

export type CallRefusal = SpendingRefusal | "budget_exhausted" | "service_budget_exhausted";

/** A call to a provider that must not be made, and why; the message may be shown to the account. */
export class CallRefused extends Error {
  constructor(
    readonly code: CallRefusal,
    message: string,
  ) {
    super(message);
    this.name = "CallRefused";
  }
}

/**
 * Books a call to a provider before it is made, within what the account and the whole service may spend.
 * @throws CallRefused when it must not be made.
 */
export async function spendCall(
  env: Pick<Bindings, "DB" | "AI_CALLS_PER_DAY">,
  call: NewCall & { domainId: string },
): Promise<void> {
  const db = openDb(env.DB);
  const facts = await spendingFacts(db, call.accountId, call.domainId);
  if (!facts) throw new CallRefused("account_suspended", "The account or the domain was removed.");
  const refusal = refuseSpending(facts);
  if (refusal) throw new CallRefused(refusal.code, refusal.message);
  const account = facts.limits.answersPerDay;
  const service = ceilingsOf(env).aiCallsPerDay;
  const booked = await bookCall(db, call, { account, service });
  if (booked === "account") {
    throw new CallRefused(
      "budget_exhausted",
      `The account's ${account} calls to AI providers of ${call.day} are used up.`,
    );
  }
  if (booked === "service") {
    throw new CallRefused(
      "service_budget_exhausted",
      "The service has made all the calls to AI providers that it may make today; this one is made up for.",
    );
  }
}
