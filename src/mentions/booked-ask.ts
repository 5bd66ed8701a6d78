import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { ProviderError } from "./core/provider-error";
import type { AskOptions } from "./providers/ask";
import type { ProviderAnswer } from "./providers/types";
import { settleCall, type NewCall } from "./repo/ledger";
import { spendCall } from "./spend-call";

/** A try of a question to a provider: its name in the ledger, and who pays for it. */
export type BookedCall = Omit<NewCall, "turn" | "startedAt"> & {
  domainId: string;
  /** The same for every try of one question. */
  idempotencyKey: string;
};

/**
 * Asks a provider: books each request before it leaves, and settles the call when it fails. Whoever asked settles an answer:
 * only the asker knows whether it is of use.
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
    if (error instanceof ProviderError)
      await settleCall(openDb(env.DB), call, { outcome: error.kind, finishedAt: clock() });
    throw error;
  }
}
