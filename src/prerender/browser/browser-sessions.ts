import type { Browser } from "@cloudflare/puppeteer";
import { withDeadline } from "../../lib/deadline";
import { SECOND_MS } from "../../lib/time";

/** Remembers the ids of browser sessions where the end of this object's memory doesn't reach. */
export interface SessionRecord {
  read(): readonly string[];
  write(ids: readonly string[]): void;
}

/** A session that nobody has used for so long is ended by the platform. Longer than ours: it is for sessions that we lost. */
const KEEP_ALIVE_MS = 120 * SECOND_MS;
const CLOSE_MS = 3 * SECOND_MS;
const END_MS = 10 * SECOND_MS;

/**
 * Starts and ends browser sessions. Each id is written down before anything is done with its session, so that one whose owner
 * lost its memory, or whose start or end failed half-way, is found and ended: a session without an owner costs a whole browser.
 */
export class BrowserSessions {
  /** Ids of the sessions that this object's memory knows. */
  private readonly own = new Set<string>();

  constructor(
    private readonly binding: Fetcher,
    private readonly record: SessionRecord,
  ) {}

  /** Starts a browser, after ending those that nobody owns any more. */
  async start(): Promise<Browser> {
    await this.endLeftovers();
    const { acquire, connect } = await import("./driver");
    const { sessionId } = await acquire(this.binding, { keep_alive: KEEP_ALIVE_MS });
    this.own.add(sessionId);
    this.record.write([...this.record.read(), sessionId]);
    try {
      return await connect(this.binding, sessionId);
    } catch (error) {
      await this.end(sessionId);
      throw error;
    }
  }

  /** Closes a browser; a session that does not close by itself, or is connected no more, is ended from outside. */
  async close(browser: Browser): Promise<void> {
    if (browser.connected) await withDeadline(browser.close(), CLOSE_MS).catch(() => null);
    await this.end(browser.sessionId());
  }

  /** Ends what is on record and unknown to this object: sessions of a memory that is gone. */
  async endLeftovers(): Promise<void> {
    const leftovers = this.record.read().filter((id) => !this.own.has(id));
    await Promise.all(leftovers.map((id) => this.end(id)));
  }

  /** How many sessions have not been ended yet. */
  get count(): number {
    return this.record.read().length;
  }

  private async end(id: string): Promise<void> {
    const request = this.binding.fetch(`https://fake.host/v1/devtools/browser/${id}`, { method: "DELETE" });
    const answer = await withDeadline(request, END_MS).catch(() => null);
    await answer?.body?.cancel();
    this.own.delete(id);
    // Not answered: stays on record and is tried again with the leftovers. Refused: the session is unknown, hence gone.
    if (answer) this.record.write(this.record.read().filter((each) => each !== id));
  }
}
