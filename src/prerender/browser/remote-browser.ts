import type { CDPSession, ConnectionTransport } from "@cloudflare/puppeteer";
import { CDPSessionEvent } from "@cloudflare/puppeteer/internal/api/CDPSession.js";
import { Connection } from "@cloudflare/puppeteer/internal/cdp/Connection.js";

const HOST = "https://fake.host/v1/devtools/browser";

/** A separate profile of a browser: its pages share cookies and caches with no other context. */
export interface BrowserContext {
  readonly id: string;
  readonly browser: RemoteBrowser;
  close(): Promise<void>;
}

/** Starts a session of Browser Rendering, which ends after `keepAliveMs` without use. Returns its id. @throws when refused. */
export async function acquireSession(binding: Fetcher, keepAliveMs: number): Promise<string> {
  const answer = await binding.fetch(`${HOST}?keep_alive=${keepAliveMs}`, { method: "POST" });
  if (!answer.ok) throw new Error(`no browser session: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return (await answer.json<{ sessionId: string }>()).sessionId;
}

/** Puppeteer's messages over the socket of a browser session. */
function transportOf(socket: WebSocket): ConnectionTransport {
  const transport: ConnectionTransport = {
    send: (message) => socket.send(message),
    close: () => socket.close(),
  };
  socket.addEventListener("message", ({ data }) => transport.onmessage?.(data as string));
  socket.addEventListener("close", () => transport.onclose?.());
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
  ) {
    this.onDisconnected(() => (this.isConnected = false));
  }

  /** @throws when the session can't be connected to. */
  static async connect(binding: Fetcher, sessionId: string): Promise<RemoteBrowser> {
    const { webSocket, status } = await binding.fetch(`${HOST}/${sessionId}`, { headers: { upgrade: "websocket" } });
    if (!webSocket) throw new Error(`the browser session refuses a connection: ${status}`);
    webSocket.accept();
    return new RemoteBrowser(sessionId, new Connection("", transportOf(webSocket)));
  }

  get connected(): boolean {
    return this.isConnected;
  }

  onDisconnected(then: () => void): void {
    this.connection.on(CDPSessionEvent.Disconnected, then);
  }

  /**
   * A session of the browser itself, which outlives all pages. It is attached by the target's id: a session of
   * `Target.attachToBrowserTarget` does not pause the last requests of embedded documents that go away.
   */
  async rootSession(): Promise<CDPSession> {
    const { targetInfo } = await this.connection.send("Target.getTargetInfo");
    // The package declares its types twice: for its own modules and for its entry.
    return (await this.connection.createSession(targetInfo)) as unknown as CDPSession;
  }

  async createContext(): Promise<BrowserContext> {
    const { browserContextId } = await this.connection.send("Target.createBrowserContext", {});
    const close = () => this.connection.send("Target.disposeBrowserContext", { browserContextId });
    return { id: browserContextId, browser: this, close };
  }

  async close(): Promise<void> {
    await this.connection.send("Browser.close");
  }
}
