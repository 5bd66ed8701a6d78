import { actionRow, actorOf, domainsOf, reachesDomain, type Caller, type SessionCaller } from "../../accounts";
import { ApiError, schemaError } from "../../errors/api-error";
import type { Db } from "../../db/client";
import { settingsOf, type Bindings } from "../../env";
import { DAY_MS } from "../../lib/time/time";
import { refuseTarget } from "./core/refuse-target";
import { newSigningSecret } from "./core/signature";
import type { WebhookChange } from "./schemas";
import { sealOfWebhook } from "./seal-webhook";
import { endpointOf } from "./send-events";
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  updateWebhook,
  type NamedWebhook,
  type WebhookRow,
} from "./webhook-repo";

/** How long the previous secret still signs after a rotation. */
const OVERLAP_MS = DAY_MS;

/** Whether a caller sees an endpoint. Callers limited to some domains see only the endpoints of those domains. */
function mayRead(caller: Caller, { domain }: NamedWebhook): boolean {
  const isLimited = domainsOf(caller) !== null;
  return !isLimited || (domain !== null && reachesDomain(caller, domain));
}

/** The endpoints that a caller sees. */
export async function readableWebhooks(db: Db, caller: Caller): Promise<NamedWebhook[]> {
  return (await listWebhooks(db, caller.accountId)).filter((row) => mayRead(caller, row));
}

/** One of them. @throws ApiError `webhook_not_found`. */
export async function readableWebhook(db: Db, caller: Caller, id: string): Promise<NamedWebhook> {
  const row = await findWebhook(db, caller.accountId, id);
  if (!row || !mayRead(caller, row)) throw webhookGone();
  return row;
}

const webhookGone = () => new ApiError("webhook_not_found", "This account has no webhook with this id.");

/** A URL that may be sent to, and its origin. @throws ApiError `invalid_request`. */
function allowedOrigin(env: Bindings, url: string, requestHost: string): string {
  const { allowPrivateHosts, apiHosts } = settingsOf(env);
  const refusal = refuseTarget(url, { allowPrivateHosts, ownHosts: new Set([...apiHosts, requestHost]) });
  if (refusal !== null) throw schemaError([{ path: "url", message: refusal }]);
  return new URL(url).origin;
}

export interface NewWebhook extends Pick<WebhookRow, "domainId" | "description" | "format" | "events"> {
  url: string;
  domain: string | null;
}

/**
 * Creates an endpoint. Only this response has its secret. @throws ApiError `invalid_request`, `webhook_limit_reached`.
 */
export async function createWebhook(
  env: Bindings,
  db: Db,
  caller: SessionCaller,
  input: NewWebhook,
  { requestHost, now }: { requestHost: string; now: number },
): Promise<{ row: NamedWebhook; secret: string }> {
  const { url, domain, domainId, description, format, events } = input;
  const origin = allowedOrigin(env, url, requestHost);
  const { accountId } = caller;
  const [id, secret] = [crypto.randomUUID(), newSigningSecret()];
  const sealedUrl = await sealOfWebhook(env, id, "url", url);
  const sealedSecret = await sealOfWebhook(env, id, "secret", secret);
  const row = { id, accountId, domainId, description, origin, sealedUrl, format, events, sealedSecret, createdAt: now };
  const detail = { origin, domain, format, events };
  const action = actionRow({ accountId, actor: actorOf(caller), action: "webhook.created", target: id, detail }, now);
  const limit = caller.limits.webhooks;
  if (!(await insertWebhook(db, row, limit, action)))
    throw new ApiError(
      "webhook_limit_reached",
      `The plan allows ${limit === 1 ? "one webhook" : `${limit} webhooks`}; delete one first.`,
    );
  return {
    row: { ...row, domain, previousSecret: null, previousUntil: null, disabledAt: null, disabledReason: null },
    secret,
  };
}

/** Changes an endpoint and resets its failures. @throws ApiError `invalid_request`, `webhook_not_found`. */
export async function changeWebhook(
  env: Bindings,
  db: Db,
  caller: SessionCaller,
  row: NamedWebhook,
  { url, enabled, ...plain }: WebhookChange,
  { requestHost, now }: { requestHost: string; now: number },
): Promise<NamedWebhook> {
  const change: Partial<WebhookRow> = { ...plain };
  if (url !== undefined) {
    change.origin = allowedOrigin(env, url, requestHost);
    change.sealedUrl = await sealOfWebhook(env, row.id, "url", url);
  }
  if (enabled === true) Object.assign(change, { disabledAt: null, disabledReason: null });
  if (enabled === false && row.disabledAt === null)
    Object.assign(change, { disabledAt: now, disabledReason: "by_owner" });
  const detail = {
    ...plain,
    ...(change.origin && { origin: change.origin }),
    ...(enabled !== undefined && { enabled }),
  };
  if (
    Object.keys(change).length > 0 &&
    !(await updateWebhook(db, row.id, change, logged(caller, "changed", row, now, detail)))
  )
    throw webhookGone();
  await endpointOf(env, row.id).forgive();
  return { ...row, ...change };
}

/** Gives an endpoint a new secret. For a day, the previous one signs as well. @throws ApiError `webhook_not_found`. */
export async function rotateSecret(
  env: Bindings,
  db: Db,
  caller: SessionCaller,
  row: NamedWebhook,
  now: number,
): Promise<{ secret: string; previousSecretUntil: number }> {
  const secret = newSigningSecret();
  const previousUntil = now + OVERLAP_MS;
  const sealedSecret = await sealOfWebhook(env, row.id, "secret", secret);
  const change = { sealedSecret, previousSecret: row.sealedSecret, previousUntil };
  if (!(await updateWebhook(db, row.id, change, logged(caller, "secret_rotated", row, now)))) throw webhookGone();
  await endpointOf(env, row.id).forgive();
  return { secret, previousSecretUntil: previousUntil };
}

/** Deletes an endpoint with its deliveries. If its object can't be reached, its next alarm finds out. */
export async function removeWebhook(
  env: Bindings,
  db: Db,
  caller: SessionCaller,
  row: NamedWebhook,
  now: number,
): Promise<void> {
  if (!(await deleteWebhook(db, row.id, logged(caller, "deleted", row, now)))) throw webhookGone();
  await endpointOf(env, row.id).purge();
}

function logged(
  caller: SessionCaller,
  what: "changed" | "secret_rotated" | "deleted",
  { id, accountId }: NamedWebhook,
  now: number,
  detail?: Record<string, unknown>,
) {
  return actionRow(
    { accountId, actor: actorOf(caller), action: `webhook.${what}`, target: id, ...(detail && { detail }) },
    now,
  );
}
