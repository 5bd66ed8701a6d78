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
  signature?: VisitSignature;
  /** How many equal visits this one stands for; 1 if omitted. */
  times?: number;
}

/** How a visit with `times` is sent. An older version that does not know this form leaves it to a newer isolate. */
export interface RepeatedVisit {
  times: number;
  visit: Omit<VisitEvent, "times">;
}

/** A queue message may have 128 KB and a batch 256 KB: two messages per send, with room to spare. */
const MESSAGE_BYTES = 100_000;
const MESSAGE_EVENTS = 100;
const MESSAGES_A_SEND = 2;

type SentEvent = VisitEvent | RepeatedVisit | ReferralEvent;

function sentForm(event: VisitEvent | ReferralEvent): SentEvent {
  if (!("times" in event) || event.times === undefined) return event;
  const { times, ...visit } = event;
  return { times, visit };
}

/** Packs events into messages that fit the queue's limits. */
export function packVisits(events: ReadonlyArray<VisitEvent | ReferralEvent>): SentEvent[][] {
  const messages: SentEvent[][] = [];
  let bytes = Infinity;
  for (const event of events.map(sentForm)) {
    const size = jsonBytes(event) + 1;
    const last = messages.at(-1);
    if (last && last.length < MESSAGE_EVENTS && bytes + size <= MESSAGE_BYTES) {
      last.push(event);
      bytes += size;
    } else {
      messages.push([event]);
      bytes = size;
    }
  }
  return messages;
}

/**
 * Queues visits for counting. Never throws, because counting must not break serving. Returns false if not all visits
 * were queued. Callers may then send all of them again, since each id counts once.
 */
export async function recordVisits(queue: Queue, events: ReadonlyArray<VisitEvent | ReferralEvent>): Promise<boolean> {
  const messages = packVisits(events);
  try {
    for (let i = 0; i < messages.length; i += MESSAGES_A_SEND) {
      await queue.sendBatch(messages.slice(i, i + MESSAGES_A_SEND).map((body) => ({ body, contentType: "json" })));
    }
    return true;
  } catch {
    return false;
  }
}
