import type { Caller } from "../../accounts";
import type { Bindings } from "../../env";
import { webhookBody } from "./core/webhook-body";
import type { ListedDelivery, StoredDelivery } from "./delivery-table";
import { openUrl } from "./seal-webhook";
import type { NamedWebhook } from "./webhook-repo";

const isOwner = (caller: Caller) => caller.kind === "session" && caller.role === "owner";

/** An endpoint as the API shows it. Only owners see the path of its URL. */
export async function presentWebhook(
  env: Pick<Bindings, "AUTH_SECRET">,
  caller: Caller,
  row: NamedWebhook,
  now: number,
) {
  const { id, origin, domain, description, format, events, createdAt, disabledAt, disabledReason } = row;
  const url = isOwner(caller) ? await openUrl(env, row) : null;
  const previousSecretUntil = row.previousUntil !== null && row.previousUntil > now ? row.previousUntil : null;
  return {
    id,
    origin,
    url,
    domain,
    description,
    format,
    events,
    createdAt,
    disabledAt,
    disabledReason,
    previousSecretUntil,
  };
}

/** A delivery in a list. */
export function presentDelivery(row: ListedDelivery) {
  const { id, type, at, state, attempts, createdAt, nextAt, lastAt, lastStatus, lastMs, lastError } = row;
  return { id, type, at, state, attempts, createdAt, nextAt, lastAt, lastStatus, lastMs, lastError };
}

/**
 * A delivery with its body in the endpoint's format. Only owners see the start of its last response, because a receiver
 * may repeat the path of its URL in any form. `caller` null: an export.
 */
export function presentDetail(caller: Caller | null, row: StoredDelivery, { format }: Pick<NamedWebhook, "format">) {
  const answer = caller && isOwner(caller) ? row.lastAnswer : null;
  return { ...presentDelivery(row), body: webhookBody(row, format), answer };
}
