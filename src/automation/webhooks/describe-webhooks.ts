import * as z from "zod";
import { EVENT_NAMES, EVENT_TYPES, type EventName } from "../../events/event-types";

const HEADERS = {
  "webhook-id": "Identifies the event, the same in each attempt and to each endpoint",
  "webhook-timestamp": "When this attempt was made, in seconds since 1970",
  "webhook-signature":
    "One or more signatures, separated by spaces: v1 and the base64 of HMAC-SHA256 over id.timestamp.body",
};

function described(type: EventName): object {
  const { title, description, data, example } = EVENT_TYPES[type];
  const payload = z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: data as z.ZodType });
  const { $schema: _, ...schema } = z.toJSONSchema(payload);
  return {
    post: {
      operationId: type.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
      tags: ["Webhooks"],
      // The signature is the receiver's to check; we send no credentials.
      security: [],
      summary: title,
      description,
      parameters: Object.entries(HEADERS).map(([name, text]) => ({
        name,
        in: "header",
        required: true,
        description: text,
        schema: { type: "string" },
      })),
      requestBody: {
        content: {
          "application/json": { schema, example: { type, timestamp: "2026-11-21T10:00:00.000Z", data: example } },
        },
      },
      responses: { "2XX": { description: "Accepted. Any other response is a failure and is retried" } },
    },
  };
}

/** The `webhooks` of the API description: what each type of event posts to an endpoint. */
export function describeWebhooks(): Record<string, object> {
  return Object.fromEntries(EVENT_NAMES.map((type) => [type, described(type)]));
}
