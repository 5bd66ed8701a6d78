import type { DocumentHead } from "../core/document-head";
import type { LoadNotes } from "../core/raw-render";
import type { RequestRules } from "../core/request-rules";
import { NetworkWatch } from "./network-watch";
import type { HeldRequest, RequestGate, RequestOwner } from "./request-gate";

const MAX_NOTES = 20;
const MAX_LINE = 300;
const MAX_RELOADS = 2;

interface ConsoleArgument {
  value?: unknown;
  description?: string;
}

function note(list: string[], text: string): void {
  if (list.length < MAX_NOTES) list.push(text.split("\n")[0]!.slice(0, MAX_LINE));
}

/** What a tab records while it loads a page. One per render. */
export class PageLoad implements RequestOwner {
  head: DocumentHead | null = null;
  /** The page set its own ready flag. */
  flagged = false;
  /** The page got past the rules and must end. */
  escaped = false;
  /** When the page first asked for more than a page may, epoch ms. */
  exceededAt: number | null = null;
  /** The page leaves for this URL by itself. The navigation was aborted, so the page is still there. */
  movedTo: string | null = null;
  /** Requests that were refused, or answered without being sent. */
  refused = 0;
  /** Number of closed shadow roots. */
  closedTrees = 0;
  /** Current URL of the page. */
  url = "";
  private reloads = 0;
  readonly network: NetworkWatch;
  /** Id of the request that returned the head. */
  private documentId = "";
  private errors: string[] = [];
  private consoleErrors: string[] = [];

  /** `origin` of the page. `rules`: null after the render. `sizes`: see NetworkWatch. `gate`: of the browser. */
  constructor(
    readonly origin: string,
    public rules: RequestRules | null,
    now: number,
    sizes?: Map<string, number>,
    private readonly gate?: RequestGate,
  ) {
    this.network = new NetworkWatch(now, () => this.wake(), sizes, URL.parse(origin)?.host);
  }

  /** Ends the wait for a change. */
  wake: () => void = () => {};

  /** Waits until something changes, at most `ms`. */
  async untilChange(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, ms);
    });
  }

  /** Counts a request that may continue, and tells the browser's gate. */
  letThrough(request: HeldRequest): void {
    this.network.sent++;
    this.gate?.pass(request, this);
  }

  get isOver(): boolean {
    return this.rules === null;
  }

  answered(head: DocumentHead, documentId: string): void {
    this.head = head;
    this.documentId = documentId;
  }

  /**
   * A document replaces the one before it. If it is this page's document, what the scripts of the tab's last page did
   * is forgotten.
   */
  replaced(documentId: string): void {
    if (documentId !== this.documentId) return;
    this.network.begin(documentId);
    this.errors = [];
    this.consoleErrors = [];
    this.flagged = false;
  }

  threw({ exception, text }: { exception?: { description?: string }; text: string }): void {
    note(this.errors, exception?.description ?? text);
  }

  /** Notes what the page writes with console.error. */
  wrote({ type, args }: { type: string; args: readonly ConsoleArgument[] }): void {
    if (type !== "error") return;
    const texts = args.map(
      (arg) => arg.description ?? (typeof arg.value === "string" ? arg.value : JSON.stringify(arg.value)),
    );
    note(this.consoleErrors, texts.join(" "));
  }

  /**
   * The page's own document asks for another one at `url`. Returns true if it may load: a page may reload itself, for
   * example with a new cookie.
   */
  leaves(url: string, from: string): boolean {
    const isReload = url.split("#")[0] === from.split("#")[0];
    if (isReload && this.reloads++ < MAX_RELOADS) {
      this.head = null;
      return true;
    }
    if (!isReload) this.movedTo ??= url;
    this.wake();
    return false;
  }

  exceed(now: number): void {
    this.exceededAt ??= now;
  }

  escape(): void {
    this.escaped = true;
    this.wake();
  }

  setFlag(): void {
    this.flagged = true;
    this.wake();
  }

  notes(): LoadNotes {
    const { errors, network, closedTrees } = this;
    const closed = closedTrees > 0 ? [`${closedTrees} closed shadow roots are not part of the snapshot`] : [];
    const consoleErrors = [...closed, ...this.consoleErrors];
    const { broken } = network;
    return {
      overLimit: this.exceededAt !== null,
      requests: { sent: network.sent, refused: this.refused + network.blocked },
      broken,
      bytes: network.transferred,
      failedRequests: network.failedRequests,
      errors,
      consoleErrors,
      resources: network.loaded(),
    };
  }
}
