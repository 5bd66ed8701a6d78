import { withDeadline } from "../../lib/time/deadline";
import { SECOND_MS } from "../../lib/time/time";
import type { RemoteBrowser } from "./driver/remote-browser";

/** Stores the ids of browser sessions so that they outlive this object's memory. */
export interface SessionRecord {
  read(): readonly string[];
  write(ids: readonly string[]): void;
}

/**
 * The platform ends a session after this long without use. Longer than our own limit, because this one is for sessions
 * that we lost.
 */
const KEEP_ALIVE_MS = 120 * SECOND_MS;
const CLOSE_MS = 3 * SECOND_MS;
const END_MS = 10 * SECOND_MS;

/**
 * Starts and ends browser sessions. Each id is stored before its session is used. So a session whose owner lost its
 * memory, or whose start or end failed half-way, is found and ended: each session without an owner costs a whole
 * browser.
 */
export class BrowserSessions {
  /** Ids of the sessions that this object's memory knows. */
  private readonly own = new Set<string>();

  constructor(
    private readonly binding: Fetcher,
    private readonly record: SessionRecord,
  ) {}

  /** Ends sessions without an owner, then starts a browser. */
  async start(): Promise<RemoteBrowser> {
    await this.endLeftovers();
    const { acquireSession, RemoteBrowser: Browser } = await import("./driver/remote-browser");
    const sessionId = await acquireSession(this.binding, KEEP_ALIVE_MS);
    this.own.add(sessionId);
    this.record.write([...this.record.read(), sessionId]);
    try {
      return await Browser.connect(this.binding, sessionId);
    } catch (error) {
      await this.end(sessionId);
      throw error;
    }
  }

  /** Closes a browser. A session that does not close, or has lost its connection, is ended from outside. */
  async close(browser: RemoteBrowser): Promise<void> {
    if (browser.connected) await withDeadline(browser.close(), CLOSE_MS).catch(() => null);
    await this.end(browser.sessionId);
  }

  /** Ends sessions that are on record but unknown to this object: their owner lost its memory. */
  async endLeftovers(): Promise<void> {
    const leftovers = this.record.read().filter((id) => !this.own.has(id));
    await Promise.all(leftovers.map((id) => this.end(id)));
  }

  /** Number of sessions that have not ended yet. */
  get count(): number {
    return this.record.read().length;
  }

  private async end(id: string): Promise<void> {
    const request = this.binding.fetch(`https://fake.host/v1/devtools/browser/${id}`, { method: "DELETE" });
    const answer = await withDeadline(request, END_MS).catch(() => null);
    await answer?.body?.cancel();
    this.own.delete(id);
    // Without a response, the id stays on record and is tried again with the leftovers. A refusal means that the
    // session is gone.
    if (answer) this.record.write(this.record.read().filter((each) => each !== id));
  }
}
