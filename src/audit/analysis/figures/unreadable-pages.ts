import type { ComparedPage } from "../../model/page/compared-page";

/** Checks that fail if crawlers get nothing to read. */
const UNREADABLE: ReadonlySet<string> = new Set([
  "http_4xx",
  "http_5xx",
  "fetch_timeout",
  "dns_or_connection_error",
  "redirect_loop",
  "redirect_to_error",
  "soft_404",
  "blocked_by_robots",
  "empty_page",
  "js_only_content",
  "snapshot_blank",
]);

const SHOWN = 50;
const MAX_PATH = 300;

const reasonOf = ({ issues }: Pick<ComparedPage, "issues">) => issues.find(({ id }) => UNREADABLE.has(id))?.id ?? null;

/** Collects pages that crawlers could read in the run before and can't read now. */
export class UnreadablePages {
  private readonly readable = new Set<number>();
  private total = 0;
  private readonly pages: Array<{ path: string; because: string }> = [];

  /** Adds a page of the earlier run. Add all of them first. */
  addBefore(urlHash: number, page: ComparedPage): void {
    if (reasonOf(page) === null) this.readable.add(urlHash);
  }

  addNow(urlHash: number, path: string, page: Pick<ComparedPage, "issues">): void {
    const because = reasonOf(page);
    if (because === null || !this.readable.has(urlHash)) return;
    this.total++;
    if (this.pages.length < SHOWN) this.pages.push({ path: path.slice(0, MAX_PATH), because });
  }

  summary(): { total: number; pages: Array<{ path: string; because: string }> } {
    return { total: this.total, pages: this.pages };
  }
}
