import type { Db } from "../../db/client";
import { ApiError, schemaError } from "../../errors/api-error";
import { refusalOf } from "../../http/validate";
import { turnoverOf } from "../core/domains/domain-turnover";
import { insertDomains, takenExternalIds } from "../repo/added-domains";
import { domainsNamed, type DomainRow } from "../repo/domains";
import { actionRow, type Action } from "../repo/record-action";
import { DomainBody } from "../settings/domain-schemas";
import { presentVerification } from "../settings/presenters";
import {
  addRefusal,
  additionOf,
  domainTaken,
  externalIdTaken,
  judgedName,
  newRow,
  sealedInput,
  type AddDomainInput,
  type AddEnv,
} from "./add-domain";
import { wakeHostnames } from "./wish-hostname";

/** What one request wants to add, and for whom. */
export type AddDomainsInput = Pick<AddDomainInput, "accountId" | "domainLimit" | "allowPrivateHosts"> & {
  domains: readonly unknown[];
};

/**
 * Adds many domains, each by itself: one that is refused does not hold back the others, and one that the account has is left as
 * it is. So a request whose answer was lost can be sent again.
 */
export async function addDomains(env: AddEnv, db: Db, input: AddDomainsInput, actor: Action["actor"], now: number) {
  const { domains, ...account } = input;
  const rows = await Promise.all(
    domains.map(async (body) => {
      const parsed = DomainBody.safeParse(body);
      if (!parsed.success) return refusalOf(parsed.error);
      return asRow(env, { ...parsed.data, ...account, verified: false }, actor, now).catch(onlyRefusal);
    }),
  );
  const first = new Map<string, DomainRow>();
  for (const row of rows) if (!(row instanceof ApiError) && !first.has(row.domain)) first.set(row.domain, row);
  const wanted = [...first.values()];
  const limits = { domains: input.domainLimit, turnover: turnoverOf(input.domainLimit, now) };
  const actions = wanted.map((row) => actionRow(additionOf(row, actor), now));
  const inserted = await insertDomains(db, wanted, limits, actions);
  const added = new Set(wanted.filter((_, i) => inserted[i]));
  if ([...added].some(({ customHostname }) => customHostname)) await wakeHostnames(env);
  const others = wanted.filter((row) => !added.has(row));
  const reasonOf = others.length > 0 ? await reasonsFor(db, input, others, now) : () => null;
  const resultOf = (body: unknown, i: number) => {
    const { domain, externalId } = namesOf(body);
    const row = rows[i]!;
    if (row instanceof ApiError) return refused(domain, externalId, row);
    if (added.has(row)) return shown(row, "added");
    if (first.get(row.domain) !== row) {
      const twice = schemaError([{ path: "domain", message: `${row.domain} is in the request twice` }]);
      return refused(row.domain, externalId, twice);
    }
    const reason = reasonOf(row);
    return reason instanceof ApiError ? refused(row.domain, externalId, reason) : shown(reason ?? row, "exists");
  };
  return domains.map(resultOf);
}

async function asRow(env: AddEnv, given: AddDomainInput, actor: Action["actor"], now: number): Promise<DomainRow> {
  const name = judgedName(given);
  return newRow(env, await sealedInput(env, given, name, []), name, actor.kind, now);
}

/** How an entry names its domain, whatever else it is. */
function namesOf(body: unknown): { domain: string; externalId: string | null } {
  const { domain, externalId } = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  return {
    domain: typeof domain === "string" ? domain.slice(0, 300) : "",
    externalId: typeof externalId === "string" ? externalId.trim().slice(0, 200) : null,
  };
}

function onlyRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** Why rows were not inserted: the row that is there already, or a refusal. */
async function reasonsFor(db: Db, input: AddDomainsInput, rows: readonly DomainRow[], now: number) {
  const { accountId, domainLimit } = input;
  const names = rows.map(({ domain }) => domain);
  const ids = rows.flatMap(({ externalId }) => externalId ?? []);
  const [present, taken] = await Promise.all([
    domainsNamed(db, accountId, names),
    takenExternalIds(db, accountId, ids),
  ]);
  const known = new Map(present.map((row) => [row.domain, row]));
  const isLimited = rows.some(({ domain, externalId }) => !known.has(domain) && !taken.has(externalId ?? ""));
  const limit = isLimited ? await addRefusal(db, { accountId, domainLimit }, turnoverOf(domainLimit, now), now) : null;
  return ({ domain, externalId }: DomainRow): DomainRow | ApiError =>
    known.get(domain) ??
    (externalId !== null && taken.has(externalId) ? externalIdTaken(externalId) : null) ??
    limit ??
    domainTaken(domain);
}

const refused = (domain: string, externalId: string | null, { code, message }: ApiError) => ({
  domain,
  externalId,
  result: "refused" as const,
  error: code,
  message,
});

const shown = (row: DomainRow, result: "added" | "exists") => ({
  domain: row.domain,
  externalId: row.externalId,
  result,
  verified: row.verifiedAt !== null,
  verification: presentVerification(row),
});
