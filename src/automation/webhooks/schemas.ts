import * as z from "zod";
import { EVENT_NAMES } from "../../events/event-types";
import { queryNumber } from "../../http/query-number";
import { FORMATS } from "./core/webhook-body";
import { DELIVERY_STATES } from "./delivery-table";

const Url = z
  .string()
  .min(1)
  .max(2_048)
  .describe("Where events are posted: an https URL on a public host other than this service. Stored encrypted");
const Description = z.string().trim().max(200).describe("A name that identifies the endpoint");
const Format = z
  .enum(FORMATS)
  .describe(
    "`standard`: the event as JSON; `slack`: its text, for an incoming webhook of Slack or a compatible service",
  );
const Events = z
  .array(z.enum(EVENT_NAMES))
  .min(1)
  .max(EVENT_NAMES.length)
  .nullable()
  .describe("The types of events that it gets; null: all, including types added later");

export const WebhookBody = z.object({
  url: Url,
  description: Description.default(""),
  domain: z
    .string()
    .min(1)
    .max(300)
    .nullish()
    .describe("The account's domain whose events it gets; null or omitted: all of the account's"),
  format: Format.default("standard"),
  events: Events.default(null),
});
export const WebhookPatch = z
  .strictObject({
    url: Url.optional(),
    description: Description.optional(),
    format: Format.optional(),
    events: Events.optional(),
    enabled: z.boolean().optional().describe("Turns the endpoint on or off; while it is off, it gets nothing"),
  })
  .refine((body) => Object.keys(body).length > 0, "give at least one field");
export type WebhookChange = z.infer<typeof WebhookPatch>;

const Id = z.string().min(1);
export const WebhookParam = z.object({ id: Id.describe("The endpoint's id") });
export const DeliveryParam = WebhookParam.extend({ deliveryId: Id.describe("The delivery's webhook-id") });

export const DeliveriesQuery = z.object({
  state: z.enum(DELIVERY_STATES).optional().describe("Only deliveries in this state"),
  type: z.enum(EVENT_NAMES).optional().describe("Only events of this type"),
  limit: queryNumber(1, 200).default(50).describe("Deliveries per response"),
  cursor: z
    .string()
    .max(150)
    .regex(/^\d{1,15}_[\w-]{1,100}$/)
    .optional()
    .describe("nextCursor of the previous response"),
});

export const Webhook = z.object({
  id: z.string(),
  origin: z.string().describe("Scheme and host of the URL"),
  url: z.string().nullable().describe("The whole URL, for owners only; its path may be a secret"),
  domain: z.string().nullable().describe("The domain whose events it gets; null: all of the account's"),
  description: z.string(),
  format: z.enum(FORMATS),
  events: z.array(z.string()).nullable().describe("Null: all types"),
  createdAt: z.int(),
  disabledAt: z.int().nullable().describe("When it was turned off; null: it is on"),
  disabledReason: z
    .enum(["by_owner", "gone", "failing"])
    .nullable()
    .describe("`gone`: it answered 410; `failing`: it accepted nothing for three days"),
  previousSecretUntil: z.int().nullable().describe("Until when the previous secret also signs"),
});
const secret = z.string().describe("The signing secret, whsec_…; shown only once");
export const WebhookList = z.object({
  webhooks: z.array(Webhook),
  limit: z.int().describe("Endpoints that the plan allows"),
});
export const WebhookCreated = Webhook.extend({ secret });
export const SecretRotated = z.object({ secret, previousSecretUntil: z.int() });
export const Sent = z.object({ deliveryId: z.string().describe("The delivery's webhook-id") });

export const Delivery = z.object({
  id: z.string().describe("Its webhook-id, the same in each attempt"),
  type: z.string(),
  at: z.int().describe("When the event happened"),
  state: z.enum(DELIVERY_STATES).describe("`failed`: no further attempt follows"),
  attempts: z.int(),
  createdAt: z.int(),
  nextAt: z.int().nullable().describe("When it is attempted next"),
  lastAt: z.int().nullable(),
  lastStatus: z.int().nullable().describe("HTTP status of the last response; null: there was none"),
  lastMs: z.int().nullable(),
  lastError: z.string().nullable(),
});
export const DeliveryList = z.object({ deliveries: z.array(Delivery), nextCursor: z.string().nullable() });
export const DeliveryDetail = Delivery.extend({
  body: z.string().describe("The body as it is sent"),
  answer: z
    .string()
    .nullable()
    .describe("The first 1024 bytes of the last response as text, without the path of the URL; for owners only"),
});

export const EventTypeList = z.object({
  events: z.array(
    z.object({
      type: z.enum(EVENT_NAMES),
      title: z.string(),
      description: z.string(),
      example: z.record(z.string(), z.unknown()),
    }),
  ),
});
