import type { CrawlerKind } from "./catalogue/agents";

export type ServedBy = "cache" | "render";

/** What a crawler signed its request with (Web Bot Auth, RFC 9421), kept so that it can be verified off the request path. */
export interface VisitSignature {
  /** Host (with port) that the signature covers as `@authority`: the customer's domain. */
  authority: string;
  method: string;
  /** The headers of the same names, as they came. */
  agent: string;
  input: string;
  signature: string;
}

/** One crawler request that was served. The id makes counting it twice impossible. */
export interface VisitEvent {
  id: string;
  domainId: string;
  /** Epoch ms. */
  at: number;
  /** Canonical path and query. */
  path: string;
  /** Token of the catalogue that the user agent holds; null for a crawler the catalogue does not know. */
  token: string | null;
  provider: string;
  kind: CrawlerKind;
  servedBy: ServedBy;
  /** HTTP status that was served. */
  status?: number;
  /** How long the render took that made the page, in ms. */
  renderMs?: number;
  /** How long serving took, in ms. */
  serveMs?: number;
  /** Address of the crawler, where it is known. Used to verify it and never stored. */
  ip?: string;
  /** Sent by a site that serves its own pages: its id is the site's, and may come again for as long as visits are kept. */
  reported?: true;
  signature?: VisitSignature;
}

/** A queue message holds 128 KB and a batch of messages 256 KB: two messages a send, with room to spare. */
const MESSAGE_BYTES = 100_000;
const MESSAGE_EVENTS = 100;
const MESSAGES_A_SEND = 2;

const encoder = new TextEncoder();

/** Events packed into messages that the queue takes. */
export function packVisits(events: readonly VisitEvent[]): VisitEvent[][] {
  const messages: VisitEvent[][] = [];
  let bytes = Infinity;
  for (const event of events) {
    const size = encoder.encode(JSON.stringify(event)).byteLength + 1;
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
 * Puts visits on their way to the daily counts. Never throws: counting must not spoil serving. False: not all of them are on
 * their way, and all may be sent again, since each id counts once.
 */
export async function recordVisits(queue: Queue, events: readonly VisitEvent[]): Promise<boolean> {
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
