import { openDb } from "../../db/client";
import { settingsOf, type Bindings } from "../../env";
import { SECOND_MS } from "../../lib/time/time";
import { guardedFetch, readTextBody } from "../../web";
import { documentUrl, judgeDocument, type AppFault, type OAuthApp } from "../core/connections/client";
import { findClient } from "../repo/oauth-clients";
import { limitRate } from "../throttle/limit-rate";

const TIMEOUT_MS = 5 * SECOND_MS;
const MAX_BYTES = 16 * 1024;
/** Documents that one reader of the consent page may have us fetch per minute. */
const FETCHES_PER_MINUTE = 20;

const unknown = (message: string): AppFault => ({ code: "invalid_client_metadata", message });

/** An app by its id: one that registered itself, or one whose id is the URL of a document about it. @throws ApiError `rate_limited`. */
export async function findApp(env: Bindings, id: string, userId: string, now: number): Promise<OAuthApp | AppFault> {
  const { allowPrivateHosts } = settingsOf(env);
  const url = documentUrl(id, allowPrivateHosts);
  if (!url) {
    const app = await findClient(openDb(env.DB), id.slice(0, 100), now);
    return app ?? unknown("The app is not registered here, or its registration has ended. Connect it once more.");
  }
  await limitRate(env, `app-document:${userId}`, FETCHES_PER_MINUTE);
  const rules = { hosts: new Set<string>(), anyPublicHost: true, via: null, allowPrivateHosts };
  const headers = { accept: "application/json" };
  const response = await guardedFetch(url, { rules, headers, timeoutMs: TIMEOUT_MS });
  if (!response.ok) return unknown(`The app's document can't be read: ${response.detail}.`);
  try {
    if (response.status !== 200) return unknown(`The app's document can't be read: HTTP ${response.status}.`);
    const { text, end } = await readTextBody(response, MAX_BYTES);
    return end === "complete" ? judgeDocument(id, text) : unknown("The app's document is too long or incomplete.");
  } finally {
    response.release();
  }
}
