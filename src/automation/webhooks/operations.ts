import { operation } from "../../http/operation";
import {
  DeliveryDetail,
  DeliveryList,
  EventTypeList,
  SecretRotated,
  Sent,
  Webhook,
  WebhookCreated,
  WebhookList,
} from "./schemas";

const owners = { tag: "Webhooks", credentials: ["session"] } as const;
const readers = { tag: "Webhooks", credentials: ["session", "apiKey"] } as const;
const write = ["cross_origin_request", "unsupported_media_type", "owner_required", "invalid_request"] as const;
const body = [...write, "invalid_json", "payload_too_large", "sessions_unavailable"] as const;
const reading = ["invalid_request", "plan_required", "webhook_not_found"] as const;

export const typesOp = operation({
  ...readers,
  summary: "List the types of events",
  description:
    "What each type means, and an example of its payload's `data`. The API description has their schemas under `webhooks`.",
  responses: { 200: EventTypeList },
  errors: ["invalid_request", "plan_required"],
});
export const listOp = operation({
  ...readers,
  summary: "List webhooks",
  description:
    "The endpoints that get events. A key or member limited to some domains sees only the endpoints of those domains.",
  responses: { 200: WebhookList },
  errors: ["invalid_request", "plan_required"],
});
export const createOp = operation({
  ...owners,
  summary: "Create a webhook",
  description:
    "Events are posted to the URL as Standard Webhooks 1.0 describes: with `webhook-id`, `webhook-timestamp` and `webhook-signature`. Any 2xx within 15 seconds accepts a delivery; redirects are not followed. After any other response, the delivery is retried seven times within about 24 hours; 410 turns the endpoint off. An event may arrive more than once, each time with the same `webhook-id`. Only this response has the secret.",
  responses: { 201: WebhookCreated },
  errors: [...body, "domain_not_owned", "domain_access_forbidden", "webhook_limit_reached"],
});
export const readOp = operation({
  ...readers,
  summary: "Read a webhook",
  responses: { 200: Webhook },
  errors: reading,
});
export const changeOp = operation({
  ...owners,
  summary: "Change a webhook",
  description: "Only the given fields change. `enabled: true` turns an endpoint on again.",
  responses: { 200: Webhook },
  errors: [...body, "webhook_not_found"],
});
export const deleteOp = operation({
  ...owners,
  summary: "Delete a webhook",
  description: "Its deliveries are deleted as well. An event that is being sent at this moment may still arrive.",
  responses: { 204: null },
  errors: [...write, "webhook_not_found"],
});
export const rotateOp = operation({
  ...owners,
  summary: "Rotate a webhook's secret",
  description:
    "Only this response has the new secret. For a day, deliveries carry two signatures: one with the new secret and one with the previous secret.",
  responses: { 200: SecretRotated },
  errors: [...write, "webhook_not_found", "sessions_unavailable"],
});
export const testOp = operation({
  ...readers,
  summary: "Send a test event",
  description:
    "Sends `test.ping` to the endpoint, whatever events it subscribes to. At most ten per minute and endpoint.",
  responses: { 202: Sent },
  errors: reading,
});
export const deliveriesOp = operation({
  ...readers,
  summary: "List a webhook's deliveries",
  description: "Newest first. Deliveries are kept for 30 days, at most 20,000 per endpoint.",
  responses: { 200: DeliveryList },
  errors: reading,
});
export const deliveryOp = operation({
  ...readers,
  summary: "Read a delivery",
  description: "Includes its body and, for owners, the start of the last response.",
  responses: { 200: DeliveryDetail },
  errors: [...reading, "delivery_not_found"],
});
export const resendOp = operation({
  ...readers,
  summary: "Send a delivery again",
  description: "Keeps its `webhook-id`, and works for deliveries in any state. At most ten per minute and endpoint.",
  responses: { 202: Sent },
  errors: [...reading, "delivery_not_found"],
});
