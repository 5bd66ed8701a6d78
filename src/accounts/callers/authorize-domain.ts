import { ApiError } from "../../errors/api-error";
import type { Db } from "../../db/client";
import { normalizeDomain } from "../../lib/hosts/domain";
import { domainsOf, type Caller } from "../core/caller";
import { findDomain, type DomainRow } from "../repo/domains";

/** True if the caller's credential or membership gives access to this domain of its own account. */
export function reachesDomain(caller: Caller, domain: string): boolean {
  return domainsOf(caller)?.includes(domain) ?? true;
}

const MOST_NAMED = 5;

function limits(caller: Caller): string {
  const domains = domainsOf(caller) ?? [];
  const more = domains.length > MOST_NAMED ? ` and ${domains.length - MOST_NAMED} more` : "";
  return domains.length === 0 ? "no domain" : `${domains.slice(0, MOST_NAMED).join(", ")}${more}`;
}

/** @throws ApiError `api_key_domain_scope_mismatch`. */
export function refuseBeyondScope(caller: Caller, name: string): void {
  if (reachesDomain(caller, name)) return;
  throw new ApiError("api_key_domain_scope_mismatch", `This credential is limited to ${limits(caller)}.`);
}

/**
 * Returns the verified domain that the caller may act on. Checks scope, then ownership, then access.
 * @throws ApiError `api_key_domain_scope_mismatch`, `domain_not_owned`, `domain_access_forbidden`.
 */
export async function authorizeDomain(db: Db, caller: Caller, input: string): Promise<DomainRow> {
  const name = normalizeDomain(input) ?? input;
  return authorizeRow(caller, name, () => findDomain(db, caller.accountId, name));
}

/** The same checks for a row that the caller already has, for example from the host cache. */
export async function authorizeRow<Row extends Pick<DomainRow, "accountId" | "verifiedAt">>(
  caller: Caller,
  name: string,
  find: () => Promise<Row | null | undefined>,
): Promise<Row> {
  if (caller.kind !== "session") refuseBeyondScope(caller, name);
  const row = await find();
  if (!row || row.verifiedAt === null || row.accountId !== caller.accountId) {
    throw new ApiError("domain_not_owned", `${name.slice(0, 253)} is not a verified domain of this account.`);
  }
  if (!reachesDomain(caller, name)) throw new ApiError("domain_access_forbidden", `You have no access to ${name}.`);
  return row;
}
