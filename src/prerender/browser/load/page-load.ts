import type { DocumentHead } from "../../core/pages/document-head";
import { PAGE_LIMITS } from "../../core/pages/page-limits";
import type { LoadNotes } from "../../core/pages/raw-render";
import type { RequestRules } from "../../core/pages/request-rules";
import { NetworkActivity } from "./network-activity";
import type { PageErrors } from "../scripts/error-script";
import type { HeldRequest, RequestGate, RequestOwner } from "../driver/request-gate";

const MAX_RELOADS = 2;

/** What a tab records while it loads a page. One per render. */
export class PageLoad implements RequestOwner {
  head: DocumentHead | null = null;
  /** The page set its own ready flag. */
  flagged = false;
  /** Why the page must end before it is read. */
  fault: string | null = null;
  /** Only the page's own origin ran documents and workers, so no other can have stored anything in its context. */
  isContained = true;
  /** When the page first requested more than a page may, epoch ms. */
  exceededAt: number | null = null;
  /** The page navigates to this URL on its own. The navigation was aborted, so the page is still there. */
  movedTo: string | null = null;
  /** Requests that the page has made, whether they were let through or not. */
  asked = 0;
  /** Requests that were refused, or answered without being sent. */
  refused = 0;
  /** Current URL of the page. */
  url = "";
  private reloads = 0;
  readonly network: NetworkActivity;
  /** Id of the request that returned the head. */
  private documentId = "";
  private targets = 0;
  private frames = 0;
  private moves = 0;
  private excess = 0;

  /** `origin` of the page. `rules`: null after the render. `sizes`: see NetworkActivity. `gate`: of the browser. */
  constructor(
    readonly origin: string,
    public rules: RequestRules | null,
    now: number,
    sizes?: Map<string, number>,
    private readonly gate?: RequestGate,
  ) {
    this.network = new NetworkActivity(now, () => this.wake(), sizes, URL.parse(origin)?.host);
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

  /** Counts a request that may continue, and lets it through the browser's gate. */
  letThrough(request: HeldRequest): void {
    this.network.sent++;
    this.gate?.pass(request, this);
  }

  /** The page was sent headers that may be secrets. */
  get hasHeaders(): boolean {
    return Object.keys(this.rules?.headers ?? {}).length > 0;
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
   * is forgotten. If another one replaces it, the browser doesn't report the end of its requests.
   */
  replaced(documentId: string, isMainFrame: boolean): void {
    if (isMainFrame && this.documentId !== "" && documentId !== this.documentId) this.network.leave();
    if (documentId !== this.documentId) return;
    this.network.begin(documentId);
    this.flagged = false;
  }

  /** The page opens a worker, a popup or a frame with its own process. */
  opened(): void {
    if (++this.targets > PAGE_LIMITS.targets)
      this.stop(`the page opens more than ${PAGE_LIMITS.targets} frames, workers and popups`);
  }

  /**
   * The page's own document requests another one at `url`. Returns true if it may load: a page may reload itself, for
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

  /**
   * A request was refused because the page has requested too much. It may finish what it began, but not keep
   * requesting.
   */
  exceed(now: number): void {
    this.exceededAt ??= now;
    if (++this.excess > PAGE_LIMITS.excess) this.stop("the page requests too many files");
  }

  /** The page changes its URL, or a frame's, within the document. */
  moved(): void {
    if (++this.moves > PAGE_LIMITS.moves) this.stop("the page keeps changing its URL");
  }

  /** The page shows a document in one of its frames. */
  framed(): void {
    if (++this.frames > PAGE_LIMITS.frames) this.stop(`the page shows more than ${PAGE_LIMITS.frames} frames`);
  }

  /** Ends the render without a result. */
  stop(fault: string): void {
    this.fault ??= fault;
    this.wake();
  }

  setFlag(): void {
    this.flagged = true;
    this.wake();
  }

  notes({ errors, consoleErrors }: PageErrors): LoadNotes {
    const { network } = this;
    return {
      overLimit: this.exceededAt !== null,
      requests: { sent: network.sent, refused: this.refused + network.blocked },
      broken: network.failures.broken(true),
      brokenElsewhere: network.failures.broken(false),
      denied: network.failures.refusedUnsigned,
      bytes: network.transferred,
      failedRequests: network.failedRequests,
      errors,
      consoleErrors,
      resources: network.loaded(),
      wanted: network.wantedFiles,
    };
  }
}
