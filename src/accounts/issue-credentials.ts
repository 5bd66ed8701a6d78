import { ApiError } from "../errors/api-error";
import type { Db } from "../db/client";
import { normalizeDomain } from "../lib/domain";
import { sha256Hex } from "../lib/hash";
import { newSecret } from "../lib/token";
import { findDomain, insertApiKey, insertStatsToken, type DomainRow } from "./repo";

const VISIBLE_PREFIX_LENGTH = 12;

async function domainInAccount(db: Db, accountId: string, input: string): Promise<DomainRow> {
  const name = normalizeDomain(input);
  const row = name === null ? undefined : await findDomain(db, accountId, name);
  if (!row) throw new ApiError("domain_not_owned", `${input} is not a domain of this account.`);
  return row;
}

/** Makes an API key; the answer is the only place where the key itself ever appears. @throws ApiError `domain_not_owned`. */
export async function issueApiKey(
  db: Db,
  input: { accountId: string; name: string; domain?: string | null },
  now: number,
) {
  const scope = input.domain ? await domainInAccount(db, input.accountId, input.domain) : null;
  const key = newSecret("crk_");
  const id = crypto.randomUUID();
  const prefix = key.slice(0, VISIBLE_PREFIX_LENGTH);
  await insertApiKey(db, {
    id,
    accountId: input.accountId,
    domainId: scope?.id ?? null,
    name: input.name,
    prefix,
    hash: await sha256Hex(key),
    createdAt: now,
  });
  return { id, name: input.name, domain: scope?.domain ?? null, prefix, key };
}

/** Makes a public read-only token for one domain's analytics; shown once. @throws ApiError `domain_not_owned`. */
export async function issueStatsToken(db: Db, input: { accountId: string; domain: string }, now: number) {
  const scope = await domainInAccount(db, input.accountId, input.domain);
  const token = newSecret("crs_");
  const id = crypto.randomUUID();
  await insertStatsToken(db, {
    id,
    accountId: input.accountId,
    domainId: scope.id,
    prefix: token.slice(0, VISIBLE_PREFIX_LENGTH),
    hash: await sha256Hex(token),
    createdAt: now,
  });
  return { id, domain: scope.domain, token };
}
