import type { Issue } from "../../model/issue";
import type { Relations } from "../../model/page/relations";
import type { SharedFacts } from "../../model/site/site-graph";

/** Pages named per issue; one more is kept, because a page does not name itself. */
const NAMED = 5;
/** Longer paths are not named: the paths of a run are held in memory. */
const MAX_PATH = 300;

/** A page with the number that all its language versions share. */
interface Named {
  path: string;
  cluster: number;
}

type Facts = Pick<SharedFacts, "titleHash" | "descriptionHash" | "textHash">;

/** Issue id → the value that such pages share. */
const SHARED: Readonly<Record<string, (facts: Facts, relations: Relations) => number | null>> = {
  duplicate_title: (facts) => facts.titleHash,
  duplicate_meta_description: (facts) => facts.descriptionHash,
  duplicate_content: (facts) => facts.textHash,
  duplicate_h1: (_facts, relations) => relations.h1,
};

/** Knows by name the first pages that share a title, a description, a heading or their text. */
export class Namesakes {
  private readonly byIssue = new Map(Object.keys(SHARED).map((id) => [id, new Map<number, Named | Named[]>()]));

  /** Adds an indexable page. */
  add(urlHash: number, path: string, facts: Facts, relations: Relations): void {
    if (path.length > MAX_PATH) return;
    const page: Named = { path, cluster: clusterOf(urlHash, relations) };
    for (const [id, pages] of this.byIssue) {
      const value = SHARED[id]!(facts, relations);
      if (value === null) continue;
      const others = pages.get(value);
      if (others === undefined) pages.set(value, page);
      else if (!Array.isArray(others)) pages.set(value, [others, page]);
      else if (others.length <= NAMED) others.push(page);
    }
  }

  /** The issue with the names of the other pages it is about, without language versions. */
  named(issue: Issue, urlHash: number, facts: Facts, relations: Relations): Issue {
    const value = SHARED[issue.id]?.(facts, relations) ?? null;
    const pages = value === null ? undefined : this.byIssue.get(issue.id)!.get(value);
    if (!Array.isArray(pages)) return issue;
    const own = clusterOf(urlHash, relations);
    const samples = pages.filter(({ cluster }) => cluster !== own).map(({ path }) => path);
    return { ...issue, detail: { ...issue.detail, samples: samples.slice(0, NAMED) } };
  }
}

function clusterOf(urlHash: number, { alternates }: Relations): number {
  return alternates.length === 0 ? urlHash : Math.min(urlHash, ...alternates);
}
