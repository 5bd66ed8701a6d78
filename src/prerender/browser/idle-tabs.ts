import type { Tab } from "./tab/tab";

const MAX_IDLE = 12;
/** Domains whose file sizes are kept. */
const MAX_DOMAINS = 50;

/** The tabs of a browser that wait for another page of their domain, and what is known about each domain's files. */
export class IdleTabs {
  /** Tab → domain, the one idle longest first. */
  private readonly tabs = new Map<Tab, string>();
  private readonly sizes = new Map<string, Map<string, number>>();

  /** Takes a domain's tab that has left its last page; null if there is none. */
  async take(domainId: string): Promise<Tab | null> {
    for (const [tab, owner] of this.tabs) {
      if (owner !== domainId || !this.tabs.delete(tab)) continue;
      if (await tab.rested) return tab;
    }
    return null;
  }

  /** Keeps a tab. When there are too many, the one idle longest is closed. */
  put(domainId: string, tab: Tab): void {
    this.tabs.set(tab, domainId);
    const [oldest] = this.tabs.keys();
    if (this.tabs.size <= MAX_IDLE || !oldest) return;
    this.tabs.delete(oldest);
    void oldest.close();
  }

  /** URL → most bytes on the wire, of the files that a domain's pages loaded. */
  sizesOf(domainId: string): Map<string, number> {
    const sizes = this.sizes.get(domainId) ?? new Map<string, number>();
    this.sizes.delete(domainId);
    this.sizes.set(domainId, sizes); // most recently used last
    const [oldest] = this.sizes.keys();
    if (this.sizes.size > MAX_DOMAINS && oldest !== undefined) this.sizes.delete(oldest);
    return sizes;
  }
}
