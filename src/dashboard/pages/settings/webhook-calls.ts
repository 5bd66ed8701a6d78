import type { InferResponseType } from "hono/client";
import type { OwnApi } from "../../../own-api";
import type { OwnPageContext } from "../../server/page-env";
import { expectDone, read, segment } from "../../server/read";

type Api = OwnApi["api"]["webhooks"];
export type ShownWebhook = InferResponseType<Api[":id"]["$get"], 200>;
export type ShownDelivery = InferResponseType<Api[":id"]["deliveries"]["$get"], 200>["deliveries"][number];
export type WebhookEvent = InferResponseType<Api["events"]["$get"], 200>["events"][number];

interface WebhookAsked {
  url?: string;
  description?: string;
  domain?: string | null;
  format?: "standard" | "slack";
  events?: WebhookEvent["type"][] | null;
  enabled?: boolean;
}

/** The calls of `/api/webhooks`. @throws ApiProblem. */
export function webhookCalls({ var: { api } }: OwnPageContext) {
  const { webhooks } = api.api;
  const one = webhooks[":id"];
  const deliveries = one.deliveries;
  const of = (id: string) => ({ id: segment(id) });
  const ofDelivery = (id: string, delivery: string) => ({ ...of(id), deliveryId: segment(delivery) });
  return {
    list: () => read(webhooks.$get({ query: {} })),
    events: () => read(webhooks.events.$get({ query: {} })),
    create: (json: WebhookAsked & { url: string }) => read(webhooks.$post({ json })),
    one: (id: string) => read(one.$get({ param: of(id), query: {} })),
    change: (id: string, json: WebhookAsked) => read(one.$patch({ param: of(id), json })),
    remove: (id: string) => expectDone(one.$delete({ param: of(id) })),
    renewSecret: (id: string) => read(one.secret.$post({ param: of(id) })),
    test: (id: string) => read(one.test.$post({ param: of(id) })),
    deliveries: (id: string, query: { state?: ShownDelivery["state"]; limit?: string; cursor?: string }) =>
      read(deliveries.$get({ param: of(id), query })),
    delivery: (id: string, delivery: string) =>
      read(deliveries[":deliveryId"].$get({ param: ofDelivery(id, delivery), query: {} })),
    resend: (id: string, delivery: string) =>
      read(deliveries[":deliveryId"].resend.$post({ param: ofDelivery(id, delivery) })),
  };
}
