import type * as z from "zod";
import { log } from "../text/log";
import { noteReason } from "./failed-message";

/**
 * The message version that this release sends and reads. A message without `v` has version 1. A release that changes
 * the meaning of a message increases the number, so that older isolates leave such messages to newer ones.
 */
const MESSAGE_VERSION = 1;

/** How long an unreadable message waits for a retry. It may come from the next release, whose isolates can read it. */
const UNREADABLE_RETRY_SECONDS = 60;

/**
 * Parses a queue message; returns null if its kind or version is unknown. Such a message is retried until the queue's
 * retries are used up and then becomes a dead letter.
 */
export function readMessage<T>(schema: z.ZodType<T>, queue: string, message: Message): T | null {
  const parsed = schema.safeParse(message.body);
  if (parsed.success && versionOf(message.body) <= MESSAGE_VERSION) return parsed.data;
  refuseMessage(queue, message);
  return null;
}

function versionOf(body: unknown): number {
  const version = typeof body === "object" && body !== null ? (body as { v?: unknown }).v : undefined;
  return version === undefined ? 1 : Number(version);
}

/** Retries a message that can't be read, or only partly. */
export function refuseMessage(queue: string, message: Message): void {
  log("error", "message_unreadable", { queue, id: message.id, attempts: message.attempts });
  noteReason(message, "its kind or version is unknown to this release");
  message.retry({ delaySeconds: UNREADABLE_RETRY_SECONDS });
}
