import { openSocket } from "./pool";

/** What a visitor sees and a crawler reads. */
export interface Seen {
  text: string;
  title: string;
  description: string;
  canonical: string;
  links: string[];
  jsonLd: string[];
}

/** Visible text in the order of the flat tree, with shadow trees and frames of the same site, which innerText lacks. */
const LOOK = `(() => {
  const skipped = new Set(["SCRIPT", "STYLE", "TEMPLATE", "HEAD"]);
  const pieces = (list, view) => [...list].map((each) => flat(each, view)).join("");
  const flat = (node, view) => {
    if (node.nodeType === 3) return view.getComputedStyle(node.parentElement ?? node.getRootNode().host).visibility === "visible" ? node.data : "";
    if (node.nodeType !== 1 || skipped.has(node.tagName)) return "";
    const { display } = view.getComputedStyle(node);
    if (display === "none" || (display !== "contents" && !node.checkVisibility())) return "";
    let inside = null;
    try { inside = node.contentDocument; } catch {}
    const assigned = node.tagName === "SLOT" ? node.assignedNodes() : [];
    const children = assigned.length > 0 ? assigned : (node.shadowRoot ?? node).childNodes;
    const text = inside?.body ? flat(inside.body, inside.defaultView) : pieces(children, view);
    return display.startsWith("inline") || display === "contents" ? text : "\\n" + text + "\\n";
  };
  const meta = document.querySelector("meta[name=description i]"), canonical = document.querySelector("link[rel=canonical]");
  return { text: document.body ? flat(document.body, window) : "", title: document.title, description: meta?.content ?? "", canonical: canonical?.href ?? "",
    links: [...document.querySelectorAll("a[href]")].slice(0, 2000).map((link) => link.href),
    jsonLd: [...document.querySelectorAll("script[type='application/ld+json']")].map((each) => each.text.trim()) };
})()`;

/** A plain DevTools client that waits as long as it takes: the truth that snapshots are compared with. */
export class PatientBrowser {
  private lastId = 0;
  private readonly calls = new Map<number, { resolve: (result: any) => void; reject: (error: Error) => void }>();

  /** Documents whose network has been idle. */
  private readonly idle = new Set<string>();

  private readonly socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, result, error, method, params } = JSON.parse(String(data)) as {
        id?: number;
        result?: unknown;
        error?: object;
        method?: string;
        params?: { name: string; loaderId: string };
      };
      if (method === "Page.lifecycleEvent" && params?.name === "networkIdle") this.idle.add(params.loaderId);
      const call = this.calls.get(id ?? 0);
      if (!call) return;
      this.calls.delete(id!);
      if (error) call.reject(new Error(JSON.stringify(error)));
      else call.resolve(result);
    });
  }

  static async connect(endpoint: string): Promise<PatientBrowser> {
    return new PatientBrowser(await openSocket(endpoint));
  }

  private send(method: string, params: object, sessionId?: string): Promise<any> {
    const id = ++this.lastId;
    this.socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((resolve, reject) => this.calls.set(id, { resolve, reject }));
  }

  /** What a page shows after `waitMs`, with its scripts. */
  visit(url: string, waitMs: number): Promise<Seen> {
    return this.inTab(async (send) => {
      await send("Page.navigate", { url });
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    });
  }

  /** What HTML shows without scripts, with the address of its page. */
  show(html: string, url = "about:blank"): Promise<Seen> {
    return this.inTab(async (send) => {
      await send("Emulation.setScriptExecutionDisabled", { value: true });
      const { frameTree } = await send("Page.getFrameTree", {});
      const based = html.includes("<base") ? html : html.replace(/<head[^>]*>/i, `$&<base href="${url}">`);
      await send("Page.setDocumentContent", { frameId: frameTree.frame.id, html: based });
      // A style sheet inside the body holds up what follows it.
      for (let i = 0; i < 100; i++) {
        const { result } = await send("Runtime.evaluate", { expression: "document.readyState" });
        if (result.value === "complete") break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const expression = "for (const each of document.getAnimations()) try { each.finish() } catch {}";
      await send("Runtime.evaluate", { expression });
    });
  }

  /** The HTML of a page once its network has been idle for half a second, as `networkidle0` means it. */
  async idleHtml(url: string): Promise<string> {
    let html = "";
    await this.inTab(async (send) => {
      await send("Page.setLifecycleEventsEnabled", { enabled: true });
      const { loaderId } = await send("Page.navigate", { url });
      for (let i = 0; i < 1_200 && !this.idle.has(loaderId); i++)
        await new Promise((resolve) => setTimeout(resolve, 25));
      const expression = "document.documentElement.outerHTML";
      const { result } = await send("Runtime.evaluate", { expression, returnByValue: true });
      html = `<!doctype html>${result.value}`;
    });
    return html;
  }

  private async inTab(work: (send: (method: string, params: object) => Promise<any>) => Promise<void>): Promise<Seen> {
    const { browserContextId } = await this.send("Target.createBrowserContext", {});
    try {
      const { targetId } = await this.send("Target.createTarget", { url: "about:blank", browserContextId });
      const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
      const send = (method: string, params: object) => this.send(method, params, sessionId);
      await send("Emulation.setDeviceMetricsOverride", {
        width: 1280,
        height: 4000,
        deviceScaleFactor: 1,
        mobile: false,
      });
      await send("Page.enable", {});
      await work(send);
      const { result } = await send("Runtime.evaluate", { expression: LOOK, returnByValue: true });
      return result.value as Seen;
    } finally {
      await this.send("Target.disposeBrowserContext", { browserContextId }).catch(() => {});
    }
  }

  close(): void {
    this.socket.close();
  }
}
