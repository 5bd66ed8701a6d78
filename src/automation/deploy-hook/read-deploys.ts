import { authorizeDomain, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { ledgerOf } from "./ledger-of";
import { presentDeploy } from "./present-deploy";

/** A domain's deploys, newest first. @throws ApiError as authorizeDomain. */
export async function readDeploys(
  env: Bindings,
  caller: Caller,
  query: { domain: string; limit: number; cursor?: number },
) {
  const row = await authorizeDomain(openDb(env.DB), caller, query.domain);
  const rows = await ledgerOf(env, row.id).list(query.cursor ?? Number.MAX_SAFE_INTEGER, query.limit);
  const nextCursor = rows.length === query.limit ? String(rows.at(-1)!.no) : null;
  return { deploys: rows.map(({ report }) => presentDeploy(report)), nextCursor };
}

/** One deploy, running or ended. @throws ApiError `deploy_not_found`, and those of authorizeDomain. */
export async function readDeploy(env: Bindings, caller: Caller, domain: string, deployId: string) {
  const row = await authorizeDomain(openDb(env.DB), caller, domain);
  const report = await ledgerOf(env, row.id).find(deployId);
  if (!report)
    throw new ApiError("deploy_not_found", "The domain has no deploy with this id. The last 100 deploys are kept.");
  return { deploy: presentDeploy(report) };
}
