import type * as z from "zod";
import { findDomainById } from "../accounts";
import { openDb } from "../db/client";
import type { Recoverable } from "../db/recoverable";
import type { Bindings } from "../env";
import { ApiError } from "../errors/api-error";
import { objectStub } from "../lib/platform/object-stub";
import { DAY_MS } from "../lib/time/time";
import { logOperator } from "./operator-log-repo";
import type { Restorable, RestoreBody } from "./schemas";

const BINDINGS = {
  audits: "DOMAIN_AUDIT",
  visits: "DOMAIN_VISITS",
  answers: "DOMAIN_ANSWERS",
  snapshots: "SNAPSHOT_INDEX",
  deploys: "DEPLOY_LEDGER",
} as const satisfies Record<Restorable, keyof Bindings>;

/** How long Cloudflare keeps the states of an object. */
const KEPT_MS = 30 * DAY_MS;

/**
 * Gives one of a domain's objects the state of an earlier time, and logs that with the bookmark that undoes it.
 * @throws ApiError `domain_not_found`, `restore_not_confirmed`, `invalid_request`, `restore_unavailable`.
 */
export async function restoreObject(
  env: Bindings,
  domainId: string,
  { object, at, confirm }: z.infer<typeof RestoreBody>,
  now: number,
): Promise<{ object: Restorable; bookmark: string; undo: string }> {
  const db = openDb(env.DB);
  const domain = await findDomainById(db, domainId);
  if (!domain) throw new ApiError("domain_not_found", "No domain has this id.");
  if (confirm !== domain.domain)
    throw new ApiError(
      "restore_not_confirmed",
      "Send the domain's name as `confirm`: the object loses what came later.",
    );
  if (at >= now || at < now - KEPT_MS)
    throw new ApiError("invalid_request", "`at` must be in the past, within the last 30 days.");
  const stub = objectStub(env[BINDINGS[object]] as unknown as DurableObjectNamespace<Recoverable>, domainId);
  const state = await stub.findState(at);
  if ("refused" in state)
    throw new ApiError("restore_unavailable", `The platform refused: ${state.refused.slice(0, 300)}`);
  // The log comes first: without its bookmarks, nobody could undo the restore.
  const detail = { object, to: new Date(at).toISOString(), ...state };
  await logOperator(db, { action: "object.restored", target: domain.domain, detail, at: now });
  await stub.chooseState(state.bookmark);
  // The object ends by an error of its own, and starts again with the earlier state.
  await stub.restart().catch(() => {});
  return { object, ...state };
}
