import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { ProviderError } from "../core/provider-error";
import type { AskOptions } from "../providers/ask";
import type { ProviderAnswer } from "../providers/types";
import { settleCall, type NewCall } from "../repo/ledger";
import { spendCall } from "./spend-call";

/** One attempt at asking a provider: its key in the ledger, and the account that pays. */
export type BookedCall = Omit<NewCall, "turn" | "startedAt"> & {
  domainId: string;
  /** The same for every attempt at one question. */
  idempotencyKey: string;
};

/**
 * Asks a provider. Books each request before sending it, and settles the call if it fails, or if a look at its job
 * does: the outcome that comes last stays. The caller settles a successful call, because only the caller knows whether the answer is usable.
 * @throws ProviderError as `ask`, CallRefused as `spendCall`.
 */
export async function bookedAsk(
  env: Bindings,
  { idempotencyKey, ...call }: BookedCall,
  ask: (options: AskOptions) => Promise<ProviderAnswer>,
  clock: () => number,
): Promise<ProviderAnswer> {
  const beforeCall = (turn: number) => spendCall(env, { ...call, turn, startedAt: clock() });
  try {
    return await ask({ idempotencyKey, beforeCall });
  } catch (error) {
    if (error instanceof ProviderError) {
      const { ledger, provider, runId, attempt } = call;
      log("warn", "provider_failed", { ledger, provider, runId, attempt, kind: error.kind, detail: error.detail });
      await settleCall(openDb(env.DB), call, { outcome: error.kind, finishedAt: clock() });
    }
    throw error;
  }
}
