import { ownFetch } from "../../../own-api";
import type { OwnPageContext } from "../../server/page-env";
import { expectDone, readAs, segment } from "../../server/read";

export interface Webhook {
  id: string;
  origin: string;
  /** Owners only. */
  url: string | null;
  /** Null: of the whole account. */
  domain: string | null;
  description: string;
  format: "standard" | "slack";
  /** Null: all. */
  events: string[] | null;
  createdAt: number;
  disabledAt: number | null;
  disabledReason: null | "by_owner" | "gone" | "failing";
  previousSecretUntil: number | null;
}

export interface Delivery {
  id: string;
  type: string;
  at: number;
  state: "waiting" | "delivered" | "failed";
  attempts: number;
  createdAt: number;
  nextAt: number | null;
  lastAt: number | null;
  lastStatus: number | null;
  lastMs: number | null;
  lastError: string | null;
}

export interface WebhookEvent {
  type: string;
  title: string;
  description: string;
  example: unknown;
}

interface WebhookAsked {
  url?: string;
  description?: string;
  domain?: string | null;
  format?: string;
  events?: string[] | null;
  enabled?: boolean;
}

/** The calls of `/api/webhooks`. @throws ApiProblem. */
export function webhookCalls(c: OwnPageContext) {
  const ctx = c.executionCtx as ExecutionContext;
  const own = ownFetch({ request: c.req.raw, env: c.env, ctx, caller: c.var.caller });
  const send = (method: string, path: string, json?: object): Promise<Response> => {
    const headers = json && { "content-type": "application/json" };
    return own(new URL(`/api/webhooks${path}`, c.req.url), { method, headers, body: json && JSON.stringify(json) });
  };
  const call = <T>(...asked: Parameters<typeof send>): Promise<T> => readAs<T>(send(...asked));
  const at = (id: string, more = "") => `/${segment(id)}${more}`;
  return {
    list: () => call<{ webhooks: Webhook[]; limit: number }>("GET", ""),
    events: () => call<{ events: WebhookEvent[] }>("GET", "/events"),
    create: (asked: WebhookAsked) => call<Webhook & { secret: string }>("POST", "", asked),
    one: (id: string) => call<Webhook>("GET", at(id)),
    change: (id: string, asked: WebhookAsked) => call<Webhook>("PATCH", at(id), asked),
    remove: (id: string) => expectDone(send("DELETE", at(id))),
    renewSecret: (id: string) => call<{ secret: string; previousSecretUntil: number }>("POST", at(id, "/secret")),
    test: (id: string) => call<{ deliveryId: string }>("POST", at(id, "/test")),
    deliveries: (id: string, query: URLSearchParams) =>
      call<{ deliveries: Delivery[]; nextCursor: string | null }>("GET", at(id, `/deliveries?${query.toString()}`)),
    delivery: (id: string, delivery: string) =>
      call<Delivery & { body: string; answer: string | null }>("GET", at(id, `/deliveries${at(delivery)}`)),
    resend: (id: string, delivery: string) =>
      call<{ deliveryId: string }>("POST", at(id, `/deliveries${at(delivery)}/resend`)),
  };
}
