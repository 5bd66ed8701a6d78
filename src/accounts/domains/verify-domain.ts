import { openDb, type Db } from "../../db/client";
import { settingsOf, type Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { copyHost } from "./copy-host";
import type { Caller } from "../core/caller";
import { isClaimable } from "../core/domains/ownership";
import { failureMessage, type VerificationAttempt } from "../core/domains/verification";
import { domainTaken } from "./add-domain";
import { findVerifiedDomain, markVerified, type DomainRow } from "../repo/domains";
import { lookForOriginProof, lookForProof, type ProofSearch } from "./look-for-proof";
import { adoptOrigin, lossOf, noteProof, takeOver } from "../repo/ownership";
import { actionRow, actorOf } from "../repo/record-action";
import { sendReleased, type OwnershipEnv } from "./release-domain";
import { throttleVerify } from "../throttle/throttle-verify";

export interface Verified {
  method: string;
  /** Set only if the domain's origin is unproven and not used; `originAttempts` lists where we looked. */
  originProven?: false;
  originAttempts?: VerificationAttempt[];
}

const seenAt = (now: number) => ({ proofSeenAt: now, proofLostAt: null });

/**
 * Looks for the proof of a domain, and of its origin if it needs one. A verified domain stays verified. A domain whose
 * owner has had no proof for 14 days moves to the caller's account. @throws ApiError `verification_failed` with what
 * was checked and found, `domain_taken`.
 */
export async function verifyDomain(env: Bindings, caller: Caller, row: DomainRow, now: number): Promise<Verified> {
  const db = openDb(env.DB);
  const rules = settingsOf(env);
  const looks = row.verifiedAt === null || row.proofLostAt !== null;
  const passed = await throttleLooks(env, caller, row, looks);
  const [proof, origin] = await Promise.all([
    looks ? lookForProof(row.domain, row.verificationToken, rules) : null,
    row.wantedOrigin && lookForOriginProof(row.domain, row.wantedOrigin, row.verificationToken, rules),
  ]);
  if (proof?.method && row.verifiedAt !== null) await noteProof(db, row, seenAt(now), now, lossOf(row, now));
  const unproven = row.verifiedAt === null ? proof : null;
  const method = unproven
    ? await settleDomain(env, caller, row, unproven, now)
    : (row.verificationMethod ?? "operator");
  const originSettled = !origin || (await settleOrigin(db, caller, row, origin, now));
  await copyHost(env, db, row.domain, now);
  if (originSettled) {
    await passed();
    return { method };
  }
  return { method, originProven: false, originAttempts: origin.attempts };
}

/** Limits how often we look at hosts that may be a third party's. Without a host to look at, no attempt counts. */
async function throttleLooks(env: Bindings, caller: Caller, row: DomainRow, looks: boolean) {
  const hosts = looks ? [row.domain] : [];
  if (row.wantedOrigin) hosts.push(new URL(row.wantedOrigin).host);
  return hosts.length > 0 ? throttleVerify(env, caller.accountId, row.domain, hosts) : async () => {};
}

async function settleDomain(env: Bindings, caller: Caller, row: DomainRow, proof: ProofSearch, now: number) {
  const { method, attempts } = proof;
  if (method === null) throw new ApiError("verification_failed", failureMessage(attempts), { attempts });
  const db = openDb(env.DB);
  const { accountId, domain: target } = row;
  const action = { accountId, actor: actorOf(caller), action: "domain.verified", target, detail: { method } };
  if (await markVerified(db, row.id, method, now, actionRow(action, now))) return method;
  if (await claim(env, db, row, method, now, actionRow(action, now))) return method;
  throw domainTaken(target);
}

/** Takes over a domain whose owner has had no proof for 14 days and still has none. */
async function claim(
  env: OwnershipEnv,
  db: Db,
  row: DomainRow,
  method: string,
  now: number,
  action: ReturnType<typeof actionRow>,
): Promise<boolean> {
  const holder = await findVerifiedDomain(db, row.domain);
  if (!holder || !isClaimable(holder, now)) return false;
  const { state } = await lookForProof(holder.domain, holder.verificationToken, settingsOf(env));
  if (state === "seen") {
    await noteProof(db, holder, seenAt(now), now, lossOf(holder, now));
    return false;
  }
  if (!(await takeOver(db, holder, row.id, method, now, action))) return false;
  await sendReleased(env, holder.id);
  return true;
}

async function settleOrigin(db: Db, caller: Caller, row: DomainRow, search: ProofSearch, now: number) {
  const { method } = search;
  if (method === null || method === "dns") return false;
  const { accountId, domain: target, wantedOrigin: origin } = row;
  const detail = { origin, method };
  const action = { accountId, actor: actorOf(caller), action: "domain.origin_proven", target, detail };
  return adoptOrigin(db, row, method, actionRow(action, now));
}
