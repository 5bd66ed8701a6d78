import { refuseSpending, spendingFacts, type SpendingRefusal } from "../../accounts";
import { openDb } from "../../db/client";
import { ceilingsOf, type Bindings } from "../../env";
import { announceEvents, recordEvents } from "../../events";
import { bookCall, type Ledger, type NewCall } from "../repo/ledger";

export type CallRefusal = SpendingRefusal | "budget_exhausted" | "service_budget_exhausted";

/** A provider call that must not be made, with the reason. The message may be shown to the account. */
export class CallRefused extends Error {
  constructor(
    readonly code: CallRefusal,
    message: string,
  ) {
    super(message);
    this.name = "CallRefused";
  }
}

/** What a ledger's calls are, and what happens without one. */
const LEDGERS: Record<Ledger, { budget: "ai_calls" | "analysis_calls"; calls: string; otherwise: string }> = {
  answers: { budget: "ai_calls", calls: "calls to AI providers", otherwise: "The run will be repeated later." },
  analysis: { budget: "analysis_calls", calls: "calls that judge answers", otherwise: "Rules alone do the work." },
};

/**
 * Books a provider call before it is made, within the budgets of the account and the whole service. An account may have
 * as many answers judged per day as its plan allows calls that ask prompts.
 * @throws CallRefused if the call must not be made.
 */
export async function spendCall(
  env: Pick<Bindings, "DB" | "HOUSEKEEPING_QUEUE" | "AI_CALLS_PER_DAY" | "ANALYSIS_CALLS_PER_DAY">,
  call: NewCall & { domainId: string },
): Promise<void> {
  const db = openDb(env.DB);
  const facts = await spendingFacts(db, call.accountId, call.domainId);
  if (!facts) throw new CallRefused("account_suspended", "The account or the domain was removed.");
  const refusal = refuseSpending(facts);
  if (refusal) throw new CallRefused(refusal.code, refusal.message);
  const account = facts.limits.answersPerDay;
  const { aiCallsPerDay, analysisCallsPerDay } = ceilingsOf(env);
  const service = call.ledger === "analysis" ? analysisCallsPerDay : aiCallsPerDay;
  const { budget, calls, otherwise } = LEDGERS[call.ledger];
  const booked = await bookCall(db, call, { account, service });
  if (booked === "account") {
    const { accountId, day, startedAt: at } = call;
    const id = `budget.used_up:${budget}:${accountId}:${day}`;
    // The next refused call of the day records it if this one dies.
    await recordEvents(db, [{ id, type: "budget.used_up", accountId, domainId: null, at, data: { budget, day } }]);
    await announceEvents(env);
    throw new CallRefused("budget_exhausted", `The account has used all of its ${account} ${calls} for ${call.day}.`);
  }
  if (booked === "service") {
    throw new CallRefused(
      "service_budget_exhausted",
      `The service has reached today's limit of ${calls}. ${otherwise}`,
    );
  }
}
