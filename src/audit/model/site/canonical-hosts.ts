import type { NonIndexableReason } from "../page/page";

/** Where the canonicals of a site's pages point. */
export interface CanonicalHosts {
  /** Pages that are indexable, or would be without their canonical. */
  pages: number;
  /** Those whose canonical is on another host. */
  elsewhere: number;
  /** The host that most of those name; null: there are none. */
  host: string | null;
}

/** Counts the hosts that the canonicals of a run's pages name. */
export class CanonicalCount {
  private pages = 0;
  private elsewhere = 0;
  private readonly hosts = new Map<string, number>();

  /** `reason`: why the page is not indexable; `host`: that of its canonical, if it is another one. */
  add(reason: NonIndexableReason | null, host: string | null): void {
    if (reason !== null && reason !== "canonicalised") return;
    this.pages++;
    if (host === null) return;
    this.elsewhere++;
    this.hosts.set(host, (this.hosts.get(host) ?? 0) + 1);
  }

  summary(): CanonicalHosts {
    const [most] = [...this.hosts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
    return { pages: this.pages, elsewhere: this.elsewhere, host: most?.[0] ?? null };
  }
}
