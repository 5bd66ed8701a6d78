import type { Bindings } from "../../env";
import { judgeRequest, MAX_REQUEST, type ConsentRequest, type RequestFault } from "../core/connections/authorization";
import type { OAuthApp } from "../core/connections/client";
import { resourceOf } from "../core/connections/resource";
import { findApp } from "./find-app";

/** What an app asks a person for, or why it may not ask. */
export type Consent = { app: OAuthApp; request: ConsentRequest } | { app: OAuthApp | null; fault: RequestFault };

const faultOf = (error: string, message: string) => ({
  app: null,
  fault: { error, message, redirectUri: null, state: null },
});

/** Reads the address with which an app sent a person here. @throws ApiError `rate_limited`. */
export async function readConsent(env: Bindings, requestUrl: string, userId: string, now: number): Promise<Consent> {
  const { search, searchParams } = new URL(requestUrl);
  if (search.length > MAX_REQUEST) return faultOf("invalid_request", "The app's request is too long.");
  const app = await findApp(env, searchParams.get("client_id") ?? "", userId, now);
  if ("code" in app) return faultOf(app.code, app.message);
  const judged = judgeRequest(searchParams, app, resourceOf(requestUrl));
  return "error" in judged ? { app, fault: judged } : { app, request: judged };
}
