import type { Severity } from "../../model/issue";
import type { RenderingReason } from "../../model/page/rendering-policy";
import type { Node } from "../../model/site/site-graph";

interface Timed {
  node: Node;
  loadTimeMs: number;
  bytes: number;
  /** Whether the page was rendered, whether its snapshot was judged, and its resources that Googlebot may not fetch. */
  rendered: boolean;
  renderingReason: RenderingReason | null;
  snapshot: boolean;
  blockedResources: number;
  /** The run has it from the run it continues. */
  carried: boolean;
  /** The host of its redirect target or canonical, if it is another one. */
  otherHost: string | null;
}

/** Counts of a run, gathered in one pass over its pages. */
export class CrawlStats {
  private listed = 0;
  private readonly buckets: Record<string, number> = {
    "2xx": 0,
    "3xx": 0,
    "4xx": 0,
    "5xx": 0,
    timeout: 0,
    unreachable: 0,
    blocked: 0,
  };
  private readonly nonIndexable: Record<string, number> = {
    noindex: 0,
    canonicalised: 0,
    blocked: 0,
    redirect: 0,
    error: 0,
  };
  private readonly depths: number[] = [];
  private readonly times: number[] = [];
  private indexable = 0;
  private html = 0;
  private bytes = 0;
  private failed = 0;
  private blocked = 0;
  private rendered = 0;
  private snapshots = 0;
  /** Hosts to which pages redirect, apart from the audited one. */
  private readonly movedTo = new Set<string>();
  private moved = 0;
  private readonly renderingReasons: Record<string, number> = {};
  /** Sum over all rendered pages. */
  blockedResources = 0;
  private readonly severities: Record<Severity, number> = { error: 0, warning: 0, notice: 0 };
  private readonly totals = new Map<string, { id: string; severity: Severity; pages: number }>();

  addPage({
    node,
    loadTimeMs,
    bytes,
    rendered,
    renderingReason,
    snapshot,
    blockedResources,
    carried,
    otherHost,
  }: Timed): void {
    this.listed++;
    if (rendered) this.rendered++;
    if (node.outcome === "redirect" && otherHost !== null) {
      this.moved++;
      this.movedTo.add(otherHost);
    }
    if (renderingReason !== null)
      this.renderingReasons[renderingReason] = (this.renderingReasons[renderingReason] ?? 0) + 1;
    if (snapshot) this.snapshots++;
    this.blockedResources += blockedResources;
    this.buckets[bucketOf(node)]! += 1;
    this.depths[node.depth] = (this.depths[node.depth] ?? 0) + 1;
    this.bytes += bytes;
    if (node.outcome === "blocked") this.blocked++;
    else if (node.outcome !== "timeout" && node.outcome !== "unreachable") this.times.push(loadTimeMs);
    else if (!carried) this.failed++;
    if (node.outcome === "ok") this.html++;
    if (node.indexable) this.indexable++;
    else if (node.reason !== null) this.nonIndexable[node.reason] = (this.nonIndexable[node.reason] ?? 0) + 1;
  }

  addIssue(id: string, severity: Severity): void {
    this.severities[severity]++;
    const total = this.totals.get(id);
    if (total) total.pages++;
    else this.totals.set(id, { id, severity, pages: 1 });
  }

  /** Counts an issue of the site or of a sitemap, which belongs to no page. */
  addOther(severity: Severity): void {
    this.severities[severity]++;
  }

  /** Pages that the run itself got no response for. */
  get failedPages(): number {
    return this.failed;
  }

  /** Pages by the reason why they were rendered, or not. */
  get rendering(): Record<string, number> {
    return this.renderingReasons;
  }

  /** The other host to which all pages redirect; null: they don't. */
  get wrongHost(): string | null {
    return this.listed > 0 && this.moved === this.listed && this.movedTo.size === 1 ? [...this.movedTo][0]! : null;
  }

  get blockedPages(): number {
    return this.blocked;
  }

  summary(extra: Record<string, unknown>): Record<string, unknown> {
    const times = this.times.sort((a, b) => a - b);
    const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    const sum = times.reduce((total, each) => total + each, 0);
    return {
      fetched: this.listed - this.blocked,
      pagesHtml: this.html,
      indexable: this.indexable,
      nonIndexable: this.nonIndexable,
      statusBuckets: this.buckets,
      severityCounts: this.severities,
      issueTotals: [...this.totals.values()].sort((a, b) => b.pages - a.pages || a.id.localeCompare(b.id)),
      depthHistogram: Array.from(this.depths, (pages, depth) => ({ depth, pages: pages ?? 0 })),
      avgLoadTimeMs: times.length === 0 ? 0 : Math.round(sum / times.length),
      p50LoadTimeMs: percentile(0.5),
      p90LoadTimeMs: percentile(0.9),
      p95LoadTimeMs: percentile(0.95),
      bytes: this.bytes,
      rendered: this.rendered,
      snapshotHits: this.snapshots,
      ...extra,
    };
  }
}

function bucketOf(node: Node): string {
  if (node.outcome === "timeout" || node.outcome === "unreachable" || node.outcome === "blocked") return node.outcome;
  return `${Math.min(5, Math.max(2, Math.floor(node.status / 100)))}xx`;
}
