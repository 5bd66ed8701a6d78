import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { bookedAsk, type BookedCall } from "./booked-ask";
import { ProviderError } from "../core/provider-error";
import { askJudge, judgeOf } from "../providers/judge";
import type { ProviderAnswer } from "../providers/types";
import { breakerOf, settleCall } from "../repo/ledger";
import { CallRefused } from "./spend-call";

export interface Consultation<T> {
  call: Omit<BookedCall, "provider" | "ledger">;
  question: { text: string; schema: object };
  /** Parses the answer; null if it is unusable. */
  read: (answer: ProviderAnswer) => T | null;
  /** How to log a consultation that gave no usable answer. */
  missing: { event: string; about: Record<string, unknown> };
}

/**
 * Asks the judging language model, if there is one. Returns null if there is none, the budget does not allow a call, or
 * the answer is unusable. The caller then continues without it.
 */
export async function consultJudge<T>(
  env: Bindings,
  { call, question, read, missing }: Consultation<T>,
  clock: () => number,
): Promise<T | null> {
  try {
    const judge = judgeOf(env);
    if (judge === null) return null;
    // A provider that is down is not asked to judge, either.
    if (judge !== "cloudflare" && (await breakerOf(openDb(env.DB), judge)).openUntil > clock()) return null;
    const booked = { ...call, ledger: "analysis" as const, provider: judge };
    const answer = await bookedAsk(env, booked, (options) => askJudge(env, judge, question, options), clock);
    const said = read(answer);
    const outcome = said === null ? "malformed" : "ok";
    await settleCall(openDb(env.DB), booked, { outcome, finishedAt: clock(), usage: answer.usage });
    return said;
  } catch (error) {
    if (!(error instanceof ProviderError) && !(error instanceof CallRefused)) throw error;
    log("warn", missing.event, { ...missing.about, error: error.message });
    return null;
  }
}
