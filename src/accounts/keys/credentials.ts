import { ApiError } from "../../errors/api-error";
import type { Db } from "../../db/client";
import { normalizeDomain } from "../../lib/hosts/domain";
import { sha256Hex } from "../../lib/crypto/hash";
import { newSecret } from "../../lib/crypto/token";
import { insertApiKey, insertStatsToken, MOST_CREDENTIALS } from "../repo/credentials";
import { findDomain, type DomainRow } from "../repo/domains";
import { actionRow, type Action } from "../repo/record-action";

const VISIBLE_PREFIX_LENGTH = 12;

async function domainInAccount(db: Db, accountId: string, input: string): Promise<DomainRow> {
  const name = normalizeDomain(input);
  const row = name === null ? undefined : await findDomain(db, accountId, name);
  if (!row) throw new ApiError("domain_not_owned", `${input} is not a domain of this account.`);
  return row;
}

function limitReached(what: string): ApiError {
  return new ApiError("key_limit_reached", `An account has at most ${MOST_CREDENTIALS} ${what}; revoke one first.`);
}

/**
 * Creates an API key. Only this response contains the key itself.
 * @throws ApiError `domain_not_owned`, `key_limit_reached`.
 */
export async function issueApiKey(
  db: Db,
  input: { accountId: string; name: string; domain?: string | null },
  actor: Action["actor"],
  now: number,
) {
  const scope = input.domain ? await domainInAccount(db, input.accountId, input.domain) : null;
  const key = newSecret("crk_");
  const id = crypto.randomUUID();
  const prefix = key.slice(0, VISIBLE_PREFIX_LENGTH);
  const { accountId, name } = input;
  const domain = scope?.domain ?? null;
  const action = { accountId, actor, action: "api_key.created", target: id, detail: { name, prefix, domain } };
  const row = { id, accountId, domainId: scope?.id ?? null, name, prefix, hash: await sha256Hex(key), createdAt: now };
  if (!(await insertApiKey(db, row, actionRow(action, now)))) throw limitReached("API keys");
  return { id, name, domain, prefix, key };
}

/**
 * Issues a public read-only token for one domain's analytics. It is shown only once.
 * @throws ApiError `domain_not_owned`.
 */
export async function issueStatsToken(
  db: Db,
  input: { accountId: string; domain: string },
  actor: Action["actor"],
  now: number,
) {
  const scope = await domainInAccount(db, input.accountId, input.domain);
  const token = newSecret("crs_");
  const id = crypto.randomUUID();
  const prefix = token.slice(0, VISIBLE_PREFIX_LENGTH);
  const { accountId } = input;
  const { domain } = scope;
  const action = { accountId, actor, action: "stats_token.created", target: id, detail: { prefix, domain } };
  const row = { id, accountId, domainId: scope.id, prefix, hash: await sha256Hex(token), createdAt: now };
  if (!(await insertStatsToken(db, row, actionRow(action, now)))) throw limitReached("stats tokens");
  return { id, domain, token };
}
