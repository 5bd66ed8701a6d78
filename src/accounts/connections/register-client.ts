import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { newSecret } from "../../lib/crypto/token";
import { DAY_MS, SECOND_MS } from "../../lib/time/time";
import { siteKey } from "../core/address-key";
import { judgeApp, type OAuthApp } from "../core/connections/client";
import { insertClient, SETTLED_MS } from "../repo/oauth-clients";
import { limitRate, rateLimitError } from "../throttle/limit-rate";
import { oauthError } from "./oauth-error";

/** Hosted assistants register one app per person, all from a few addresses. */
const PER_MINUTE = 60;
/** A registration that nobody has used ends. */
const UNUSED_MS = DAY_MS;

/**
 * Registers an app (RFC 7591). Anybody may: a registration allows nothing until a person does.
 * @throws ApiError `invalid_redirect_uri`, `invalid_client_metadata`, `rate_limited`.
 */
export async function registerClient(
  env: Pick<Bindings, "DB" | "RATE_LIMITER">,
  request: Request,
  metadata: Readonly<Record<string, unknown>>,
  now: number,
): Promise<OAuthApp> {
  const address = siteKey(request.headers.get("cf-connecting-ip"));
  await limitRate(env, `oauth-register:${address}`, PER_MINUTE);
  const judged = judgeApp(metadata);
  if ("code" in judged) throw oauthError(judged.code, judged.message);
  const app = { id: newSecret("crc_"), name: judged.name, redirectUris: [...judged.redirectUris] };
  if (!(await insertClient(openDb(env.DB), { ...app, address, createdAt: now, expiresAt: now + UNUSED_MS })))
    throw rateLimitError("Too many apps have just registered", SETTLED_MS / SECOND_MS);
  return app;
}
