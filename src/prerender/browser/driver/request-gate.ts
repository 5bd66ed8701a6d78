import type { CDPSession } from "@cloudflare/puppeteer";
import { sendCommands } from "./send-commands";

/** A request that the browser has paused. */
export interface HeldRequest {
  requestId: string;
  /** The same at every session that pauses the request. */
  networkId?: string;
  request: { url: string; method: string; urlFragment?: string };
}

/** The render that a request belongs to. */
export interface RequestOwner {
  /** After the render, its requests no longer pass. */
  readonly isOver: boolean;
}

function keyOf({ networkId, request }: HeldRequest): string {
  return networkId ?? `${request.method} ${request.url}`;
}

/**
 * The last stop before the network. When a page, frame or worker goes away, Chromium resumes the requests that its
 * session had paused. So the browser's own session, which outlives them all, pauses every request once more. Only
 * requests that a page's session has let through continue, each once per redirect.
 */
export class RequestGate {
  private readonly passes = new Map<string, RequestOwner[]>();

  constructor(private readonly root: CDPSession) {}

  /** From here on, no request leaves the browser without a pass. */
  async close(): Promise<void> {
    this.root.on("Fetch.requestPaused", (event) => this.decide(event as HeldRequest));
    await this.root.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  }

  pass(request: HeldRequest, owner: RequestOwner): void {
    const key = keyOf(request);
    const others = this.passes.get(key)?.filter(({ isOver }) => !isOver) ?? [];
    this.passes.set(key, [...others, owner]);
  }

  private decide(event: HeldRequest): void {
    const { requestId } = event;
    const key = keyOf(event);
    const [owner, ...others] = this.passes.get(key) ?? [];
    if (others.length > 0) this.passes.set(key, others);
    else this.passes.delete(key);
    if (owner && !owner.isOver) sendCommands(this.root, [["Fetch.continueRequest", { requestId }]]);
    else sendCommands(this.root, [["Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }]]);
  }
}
