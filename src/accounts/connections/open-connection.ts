import { openDb, type Db } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { sha256Hex } from "../../lib/crypto/hash";
import { newSecret } from "../../lib/crypto/token";
import { DAY_MS } from "../../lib/time/time";
import { reachesDomain } from "../callers/authorize-domain";
import type { SessionCaller } from "../core/caller";
import type { ConsentRequest } from "../core/connections/authorization";
import type { OAuthApp } from "../core/connections/client";
import { CODE_MS } from "../core/connections/tokens";
import { insertConnection } from "../repo/connections";
import { listDomains } from "../repo/domains";
import { actionRow, actorOf } from "../repo/record-action";

/** A registration that somebody used is kept for so long after that, and as long as an app is connected with it. */
const CLIENT_KEPT_MS = 90 * DAY_MS;

/** What a person allows an app. `domains` null: all that they reach. */
export interface Allowed {
  scopes: readonly string[];
  domains: readonly string[] | null;
}

/**
 * Connects an app with what its user allows; returns the code that the app exchanges for tokens.
 * @throws ApiError `invalid_scope` for what the app did not ask for, or for nothing; `domain_not_owned`.
 */
export async function openConnection(
  env: Pick<Bindings, "DB">,
  caller: SessionCaller,
  { app, request, resource }: { app: OAuthApp; request: ConsentRequest; resource: string },
  allowed: Allowed,
  now: number,
): Promise<string> {
  const scopes = request.scopes.filter((scope) => allowed.scopes.includes(scope));
  if (scopes.length === 0 || scopes.length < new Set(allowed.scopes).size)
    throw new ApiError("invalid_scope", "Choose at least one of the things that the app asks for.");
  const db = openDb(env.DB);
  const domains = allowed.domains && [...new Set(allowed.domains)];
  if (domains) await refuseOthers(db, caller, domains);
  const code = newSecret("crz_");
  const { accountId, userId } = caller;
  const { redirectUri, codeChallenge } = request;
  const row = {
    id: crypto.randomUUID(),
    accountId,
    userId,
    clientId: app.id,
    clientName: app.name,
    redirectUri,
    scopes,
    domains,
    resource,
    createdAt: now,
    codeHash: await sha256Hex(code),
    codeChallenge,
    codeExpiresAt: now + CODE_MS,
  };
  const detail = { name: app.name, scopes, domains: domains ?? "all", returnsTo: redirectUri };
  const action = { accountId, actor: actorOf(caller), action: "connection.created", target: row.id, detail };
  await insertConnection(db, row, now + CLIENT_KEPT_MS, actionRow(action, now));
  return code;
}

/** @throws ApiError `domain_not_owned` for a domain that the user does not reach, or for none. */
async function refuseOthers(db: Db, caller: SessionCaller, domains: readonly string[]): Promise<void> {
  if (domains.length === 0) throw new ApiError("domain_not_owned", "Choose at least one domain.");
  const own = new Set((await listDomains(db, caller.accountId)).map(({ domain }) => domain));
  const other = domains.find((domain) => !own.has(domain) || !reachesDomain(caller, domain));
  if (other === undefined) return;
  throw new ApiError("domain_not_owned", `${other.slice(0, 253)} is not a domain that you reach.`);
}
