import { ApiError } from "../../errors/api-error";
import type { Bindings } from "../../env";
import { seal, unseal } from "../../lib/crypto/seal";
import type { OpenTarget } from "./deliver";
import type { WebhookRow } from "./webhook-repo";

type SealEnv = Pick<Bindings, "AUTH_SECRET">;
type Sealed = "url" | "secret";

const purposeOf = (what: Sealed) => `webhook-${what}`;

/** Encrypts an endpoint's URL or secret. @throws ApiError `sessions_unavailable` without AUTH_SECRET. */
export function sealOfWebhook({ AUTH_SECRET }: SealEnv, id: string, what: Sealed, text: string): Promise<string> {
  if (!AUTH_SECRET)
    throw new ApiError("sessions_unavailable", "Webhooks are stored encrypted, which needs AUTH_SECRET.");
  return seal(AUTH_SECRET, purposeOf(what), id, text);
}

/** An endpoint's URL; null if AUTH_SECRET has changed since it was set. */
export function openUrl({ AUTH_SECRET }: SealEnv, { id, sealedUrl }: WebhookRow): Promise<string | null> {
  return unseal(AUTH_SECRET ?? "", purposeOf("url"), id, sealedUrl);
}

/** An endpoint with its secrets in the clear; null if AUTH_SECRET has changed since they were set. */
export async function openTarget(env: SealEnv, row: WebhookRow, now: number): Promise<OpenTarget | null> {
  const open = (sealed: string) => unseal(env.AUTH_SECRET ?? "", purposeOf("secret"), row.id, sealed);
  const url = await openUrl(env, row);
  const secret = await open(row.sealedSecret);
  if (url === null || secret === null) return null;
  const isOverlapping = row.previousSecret !== null && row.previousUntil !== null && now < row.previousUntil;
  const previous = isOverlapping ? await open(row.previousSecret!) : null;
  return { url, secrets: previous === null ? [secret] : [secret, previous], format: row.format };
}
