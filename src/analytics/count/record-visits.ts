import { jsonBytes } from "../../lib/text/json";
import type { ResponseForm, ResponseSource } from "../core/response-form";
import type { CrawlerKind } from "../catalogue/agents";
import type { ReferralEvent } from "../core/referral-event";

/**
 * A crawler's request signature (Web Bot Auth, RFC 9421). We keep it so that verification can run off the request path.
 */
export interface VisitSignature {
  /** The host (with port) that the signature covers as `@authority`: the customer's domain. */
  authority: string;
  method: string;
  /** The headers of the same names, unchanged. */
  agent: string;
  input: string;
  signature: string;
}

/** One served crawler request. Thanks to the id, it can't count twice. */
export interface VisitEvent {
  id: string;
  domainId: string;
  /** Epoch ms. */
  at: number;
  /** Canonical path and query. */
  path: string;
  /** The catalogue token in the user agent; null for a crawler that the catalogue does not list. */
  token: string | null;
  provider: string;
  kind: CrawlerKind;
  servedBy: ResponseSource;
  /** What the crawler got; a page if omitted. */
  form?: ResponseForm;
  /** The HTTP status of our response. */
  status?: number;
  /** Duration of the render that produced the page, in ms. */
  renderMs?: number;
  /** Duration of serving, in ms. */
  serveMs?: number;
  /** The crawler's address, if known. It is used to verify the crawler and never stored. */
  ip?: string;
  /**
   * Set if a site that serves its own pages reported the visit. The site chose the id, and it may arrive again as long
   * as visits are kept.
   */
  reported?: true;
  /** Set besides `reported` if the visit is a line of an imported log. */
  imported?: true;
  signature?: VisitSignature;
  /** How many equal visits this one stands for; 1 if omitted. */
  times?: number;
}

/** How a visit with `times` is sent. An older version that does not know this form leaves it to a newer isolate. */
export interface RepeatedVisit {
  times: number;
  visit: Omit<VisitEvent, "times">;
}

/** A queue message may have 128 KB, but counts as two from 64 KiB on. */
export const MAX_SENT_BYTES = 64_000;
export const MAX_SENT_VISITS = 200;
/** One send may have 100 messages and 256 KB. */
const SEND_MESSAGES = 100;
const SEND_BYTES = 240_000;

type SentEvent = VisitEvent | RepeatedVisit | ReferralEvent;

function sentForm(event: VisitEvent | ReferralEvent): SentEvent {
  if (!("times" in event) || event.times === undefined) return event;
  const { times, ...visit } = event;
  return { times, visit };
}

/** How many bytes an event adds to a message. */
export function sentBytes(event: VisitEvent | ReferralEvent): number {
  return jsonBytes(sentForm(event)) + 1;
}

/** Packs events into messages that fit the queue's limits. */
export function packVisits(events: ReadonlyArray<VisitEvent | ReferralEvent>): SentEvent[][] {
  return messagesOf(events).map(({ visits }) => visits.map(sentForm));
}

/** Events that make one queue message, and how many bytes that has at most. */
export interface EventMessage {
  visits: Array<VisitEvent | ReferralEvent>;
  bytes: number;
}

function messagesOf(events: ReadonlyArray<VisitEvent | ReferralEvent>): EventMessage[] {
  const messages: EventMessage[] = [];
  for (const event of events) {
    const bytes = sentBytes(event);
    const last = messages.at(-1);
    if (last && last.visits.length < MAX_SENT_VISITS && last.bytes + bytes <= MAX_SENT_BYTES) {
      last.visits.push(event);
      last.bytes += bytes;
    } else messages.push({ visits: [event], bytes });
  }
  return messages;
}

/** Groups messages so that each group fits one send. */
function sendsOf<Message extends EventMessage>(messages: readonly Message[]): Message[][] {
  const sends: Message[][] = [];
  let free = 0;
  for (const message of messages) {
    const last = sends.at(-1);
    if (last && last.length < SEND_MESSAGES && message.bytes <= free) last.push(message);
    else {
      sends.push([message]);
      free = SEND_BYTES;
    }
    free -= message.bytes;
  }
  return sends;
}

/** Queues messages. Never throws, because counting must not break serving. Returns those that were not queued. */
export async function sendVisits<Message extends EventMessage>(
  queue: Queue,
  messages: readonly Message[],
): Promise<Message[]> {
  const refused: Message[] = [];
  for (const send of sendsOf(messages)) {
    const bodies = send.map(({ visits }) => ({ body: visits.map(sentForm), contentType: "json" as const }));
    try {
      await queue.sendBatch(bodies);
    } catch {
      refused.push(...send);
    }
  }
  return refused;
}

/**
 * Queues visits for counting. Never throws. Returns false if not all visits were queued. Callers may then send all of
 * them again, since each id counts once.
 */
export async function recordVisits(queue: Queue, events: ReadonlyArray<VisitEvent | ReferralEvent>): Promise<boolean> {
  return (await sendVisits(queue, messagesOf(events))).length === 0;
}
