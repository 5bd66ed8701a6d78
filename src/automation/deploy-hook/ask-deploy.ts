import { actorOf, authorizeDomain, recordAction, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError, schemaError } from "../../errors/api-error";
import { hasCredentials } from "../../lib/hosts/url";
import { indexNowKey } from "../../prerender";
import { homeOf } from "../../web";
import { ledgerOf } from "./ledger-of";
import { presentDeploy } from "./present-deploy";
import type { DeployBody } from "./schemas";

const REF_CONFLICT =
  "A deploy with this ref was requested with other `urls`, or without `indexNow` or `audit`. Use a different ref for this one.";
const FULL =
  "A deploy takes up to 1,000 named pages with 1,000,000 characters in all, and calls that join a deploy share that limit. Call again when the waiting deploy runs, name fewer pages, or omit `urls`.";

/**
 * Starts the work that follows a release. While a deploy runs, the next one waits, and further calls join the one that
 * waits.
 * @throws ApiError `invalid_request`, `deploy_ref_conflict`, `deploy_full`, and those of authorizeDomain.
 */
export async function askDeploy(env: Bindings, caller: Caller, body: DeployBody, now: number) {
  const db = openDb(env.DB);
  const row = await authorizeDomain(db, caller, body.domain);
  const home = homeOf(row.domain);
  const paths = body.urls ? pathsOf(body.urls, home) : null;
  const { ref = null, indexNow, audit, resubmit } = body;
  if (resubmit && !paths) throw schemaError([{ path: "urls", message: "name the pages to submit again" }]);
  const ledger = ledgerOf(env, row.id);
  const { deploy, isNew, refusal } = await ledger.ask({ domainId: row.id, ref, paths, indexNow, audit, resubmit }, now);
  if (refusal === "ref_conflict") throw new ApiError("deploy_ref_conflict", REF_CONFLICT);
  if (refusal === "full") throw new ApiError("deploy_full", FULL);
  const { accountId } = caller;
  const detail = { deployId: deploy.id, ...(ref === null ? {} : { ref }) };
  const action = { accountId, actor: actorOf(caller), action: "deploy.asked", target: row.domain, detail };
  if (isNew) await recordAction(db, action, now);
  const key = await indexNowKey(env, row.id);
  const report = await ledger.find(deploy.id);
  return {
    deploy: presentDeploy(report!),
    isNew,
    keyFile: key === null ? null : `${home.origin}/${key}.txt`,
  };
}

/** The paths of URLs and paths. @throws ApiError `invalid_request` for another host. */
function pathsOf(urls: readonly string[], home: URL): string[] {
  return urls.map((given, i) => {
    const url = URL.parse(given, home);
    if (!url || !/^https?:$/.test(url.protocol) || url.host !== home.host)
      throw schemaError([{ path: `urls.${i}`, message: `must be a URL or path of ${home.host}` }]);
    if (hasCredentials(url)) throw schemaError([{ path: `urls.${i}`, message: "must not contain credentials" }]);
    return url.pathname + url.search;
  });
}
