import type { RenderResource } from "../../core/pages/raw-render";

const MAX_FILES = 300;
/** Number of files per domain whose sizes are kept. */
const MAX_SIZES = 5_000;
const TYPES: Readonly<Record<string, RenderResource["type"]>> = { Script: "script", Stylesheet: "stylesheet" };

/** The scripts and style sheets that a page loaded. */
export class LoadedFiles {
  private readonly files = new Map<string, RenderResource>();

  /** `sizes`: URL → most bytes on the wire, of files that the tabs of a domain loaded. */
  constructor(private readonly sizes: Map<string, number>) {}

  clear(): void {
    this.files.clear();
  }

  answered(
    requestId: string,
    kind: string,
    { url, status, headers }: { url: string; status: number; headers: Record<string, string> },
  ): void {
    const type = TYPES[kind];
    if (!type || this.files.size >= MAX_FILES) return;
    const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    const cacheable = names.has("cache-control") || names.has("expires");
    this.files.set(requestId, { url: url.slice(0, 2_048), type, status, bytes: 0, cacheable });
  }

  /** `bytes`: received now, which is next to nothing for files from the browser's cache or from another tab's load. */
  finished(requestId: string, bytes: number): void {
    const file = this.files.get(requestId);
    if (!file) return;
    file.bytes = bytes;
    const most = this.sizes.get(file.url);
    if (bytes > (most ?? 0) && (most !== undefined || this.sizes.size < MAX_SIZES)) this.sizes.set(file.url, bytes);
  }

  list(): RenderResource[] {
    // Sizes are read only now, because another tab may have been loading the same file.
    return Array.from(this.files.values(), (file) => ({ ...file, bytes: this.sizes.get(file.url) ?? file.bytes }));
  }
}
