import type { Bindings } from "../env";
import { openDb } from "../db/client";
import { settingsOf } from "../env";
import { ApiError } from "../errors/api-error";
import { egressRules, guardedFetch, homeOf, lookupTxt, metaContents, readTextBody } from "../web";
import { copyHost } from "./copy-host";
import type { SessionCaller } from "./core/caller";
import {
  dnsNameOf,
  failureMessage,
  judgeReading,
  VERIFICATION_META,
  VERIFICATION_PATH,
  type Reading,
} from "./core/verification";
import { domainTaken } from "./add-domain";
import { markVerified, type DomainRow } from "./domain-repo";
import { actionRow, actorOf } from "./record-action";

const TIMEOUT_MS = 10_000;
const FILE_MAX_BYTES = 4_096;
const PAGE_MAX_BYTES = 1024 * 1024;

/**
 * Looks for the domain's token in DNS, in a file and on the home page at once; the first that holds it counts. A domain
 * that is verified already stays so.
 * @throws ApiError `verification_failed` with what was looked for and found, `domain_taken`.
 */
export async function verifyDomain(env: Bindings, caller: SessionCaller, row: DomainRow, now: number): Promise<string> {
  if (row.verifiedAt !== null) return row.verificationMethod ?? "operator";
  const { allowPrivateHosts, dnsResolver } = settingsOf(env);
  const readings = await Promise.all([
    readDns(row, dnsResolver, allowPrivateHosts),
    readPage(row, VERIFICATION_PATH, FILE_MAX_BYTES, allowPrivateHosts, (text) => [text]),
    readPage(row, "/", PAGE_MAX_BYTES, allowPrivateHosts, (text) => metaContents(text, VERIFICATION_META)),
  ]);
  const methods = ["dns", "file", "meta"] as const;
  const attempts = methods.map((method, i) => judgeReading(method, row.domain, row.verificationToken, readings[i]!));
  const proof = attempts.find((attempt) => attempt.ok);
  if (!proof) throw new ApiError("verification_failed", failureMessage(attempts), { attempts });
  const action = {
    accountId: row.accountId,
    actor: actorOf(caller),
    action: "domain.verified",
    target: row.domain,
    detail: { method: proof.method },
  };
  const db = openDb(env.DB);
  if (!(await markVerified(db, row.id, proof.method, now, actionRow(action, now)))) throw domainTaken(row.domain);
  await copyHost(env, db, row.domain, now);
  return proof.method;
}

async function readDns(row: DomainRow, resolver: URL, allowPrivateHosts: boolean): Promise<Reading> {
  const result = await lookupTxt(dnsNameOf(row.domain), resolver, allowPrivateHosts);
  return result.ok ? { values: result.values } : { problem: result.detail };
}

/** A page of the domain itself: the origin behind it is whatever the customer says, and proves nothing. */
async function readPage(
  row: DomainRow,
  path: string,
  maxBytes: number,
  allowPrivateHosts: boolean,
  extract: (text: string) => string[],
): Promise<Reading> {
  const rules = egressRules({ domain: row.domain, origin: null }, allowPrivateHosts);
  const response = await guardedFetch(new URL(path, homeOf(row.domain)), {
    rules,
    timeoutMs: TIMEOUT_MS,
    maxRedirects: 3,
  });
  if (!response.ok) return { problem: `no answer (${response.detail})` };
  try {
    if (response.status !== 200) return { problem: `status ${response.status}` };
    return { values: extract((await readTextBody(response, maxBytes)).text) };
  } finally {
    response.release();
  }
}
