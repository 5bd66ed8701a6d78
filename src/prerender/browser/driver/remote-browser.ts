import type { CDPSession, ConnectionTransport } from "@cloudflare/puppeteer";
import { CDPSessionEvent } from "@cloudflare/puppeteer/internal/api/CDPSession.js";
import { Connection } from "@cloudflare/puppeteer/internal/cdp/Connection.js";
import { withDeadline } from "../../../lib/time/deadline";
import { ReportMeters } from "../scripts/report-meter";

const HOST = "https://fake.host/v1/devtools/browser";

/** A separate profile of a browser: its pages share cookies and caches with no other context. */
export interface BrowserContext {
  readonly id: string;
  /** Ends all its pages and workers at once, busy ones too. */
  close(): Promise<void>;
}

/** Starts a session of Browser Rendering, which ends after `keepAliveMs` without use. Returns its id. @throws when refused. */
export async function acquireSession(binding: Fetcher, keepAliveMs: number): Promise<string> {
  const answer = await binding.fetch(`${HOST}?keep_alive=${keepAliveMs}`, { method: "POST" });
  if (!answer.ok) throw new Error(`no browser session: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return (await answer.json<{ sessionId: string }>()).sessionId;
}

/** Puppeteer numbers its commands from 1 on and ignores the reply to this one. */
const UNNUMBERED = -1;

/** Puppeteer's messages over the socket of a browser session, except those that `meters` blocks. */
function transportOf(socket: WebSocket, meters: ReportMeters): ConnectionTransport {
  const transport: ConnectionTransport = {
    send: (message) => socket.send(message),
    close: () => socket.close(),
  };
  socket.addEventListener("message", ({ data }) => {
    if (meters.passes(data as string)) transport.onmessage?.(data as string);
  });
  for (const end of ["close", "error"] as const) socket.addEventListener(end, () => transport.onclose?.());
  return transport;
}

/**
 * A browser session driven by the DevTools protocol, over Puppeteer's connection. Puppeteer's own classes for browsers,
 * pages and frames would follow every target and resume it before our rules are in place.
 */
export class RemoteBrowser {
  private isConnected = true;

  private constructor(
    readonly sessionId: string,
    private readonly connection: Connection,
    /** Counts what pages make the browser report. */
    readonly meters: ReportMeters,
  ) {
    this.onDisconnected(() => (this.isConnected = false));
  }

  /** @throws when the session can't be connected to. */
  static async connect(binding: Fetcher, sessionId: string): Promise<RemoteBrowser> {
    const { webSocket, status } = await binding.fetch(`${HOST}/${sessionId}`, { headers: { upgrade: "websocket" } });
    if (!webSocket) throw new Error(`the browser session refuses a connection: ${status}`);
    webSocket.accept();
    const meters = new ReportMeters((session, requestId) => {
      const params = { requestId, errorReason: "BlockedByClient" };
      webSocket.send(JSON.stringify({ id: UNNUMBERED, method: "Fetch.failRequest", params, sessionId: session }));
    });
    return new RemoteBrowser(sessionId, new Connection("", transportOf(webSocket, meters)), meters);
  }

  get connected(): boolean {
    return this.isConnected;
  }

  onDisconnected(then: () => void): void {
    this.connection.on(CDPSessionEvent.Disconnected, then);
  }

  /**
   * A session of the browser itself, which outlives all pages. It is attached by the target's id: a session of
   * `Target.attachToBrowserTarget` does not pause the last requests of embedded documents that are removed.
   */
  async rootSession(): Promise<CDPSession> {
    const { targetInfo } = await this.connection.send("Target.getTargetInfo");
    // The package declares its types twice: for its own modules and for its entry.
    return (await this.connection.createSession(targetInfo)) as unknown as CDPSession;
  }

  async createContext(): Promise<BrowserContext> {
    const { browserContextId } = await this.connection.send("Target.createBrowserContext", {});
    const close = async () => {
      await this.connection.send("Target.disposeBrowserContext", { browserContextId }).catch(() => {});
    };
    return { id: browserContextId, close };
  }

  /** Whether the browser itself responds within `timeoutMs`, whatever its pages do. */
  async answers(timeoutMs: number): Promise<boolean> {
    const answer = withDeadline(this.connection.send("Browser.getVersion"), timeoutMs);
    return (await answer.catch(() => null)) !== null;
  }

  /** Abandons a browser that does not respond. Whatever waits for it fails at once. */
  drop(): void {
    this.connection.dispose();
  }

  async close(): Promise<void> {
    await this.connection.send("Browser.close");
  }
}
