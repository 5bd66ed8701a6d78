import { openDb } from "../../db/client";
import { settingsOf } from "../../env";
import { isOwnOrigin } from "../core/domains/origin-rules";
import { proofAfter, type ProofState } from "../core/domains/ownership";
import { findDomainById, type DomainRow } from "../repo/domains";
import { lookForOriginProof, lookForProof, type ProofRules } from "./look-for-proof";
import { lossOf, noteProof, provenDomainIds } from "../repo/ownership";
import type { OwnershipEnv, OwnershipMessage } from "./release-domain";

/** Domains per message, and checks per second, which spread a day's checks out as the number of domains grows. */
const PAGE = 1_000;
const CHECKS_A_SECOND = 10;
/** The most messages that sendBatch accepts. */
const BATCH = 100;

/** Daily cron: starts a check of every domain that was verified by a proof. */
export async function beginOwnershipChecks(env: OwnershipEnv, now: number): Promise<null> {
  await env.OWNERSHIP_QUEUE.send({ kind: "sweep", after: "", at: now } satisfies OwnershipMessage);
  return null;
}

/** Queues a check for each of the next domains, and a message for those after them. */
export async function sweepOwnership(env: OwnershipEnv, after: string, at: number): Promise<void> {
  const ids = await provenDomainIds(openDb(env.DB), after, PAGE);
  for (let i = 0; i < ids.length; i += BATCH) {
    const messages = ids.slice(i, i + BATCH).map((domainId, j) => ({
      body: { kind: "check", domainId, at } satisfies OwnershipMessage,
      delaySeconds: Math.floor((i + j) / CHECKS_A_SECOND),
    }));
    await env.OWNERSHIP_QUEUE.sendBatch(messages);
  }
  if (ids.length < PAGE) return;
  const next: OwnershipMessage = { kind: "sweep", after: ids.at(-1)!, at };
  await env.OWNERSHIP_QUEUE.send(next, { delaySeconds: PAGE / CHECKS_A_SECOND });
}

/**
 * Checks whether the proofs of a domain and its origin are still there. `at` (epoch ms) is the cron tick that started
 * the check.
 */
export async function checkOwnership(env: OwnershipEnv, domainId: string, at: number): Promise<void> {
  const db = openDb(env.DB);
  const row = await findDomainById(db, domainId);
  if (!row || row.verifiedAt === null || row.verificationMethod === "operator") return;
  if (row.proofCheckedAt !== null && row.proofCheckedAt >= at) return;
  const state = await proofStateOf(row, settingsOf(env));
  await noteProof(db, row, proofAfter(row, state, at), at, lossOf(row, at));
}

async function proofStateOf(row: DomainRow, rules: ProofRules): Promise<ProofState> {
  const { domain, origin, verificationToken: token } = row;
  const needsOrigin =
    origin !== null && row.originProof !== "operator" && !isOwnOrigin(domain, origin, rules.allowPrivateHosts);
  const searches = await Promise.all([
    lookForProof(domain, token, rules),
    ...(needsOrigin ? [lookForOriginProof(domain, origin, token, rules)] : []),
  ]);
  const states = new Set(searches.map(({ state }) => state));
  if (states.has("gone")) return "gone";
  return states.has("unclear") ? "unclear" : "seen";
}
