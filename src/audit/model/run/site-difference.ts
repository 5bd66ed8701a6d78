import { hash53 } from "../../../lib/crypto/hash";

/** What a comparison of two sites needs from a page of a run. */
export interface PageOfSite {
  path: string;
  statusCode: number;
  indexable: boolean;
  healthScore: number;
  issues: ReadonlyArray<{ id: string }>;
  /** Those of pages that are not indexable. A staging site often has no others. */
  unscoredIssues?: ReadonlyArray<{ id: string }>;
  /** Absent from runs of earlier versions. */
  contentHashes?: Record<"title" | "description" | "text", string | null>;
  extracted: Readonly<Record<string, { values: readonly string[] }>> | null;
}

export const DIFFERENCES = [
  "missing",
  "status",
  "indexable",
  "title",
  "description",
  "text",
  "fields",
  "issues",
] as const;
export type DifferenceKind = (typeof DIFFERENCES)[number];

interface Side {
  statusCode: number;
  indexable: boolean;
  healthScore: number;
}

/** A page that is not the same on both sites. */
export interface DifferentPage {
  path: string;
  /** Null: this site does not have it. */
  run: Side | null;
  other: Side | null;
  differs: DifferenceKind[];
  /** Kinds of issues that only one of them has. */
  onlyInRun: string[];
  onlyInOther: string[];
  /** Names of the fields (`auditExtractors`) with other values. */
  fields: string[];
}

/** A page of the other site, in short: a run has up to 50,000. */
interface Kept extends Side {
  issues: string;
  hashes: readonly (number | null | undefined)[];
  fields: ReadonlyMap<string, number>;
  seen: boolean;
}

const MAX_NAMES = 30;
const CONTENT = ["title", "description", "text"] as const;

const sideOf = ({ statusCode, indexable, healthScore }: Side): Side => ({ statusCode, indexable, healthScore });
const issuesOf = ({ issues, unscoredIssues = [] }: PageOfSite) => [
  ...new Set([...issues, ...unscoredIssues].map(({ id }) => id)),
];

/** Undefined: the run does not say. */
const hashesOf = ({ contentHashes }: PageOfSite) =>
  CONTENT.map((name) => (contentHashes ? hashOf(contentHashes[name]) : undefined));
const hashOf = (text: string | null) => (text === null ? null : hash53(text));
const fieldsOf = ({ extracted }: PageOfSite) =>
  new Map(Object.entries(extracted ?? {}).map(([name, { values }]) => [name, hash53(JSON.stringify(values))]));

/**
 * Compares the pages of two sites, such as staging and live, by their paths. Add all pages of the other site first, then those
 * of the run itself, and those of the other one again: `different` says of each what differs.
 */
export class SiteDifference {
  private readonly others = new Map<number, Kept>();
  private shared = 0;
  private onlyInRun = 0;
  private readonly counts = new Map<DifferenceKind, number>();

  addOther(page: PageOfSite): void {
    const [hashes, fields, issues] = [hashesOf(page), fieldsOf(page), issuesOf(page).join(" ")];
    this.others.set(hash53(page.path), { ...sideOf(page), issues, hashes, fields, seen: false });
  }

  /** A page of the run; null: the other site's is the same. */
  ofRun(page: PageOfSite): DifferentPage | null {
    const other = this.others.get(hash53(page.path));
    if (!other) {
      this.onlyInRun++;
      return this.counted({ ...alone(page), run: sideOf(page) });
    }
    other.seen = true;
    this.shared++;
    const ids = issuesOf(page);
    const others = other.issues === "" ? [] : other.issues.split(" ");
    const onlyInRun = ids.filter((id) => !others.includes(id));
    const onlyInOther = others.filter((id) => !ids.includes(id));
    const own = fieldsOf(page);
    const fields = [...own.keys()].filter((name) => other.fields.has(name) && other.fields.get(name) !== own.get(name));
    const hashes = hashesOf(page);
    const isKnown = (i: number) => hashes[i] !== undefined && other.hashes[i] !== undefined;
    const differs: DifferenceKind[] = [
      ...(page.statusCode === other.statusCode ? [] : ["status" as const]),
      ...(page.indexable === other.indexable ? [] : ["indexable" as const]),
      ...CONTENT.filter((_, i) => isKnown(i) && hashes[i] !== other.hashes[i]),
      ...(fields.length === 0 ? [] : ["fields" as const]),
      ...(onlyInRun.length + onlyInOther.length === 0 ? [] : ["issues" as const]),
    ];
    if (differs.length === 0) return null;
    const some = (names: string[]) => names.slice(0, MAX_NAMES);
    return this.counted({
      path: page.path,
      run: sideOf(page),
      other: sideOf(other),
      differs,
      onlyInRun: some(onlyInRun),
      onlyInOther: some(onlyInOther),
      fields,
    });
  }

  /** A page of the other site that the run does not have; null: it has it. */
  ofOther(page: PageOfSite): DifferentPage | null {
    if (this.others.get(hash53(page.path))?.seen !== false) return null;
    return this.counted({ ...alone(page), other: sideOf(page) });
  }

  private counted(page: DifferentPage): DifferentPage {
    for (const kind of page.differs) this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    return page;
  }

  summary() {
    return {
      sharedPages: this.shared,
      onlyInRun: this.onlyInRun,
      onlyInOther: this.others.size - this.shared,
      differences: Object.fromEntries(DIFFERENCES.map((kind) => [kind, this.counts.get(kind) ?? 0])),
    };
  }
}

const alone = ({ path }: PageOfSite): DifferentPage => ({
  path,
  run: null,
  other: null,
  differs: ["missing"],
  onlyInRun: [],
  onlyInOther: [],
  fields: [],
});
