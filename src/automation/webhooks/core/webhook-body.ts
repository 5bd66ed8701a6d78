import { cleanText } from "../../../lib/text/strangers-text";
import { EVENT_TYPES, type EventName } from "../../../events/event-types";

/** What is sent to an endpoint: the event itself, or its text in the form that Slack's incoming webhooks accept. */
export const FORMATS = ["standard", "slack"] as const;
export type WebhookFormat = (typeof FORMATS)[number];

/** An event with everything that its body needs. */
export interface SentEvent {
  type: string;
  /** Epoch ms. */
  at: number;
  /** JSON. */
  data: string;
}

/** Slack reads these three as markup, and only these. */
const SLACK_ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeSlack = (text: string) => text.replaceAll(/[&<>]/g, (char) => SLACK_ENTITIES[char]!);
/**
 * Longer texts are truncated before escaping, because half an entity would be read as text. Slack itself truncates at
 * 40,000.
 */
const MAX_SLACK = 3_000;

/** The body of a delivery. The same for each attempt, so that receivers may compare. */
export function webhookBody({ type, at, data }: SentEvent, format: WebhookFormat): string {
  const parsed: unknown = JSON.parse(data);
  if (format === "standard") return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: parsed });
  return JSON.stringify({ text: escapeSlack(cleanText(textOf(type, parsed), MAX_SLACK)) });
}

/** An event type that this version does not know has no text. */
function textOf(type: string, data: unknown): string {
  const known = Object.hasOwn(EVENT_TYPES, type) ? EVENT_TYPES[type as EventName] : null;
  const read = known?.data.safeParse(data);
  return known && read?.success ? (known.text as (data: unknown) => string)(read.data) : type;
}
