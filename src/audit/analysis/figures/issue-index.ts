import type { IssuePages } from "../../model/run/findings";
import type { Issue } from "../../model/issue";

/** Which pages of a run have which issue. */
export class IssueIndex {
  private readonly issues = new Map<string, IssuePages>();

  /** Adds a page; its ids may repeat. */
  add(seq: number, issues: readonly Issue[]): void {
    for (const { id, severity } of issues) {
      const key = `${id} ${severity}`;
      const entry = this.issues.get(key);
      if (!entry) this.issues.set(key, { id, severity, seqs: [seq] });
      else if (entry.seqs.at(-1) !== seq) entry.seqs.push(seq);
    }
  }

  list(): IssuePages[] {
    return [...this.issues.values()];
  }
}
