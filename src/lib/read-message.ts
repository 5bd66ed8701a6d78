import type * as z from "zod";
import { log } from "./log";

/**
 * The form of messages that this release sends and reads. A message without `v` has form 1. A release that gives a message
 * another meaning sends it with the next number, which older isolates leave to newer ones.
 */
const MESSAGE_VERSION = 1;

/** A message that this release can't read may be one of the next release's, which an isolate of that will take. */
const UNREADABLE_RETRY_SECONDS = 60;

/**
 * The body of a queue message, or null when its kind or version is unknown here. Such a message is not acknowledged: it comes again
 * until the queue's retries are used up, and then goes to the dead letters.
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

/** Gives a message back that can't be read, or not all of it. */
export function refuseMessage(queue: string, message: Message): void {
  log("error", "message_unreadable", { queue, id: message.id, attempts: message.attempts });
  message.retry({ delaySeconds: UNREADABLE_RETRY_SECONDS });
}
