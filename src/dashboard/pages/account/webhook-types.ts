import type { ResponseOf } from "../../../client";

export type ShownWebhook = ResponseOf<"readWebhook">;
export type ShownDelivery = ResponseOf<"listDeliveries">["deliveries"][number];
export type WebhookEvent = ResponseOf<"listEventTypes">["events"][number];
