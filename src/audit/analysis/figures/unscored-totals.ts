import type { Issue, Severity } from "../../model/issue";

/** An issue that no score counts, and its pages by the reason why they are not indexable. */
export interface UnscoredTotal {
  id: string;
  severity: Severity;
  pages: number;
  reasons: Record<string, number>;
}

/** Counts the issues of pages that are not indexable. */
export class UnscoredTotals {
  private readonly totals = new Map<string, UnscoredTotal>();

  add(issues: readonly Issue[], reason: string): void {
    for (const { id, severity } of issues) {
      let total = this.totals.get(id);
      if (!total) this.totals.set(id, (total = { id, severity, pages: 0, reasons: {} }));
      total.pages++;
      total.reasons[reason] = (total.reasons[reason] ?? 0) + 1;
    }
  }

  /** Those on most pages first. */
  list(): UnscoredTotal[] {
    return [...this.totals.values()].sort((a, b) => b.pages - a.pages || a.id.localeCompare(b.id));
  }
}
