import { findDomainById } from "../../../accounts";
import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { ApiError } from "../../../errors/api-error";
import { log } from "../../../lib/text/log";
import { auditDeployedPages } from "./audit-deployed-pages";
import { comparePages } from "./compare-pages";
import { afterFailure, afterTurn, failDeploy, StepDelayed, StepRefused, type TurnEnd } from "../core/deploy";
import type { DeployBook } from "../ledger/ledger";
import { listPages } from "./list-pages";
import { prewarmPages } from "./prewarm-pages";
import { removePages } from "./remove-pages";
import { submitPages } from "./submit-pages";
import type { StepTurns } from "./turns";

const TURNS: StepTurns = {
  list: listPages,
  invalidate: removePages,
  prewarm: prewarmPages,
  compare: comparePages,
  submit: submitPages,
  audit: auditDeployedPages,
};

/**
 * Takes one turn of the running deploy, or starts the waiting one. Returns the pause in ms before the next turn. It may
 * run twice or be interrupted anywhere: progress is recorded page by page, and the rest is repeated.
 */
export async function advance(env: Bindings, ledger: DeployBook, now: number): Promise<number> {
  const current = ledger.current(now);
  if (!current) return 0;
  const { no, deploy } = current;
  const step = deploy.step!;
  try {
    const row = await findDomainById(openDb(env.DB), deploy.domainId);
    if (!row || row.verifiedAt === null || row.suspendedAt !== null) {
      ledger.change(no, (stored) => failDeploy(stored, "the domain is no longer served", now));
      return 0;
    }
    const turn: TurnEnd = await TURNS[step]({ env, ledger, no, deploy, row, now });
    ledger.change(no, (stored) => afterTurn(stored, step, turn, now));
    return turn.kind === "again" ? turn.waitMs : 0;
  } catch (error) {
    log("warn", "deploy_step_failed", { domainId: deploy.domainId, step, error: String(error) });
    const chance = { now, random: Math.random() };
    let waitMs = 0;
    ledger.change(no, (stored) => {
      const after = afterFailure(stored, step, failureOf(error), chance);
      waitMs = after.waitMs;
      return after.deploy;
    });
    return waitMs;
  }
}

function failureOf(error: unknown): { reason: string; final: boolean; retryAfterSeconds?: number } {
  if (error instanceof StepDelayed) return { reason: error.message, final: false, retryAfterSeconds: error.seconds };
  if (error instanceof StepRefused) return { reason: error.message, final: true };
  // A site that was just released may still be starting, so only errors in its settings are final.
  if (error instanceof ApiError) return { reason: `${error.code}: ${error.message}`, final: error.status < 500 };
  return { reason: "the service failed", final: false };
}
