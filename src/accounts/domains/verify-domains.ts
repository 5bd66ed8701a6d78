import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { normalizeDomain } from "../../lib/hosts/domain";
import { mapBounded } from "../../lib/platform/async-pool";
import type { Caller } from "../core/caller";
import { domainsNamed } from "../repo/domains";
import { verifyDomain } from "./verify-domain";

/** Each look has up to three requests open, and an invocation six. */
const AT_ONCE = 2;

/** Verifies many domains, each by itself and once. The results are in the order of the names, also of those that are there twice. */
export async function verifyDomains(env: Bindings, caller: Caller, names: readonly string[], now: number) {
  const domains = names.map((name) => normalizeDomain(name) ?? name.slice(0, 300));
  const wanted = [...new Set(domains)];
  const rows = new Map((await domainsNamed(openDb(env.DB), caller.accountId, wanted)).map((row) => [row.domain, row]));
  const verified = async (domain: string) => {
    const row = rows.get(domain);
    if (!row)
      return refused(new ApiError("domain_not_owned", `${domain.slice(0, 253)} is not a domain of this account.`));
    try {
      const { method, originProven } = await verifyDomain(env, caller, row, now);
      return { verified: true, method, ...(originProven === false && { originProven }) };
    } catch (error) {
      if (error instanceof ApiError) return refused(error);
      throw error;
    }
  };
  const results = await mapBounded(wanted, AT_ONCE, async (domain) =>
    Object.assign({ domain }, await verified(domain)),
  );
  const found = new Map(results.map((result) => [result.domain, result]));
  return domains.map((domain) => found.get(domain)!);
}

function refused({ code, message, headers }: ApiError) {
  const retryAfterSeconds = Number(headers["retry-after"]);
  return { verified: false, error: code, message, ...(retryAfterSeconds > 0 && { retryAfterSeconds }) };
}
