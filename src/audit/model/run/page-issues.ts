/** Pages from which an issue disappeared between the same two audits: the last with it and the first without, epoch ms. */
export interface FixedGroup {
  issueId: string;
  from: number;
  to: number;
  /** The same audits by their places among those that were read. */
  last: number;
  gone: number;
  paths: string[];
}

interface RunTimes {
  began: number;
  ended: number;
}

/** The last audit that found an issue on a page, and the first one after that that did not; -1: none. */
interface Seen {
  last: number;
  gone: number;
}

/**
 * Follows the issues of pages from audit to audit, oldest first. A page that an audit did not get says nothing, and an issue that
 * comes back was not fixed.
 */
export class PageIssues {
  private readonly runs: RunTimes[] = [];
  private readonly pages = new Map<string, { latest: number; issues: Map<string, Seen> }>();

  nextRun(run: RunTimes): void {
    this.runs.push(run);
  }

  /** A page of the present run. */
  add(path: string, issues: ReadonlyArray<{ id: string }>): void {
    const now = this.runs.length - 1;
    const page = this.pages.get(path) ?? { latest: now, issues: new Map<string, Seen>() };
    this.pages.set(path, page);
    page.latest = now;
    const present = new Set(issues.map(({ id }) => id));
    for (const id of present) page.issues.set(id, { last: now, gone: -1 });
    for (const [id, seen] of page.issues) if (!present.has(id) && seen.gone < 0) seen.gone = now;
  }

  /** The fixes, the latest first and those of many pages before others; and pages of the last run without any. */
  result(): { groups: FixedGroup[]; unfixed: string[] } {
    const groups = new Map<string, FixedGroup>();
    const unfixed: string[] = [];
    for (const [path, { latest, issues }] of this.pages) {
      const fixed = [...issues].filter(([, { gone }]) => gone >= 0);
      if (fixed.length === 0 && latest === this.runs.length - 1) unfixed.push(path);
      for (const [issueId, { last, gone }] of fixed) {
        const key = `${issueId} ${last} ${gone}`;
        const [from, to] = [this.runs[last]!.began, this.runs[gone]!.ended];
        const group = groups.get(key) ?? { issueId, from, to, last, gone, paths: [] };
        groups.set(key, group);
        group.paths.push(path);
      }
    }
    const sorted = [...groups.values()].sort((a, b) => b.to - a.to || b.paths.length - a.paths.length);
    return { groups: sorted, unfixed };
  }
}
