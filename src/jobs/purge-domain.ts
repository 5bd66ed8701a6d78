import * as z from "zod";
import { copyRemovedHost, dropDeletedDomain, isDeletedDomain, listDuePurges, postponePurges } from "../accounts";
import { visitsOf } from "../analytics";
import { deleteAudits } from "../audit";
import { deleteDeploys } from "../automation/deploy-hook/delete-deploys";
import { purgeWebhooks } from "../automation/webhooks/purge-webhooks";
import { openDb } from "../db/client";
import type { QueryBudget } from "../db/delete-chunks";
import type { Bindings } from "../env";
import { sendAll } from "../lib/platform/send-all";
import { withDeadline } from "../lib/time/deadline";
import { log } from "../lib/text/log";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/time/time";
import { deleteFirst } from "../insights/first-bucket";
import { deleteErrands } from "../insights/errands/errand-bucket";
import { deleteSwitches } from "../insights/router/router-bucket";
import { deleteSearch } from "../insights/search-bucket";
import { deletePrompts } from "../mentions";
import { forgetSnapshots } from "../prerender";

/** Returns false if the budget ran out before everything was deleted. */
export type Purger = (env: Bindings, domainId: string, now: number, budget: QueryBudget) => Promise<boolean>;

/** One purger per module, by the name that logs show. Each can run again without harm, and none needs another. */
const PURGERS: Readonly<Record<string, Purger>> = {
  snapshots: forgetSnapshots,
  audits: (env, domainId, _now, budget) => deleteAudits(env, domainId, budget),
  visits: async (env, domainId) => {
    await visitsOf(env, domainId).purge();
    return true;
  },
  search: async (env, domainId) => {
    await deleteSearch(env, domainId);
    return true;
  },
  first: async (env, domainId) => {
    await deleteFirst(env, domainId);
    return true;
  },
  errands: async (env, domainId) => {
    await deleteErrands(env, domainId);
    return true;
  },
  router: async (env, domainId) => {
    await deleteSwitches(env, domainId);
    return true;
  },
  deploys: deleteDeploys,
  webhooks: (env, domainId) => purgeWebhooks(env, domainId),
  prompts: (env, domainId, _now, budget) => deletePrompts(env, domainId, budget),
  hostCopy: async (env, domainId, now) => {
    await copyRemovedHost(env, openDb(env.DB), domainId, now);
    return true;
  },
};

/** Statements per message. A large domain takes several messages, with other work in between. */
const QUERIES_A_MESSAGE = 300;
/** A purger that takes longer counts as failed. */
const PURGER_MS = 2 * MINUTE_MS;
/** Late messages may still bring a visit or a snapshot, so the last purge runs this long after the removal. */
const LAST_PURGE_AFTER_MS = HOUR_MS;

export const PurgeMessage = z.object({ domainId: z.string().min(1), last: z.boolean() });
export type PurgeMessage = z.infer<typeof PurgeMessage>;

/**
 * Deletes all data of a removed domain; the last purge also deletes its row. A domain in use is left alone. A purger that
 * fails holds back no other, only the row.
 * @throws Error naming the purgers that failed, once the others have nothing left.
 */
export async function purgeDomain(
  env: Bindings,
  message: PurgeMessage,
  now: number,
  purgers: Readonly<Record<string, Purger>> = PURGERS,
): Promise<void> {
  const db = openDb(env.DB);
  const { domainId, last } = message;
  if (!(await isDeletedDomain(db, domainId))) return;
  const budget = { left: QUERIES_A_MESSAGE };
  const failed: string[] = [];
  let isDone = true;
  for (const [name, purge] of Object.entries(purgers)) {
    try {
      const ended = await withDeadline(purge(env, domainId, now, budget), PURGER_MS);
      if (ended === null) throw new Error(`it takes longer than ${PURGER_MS} ms`);
      isDone &&= ended;
    } catch (error) {
      log("error", "purger_failed", { domainId, purger: name, error: String(error) });
      failed.push(name);
    }
  }
  if (!isDone) return void (await env.PURGE_QUEUE.send(message));
  if (failed.length > 0) throw new Error(`not purged: ${failed.join(", ")}`);
  if (last) await dropDeletedDomain(db, domainId);
}

const SENT_A_STEP = 500;

/**
 * The interval grows with the time since the removal, so a purge that never succeeds is retried less and less often.
 */
function sentAgainAt(deletedAt: number, now: number): number {
  return now + Math.min(DAY_MS, Math.max(15 * MINUTE_MS, now - deletedAt));
}

/**
 * Cron: resends the purges of removed domains that are due, until their last purge is done. This also makes up for lost
 * messages.
 */
export async function resendPurges(env: Bindings, now: number): Promise<string | null> {
  const db = openDb(env.DB);
  const due = await listDuePurges(db, now, SENT_A_STEP);
  await postponePurges(
    db,
    due.map(({ id, deletedAt }) => ({ id, notBefore: sentAgainAt(deletedAt, now) })),
  );
  const messages = due.map(({ id, deletedAt }) => ({ domainId: id, last: deletedAt <= now - LAST_PURGE_AFTER_MS }));
  await sendAll<PurgeMessage>(env.PURGE_QUEUE, messages);
  return due.length < SENT_A_STEP ? null : "more";
}
