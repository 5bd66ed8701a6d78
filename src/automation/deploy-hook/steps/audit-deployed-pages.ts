import { findAccount, systemCaller } from "../../../accounts";
import { startRun } from "../../../audit";
import { openDb } from "../../../db/client";
import { ApiError } from "../../../errors/api-error";
import { HOUR_MS, MINUTE_MS } from "../../../lib/time/time";
import { homeOf } from "../../../web";
import type { TurnEnd } from "../core/deploy";
import { samplePages } from "../ledger/ledger-pages";
import type { TurnContext } from "./turns";

/** Most URLs that a run takes. */
const MAX_AUDITED = 10_000;
/** How often to check on an audit that is already running, and how long to wait for it. */
const LOOK_MS = MINUTE_MS;
const MAX_WAIT_MS = HOUR_MS;

/**
 * Starts an audit of the new and changed pages, within the account's limits. At most one audit per deploy, however
 * often it is called.
 */
export async function auditDeployedPages({ env, ledger, no, deploy, row, now }: TurnContext): Promise<TurnEnd> {
  if (!deploy.audit) return { kind: "done", note: "not requested" };
  const changed = samplePages(ledger.sql, no, ["changed", "added"], MAX_AUDITED);
  if (changed.length === 0) return { kind: "done", note: "no page has changed" };
  const account = await findAccount(openDb(env.DB), row.accountId);
  if (!account) return { kind: "done", note: "the account no longer exists" };
  const caller = systemCaller(account, row.domain, "deploy-hook");
  const { origin } = homeOf(row.domain);
  const body = {
    domain: row.domain,
    urls: changed.map(({ path }) => origin + path),
    mode: "selected",
    allowSampling: false,
    newPagesOnly: false,
    files: "own",
    rendering: "auto",
  } as const;
  try {
    const auditRunId = await startRun(env, caller, { ...body, urls: [...body.urls] }, now, `deploy:${deploy.id}`);
    ledger.change(no, (stored) => ({ ...stored, auditRunId }));
    return { kind: "done", note: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isBusy = error.code === "run_already_active" && now - deploy.steps.audit!.beganAt < MAX_WAIT_MS;
    if (isBusy) return { kind: "again", waitMs: LOOK_MS, ahead: false };
    return { kind: "done", note: `${error.code}: ${error.message}` };
  }
}
