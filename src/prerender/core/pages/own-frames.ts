/**
 * The frames in a page's own process whose documents are of the page's own origin. Such a process also runs frames of
 * other origins: of the same site, sandboxed ones, and ones made of data. Frames not known to be own count as foreign.
 */
export class OwnFrames {
  private readonly ids = new Set<string>();

  constructor(private readonly mainFrame: string) {}

  /** A frame shows a new document. One without a URL of its own (`about:srcdoc`) may be sandboxed. */
  navigated({ id, url }: { id: string; url: string }, pageOrigin: string): void {
    if (id === this.mainFrame) this.ids.clear();
    else if (URL.parse(url)?.origin === pageOrigin) this.ids.add(id);
    else this.ids.delete(id);
  }

  /** A frame is gone, or leaves its document. */
  left(id: string): void {
    this.ids.delete(id);
  }

  /** Whether a request is the page's own: of its main frame, of a frame of its origin, or for a frame's document. */
  sends(frameId: string, resourceType: string): boolean {
    return resourceType === "Document" || frameId === this.mainFrame || this.ids.has(frameId);
  }
}
